import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Db } from '@muster/server/db/connect'
import { presets } from '@muster/simulator/options'
import { readStateFile } from '@muster/simulator/state-file'

const hour_ms = 3_600_000

/** The simulated world that `npm start` continues or begins. */
export interface WorldChoice {
  readonly state_file: string
  /** For a new world only; one with a state file continues where it stopped. */
  readonly start_at: number
  readonly league: string
  /** The league of the second game. */
  readonly second_league: string
}

const stateFile = (data_dir: string, count: number) => join(data_dir, count === 1 ? 'simulator.json' : `simulator-${count}.json`)

/** Each league has its own name, because events are matched with the game by name: `Winter Muster 2 (PL48214)`. */
function numberLeague(first: string, count: number): string {
  const [name = '', number] = first.split(/ \(PL|\)/)
  return count === 1 ? first : `${name} ${count} (PL${Number(number) + count - 1})`
}

const readCount = (name: string): number => Number(/ (\d+) \(PL\d+\)$/.exec(name)?.[1] ?? 1)

export const leagueOf = (count: number): string => numberLeague(presets.demo_both.league, count)
const secondLeagueOf = (count: number): string => numberLeague(presets.demo_both.second_game.league, count)

export const isDemoLeague = (name: string): boolean => name === leagueOf(readCount(name))
export const isSecondDemoLeague = (name: string): boolean => name === secondLeagueOf(readCount(name))

/** The league and time in a world's state file; null if it has not begun. */
function readWorld(path: string): { league: string; now: number } | null {
  const records = readStateFile(path)
  const world = records.find((record) => record.k === 'world')
  const clock = records.findLast((record) => record.k === 'clock')
  return world && clock ? { league: world.preset.league, now: clock.virtual_ms } : null
}

/**
 * The newest world, unless its demo event is over: then the next one. It begins at the end time of the last one, so that clocks
 * never go back, with the same people, who start from nothing.
 * @param history_hours of the first world, which are already played when it is shown: it began that long ago
 */
export async function chooseWorld(db: Db, data_dir: string, history_hours: number, now = Date.now()): Promise<WorldChoice> {
  let count = 1
  while (existsSync(stateFile(data_dir, count + 1))) count++
  const world = readWorld(stateFile(data_dir, count))
  const event = await db.selectFrom('events').select(['name', 'event_end_time']).where('is_current', '=', true).executeTakeFirst()
  const isOver = world !== null && event?.name === world.league && event.event_end_time.getTime() <= world.now
  if (isOver) count++
  const since = Math.max(now, world?.now ?? 0)
  return {
    state_file: stateFile(data_dir, count),
    start_at: isOver ? Math.ceil(since / hour_ms) * hour_ms : Math.floor(now / hour_ms - history_hours) * hour_ms,
    league: leagueOf(count),
    second_league: secondLeagueOf(count),
  }
}
