/**
 * What has to survive a restart: the clock, OAuth grants, and injected events. The world itself is recomputed. One JSON
 * object a line, appended; rewritten short at each start and now and then. A line torn by a crash can only be the last one and is dropped.
 */
import { appendFileSync, closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Preset } from './options.ts'
import type { SiteName } from './providers/oauth/authority.ts'
import type { GrantRecord } from './providers/oauth/grants.ts'
import type { WorldEvent } from './world/events.ts'

export type StateRecord =
  | { k: 'world'; seed: number; preset: Preset; start_ms: number }
  /** The clock stands here after a restart. */
  | { k: 'clock'; virtual_ms: number; speed: number; paused: boolean }
  | { k: 'inject'; at: number; event: WorldEvent }
  /** Without a site in files from before there were several: the game's. */
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

/** Records of an earlier run, oldest first; empty when there is no file. */
export const readStateFile = (path: string): StateRecord[] =>
  existsSync(path) ? parseLines(readFileSync(path, 'utf8'), path) : []

/** After so many appended lines the file is written anew, short; about five hours of clock readings. */
const COMPACT_AFTER = 10_000

/** Replaces the file by what `dump` says of the present state, and keeps it open for more. */
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
