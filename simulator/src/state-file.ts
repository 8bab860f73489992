/**
 * State that has to survive a restart: the clock, OAuth grants, and injected events. The world is recomputed. One JSON object per
 * line, appended; the file is compacted at each start and from time to time. Only the last line can be truncated by a crash; it
 * is then dropped.
 */
import { appendFileSync, closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Preset } from './options.ts'
import type { SiteName } from './providers/oauth/authority.ts'
import type { GrantRecord } from './providers/oauth/grants.ts'
import type { WorldEvent } from './world/events.ts'

export interface WorldRecord {
  k: 'world'
  seed: number
  preset: Preset
  start_ms: number
}

export type StateRecord =
  | WorldRecord
  /** Clock to resume from after a restart. */
  | { k: 'clock'; virtual_ms: number; speed: number; paused: boolean }
  | { k: 'inject'; at: number; event: WorldEvent }
  /** Without a site in old files: the game's. */
  | (GrantRecord & { site?: SiteName })

const parseLines = (text: string, path: string): StateRecord[] => {
  const lines = text.split('\n').filter((line) => line !== '')
  return lines.flatMap((line, at) => {
    try {
      return [JSON.parse(line) as StateRecord]
    } catch (error) {
      const isTorn = at === lines.length - 1 && !text.endsWith('\n')
      if (isTorn) return []
      throw new Error(`${path}: line ${at + 1} is not JSON; remove the file to start a new world`, { cause: error })
    }
  })
}

export interface StateFile {
  append: (record: StateRecord) => void
  close: () => void
}

/** Records of an earlier run, oldest first; empty if there is no file. */
export const readStateFile = (path: string): StateRecord[] =>
  existsSync(path) ? parseLines(readFileSync(path, 'utf8'), path) : []

/** Number of appended lines after which the file is compacted; about five hours of clock records. */
const COMPACT_AFTER = 10_000

/** Replaces the file with the records from `dump`, and keeps it open for appending. */
export const openStateFile = (path: string, dump: () => StateRecord[]): StateFile => {
  mkdirSync(dirname(path), { recursive: true })
  let appended = 0
  const rewrite = (): number => {
    const fresh = `${path}.new`
    writeFileSync(
      fresh,
      dump()
        .map((record) => `${JSON.stringify(record)}\n`)
        .join(''),
      { mode: 0o600 },
    )
    renameSync(fresh, path)
    return openSync(path, 'a', 0o600)
  }
  let file = rewrite()
  return {
    append: (record) => {
      appendFileSync(file, `${JSON.stringify(record)}\n`)
      if (++appended < COMPACT_AFTER) return
      appended = 0
      closeSync(file)
      file = rewrite()
    },
    close: () => closeSync(file),
  }
}
