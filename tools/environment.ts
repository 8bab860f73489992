import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { explainFile, ownName, problems, StartProblem } from '@muster/server/start-problems'
import { root } from './places.ts'

export const environmentFile = (folder = root) => join(folder, '.env')

/** Variables set by the file `.env` only. */
const fromFile = new Set<string>()

export const isFromFile = (name: string) => fromFile.has(name)

/**
 * Adds the variables of the file `.env` to the environment, unless they are set already. The production server and every command
 * for operators call it first; `npm start` and its helpers never read the file.
 * @throws StartProblem for a file that this user may not read
 */
export function readEnvironmentFile(folder = root): void {
  const file = environmentFile(folder)
  if (!existsSync(file)) return
  for (const [name, value] of Object.entries(parseEnv(readPrivate(file)))) {
    if (process.env[name] !== undefined) continue
    process.env[name] = value
    fromFile.add(name)
  }
}

function readPrivate(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw explainFile(error, file) === null ? error : new StartProblem(problems.unreadable([file], ownName()), error)
  }
}
