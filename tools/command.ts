import { accessSync, constants, readFileSync } from 'node:fs'
import { inspect, parseArgs, type ParseArgsConfig } from 'node:util'
import type { GameVersion } from '@muster/contract/events'
import { gameVersions } from '@muster/contract/game-versions'
import type { EventId } from '@muster/contract/ids'
import { explainDatabase, explainFile, StartProblem } from '@muster/server/start-problems'
import { readEnvironmentFile } from './environment.ts'
import { escapeOutput } from './output.ts'
import { dataDir } from './places.ts'

/** A problem for the person at the command line: shown in its own words, without a stack. */
export class Complaint extends Error {}

/** Runs a command: a complaint goes to stderr and ends it with 2; any other error is a defect, and is shown in full. */
export async function runCommand(main: () => Promise<void>): Promise<void> {
  escapeOutput()
  try {
    await main()
  } catch (error) {
    if (error instanceof Complaint) {
      process.stderr.write(`${error.message}\n`)
      process.exitCode = 2
      return
    }
    process.stderr.write(`${inspect(error)}\n`)
    process.exit(1)
  }
}

/** Runs a command for operators: with the settings of `.env`, and with known problems of machine and database as complaints. */
export const runOperatorCommand = (main: () => Promise<void>): Promise<void> =>
  runCommand(async () => {
    try {
      readEnvironmentFile()
      await main()
    } catch (error) {
      const known = error instanceof StartProblem ? { text: error.message, todo: error.todo } : explain(error)
      throw known === null ? error : new Complaint(`${known.text}\n→ ${known.todo}`)
    }
  })

/** An error of a file has a path, an error of the database has none. */
const explain = (error: unknown) =>
  (error as NodeJS.ErrnoException | null)?.path === undefined && (error as NodeJS.ErrnoException | null)?.code !== 'ENOSPC'
    ? explainDatabase(error, process.env['DATABASE_URL'] ?? '')
    : explainFile(error, dataDir())

export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Options and words of the command line. @throws Complaint about unknown ones, with the usage */
export function readOptions<const O extends NonNullable<ParseArgsConfig['options']>>(usage: string, options: O) {
  try {
    return parseArgs({ allowPositionals: true, options })
  } catch (error) {
    throw new Complaint(`${messageOf(error)}\n\n${usage}`)
  }
}

/** The file of a command. @throws Complaint if none is named, it does not exist, or this user may not read it */
export function readFileName(usage: string): string {
  const { values, positionals } = readOptions(usage, { help: { type: 'boolean' } })
  const [file] = positionals
  if (values.help || file === undefined || positionals.length > 1) throw new Complaint(usage)
  try {
    accessSync(file, constants.R_OK)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw new Complaint(`There is no file ${file}.`)
    throw new Complaint(`This user may not read ${file}. Put a copy that it may read into ${dataDir()}.`)
  }
  return file
}

/** @throws Complaint if the file cannot be read or is not JSON */
export function readJsonFile(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new Complaint(`${path}: ${messageOf(error)}`)
  }
}

/** The game of `--game`. @throws Complaint */
export function readGame(text: string): GameVersion {
  const game_version = gameVersions.find((known) => known === text)
  if (game_version === undefined) throw new Complaint(`--game must be ${gameVersions.join(' or ')}, not "${text}"`)
  return game_version
}

/** An event by number or "current". @throws Complaint */
export function readEvent(text: string, usage: string): EventId | 'current' {
  if (text === 'current') return text
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Complaint(`An event is a number or "current", not "${text}".\n\n${usage}`)
  return Number(text) as EventId
}
