import { readDatabaseSizes } from '@muster/server/testing/database-sizes'
import type { FloorCount } from './floor.ts'
import type { Onlooker } from './rehearse.ts'
import type { Organised } from './organise.ts'
import { readFamilyCpuSeconds, readFamilyResident, readResident } from './processor.ts'
import type { Division } from './product.ts'
import type { Stage } from './stage.ts'
import { measureTakeover, type Takeover } from './takeover.ts'

const hour_ms = 3_600_000
const mega = 1024 ** 2

/** The state of a rehearsal at one moment; counters start with the event. */
export interface Reading {
  readonly hours: number
  /** Total hours that players were logged in. */
  readonly played_hours: number
  readonly cpu_seconds: Readonly<Record<string, number>>
  /** Processor time of the server and its database, as a multiple of the time for a floor page at that moment. */
  readonly floor_pages: number
  /** MB. */
  readonly memory: Readonly<Record<string, number>>
  readonly database_mb: number
  readonly tables_mb: Readonly<Record<string, number>>
  /** Written to the database's WAL, in MB. */
  readonly wal_mb: number
  readonly rows: Readonly<Record<(typeof counted)[number], number>>
  readonly requests: number
  /** By the game's rate limit policy. */
  readonly requests_by_policy: Readonly<Record<string, number>>
  /** Data sent by the game before compression. */
  readonly sent_mb: number
}

/** Event time between measurements of the machine's speed. */
const floorEvery_ms = hour_ms / 2

const counted = ['stash_snapshots', 'character_readings', 'facts', 'score_changes'] as const

/** Names of the server's processes by role; equal names are numbered. */
export function nameProcesses(division: Division): string[] {
  const names = division.map((roles) => roles.join('+'))
  return names.map((name, place) => {
    const before = names.slice(0, place).filter((one) => one === name).length
    return before === 0 ? name : `${name} ${before + 1}`
  })
}

async function readSizes({ db }: Stage): Promise<Pick<Reading, 'database_mb' | 'wal_mb' | 'tables_mb'>> {
  const { whole, log, tables } = await readDatabaseSizes(db)
  const tables_mb = Object.fromEntries(Object.entries(tables).map(([name, bytes]) => [name, bytes / mega]))
  return { database_mb: whole / mega, wal_mb: log / mega, tables_mb }
}

async function countRows({ db }: Stage, event_id: Organised['event_id']): Promise<Reading['rows']> {
  const count = async (table: (typeof counted)[number]) => {
    const { rows } = await db
      .selectFrom(table)
      .select((of) => of.fn.countAll<number>().as('rows'))
      .where('event_id', '=', event_id)
      .executeTakeFirstOrThrow()
    return rows
  }
  return {
    stash_snapshots: await count('stash_snapshots'),
    character_readings: await count('character_readings'),
    facts: await count('facts'),
    score_changes: await count('score_changes'),
  }
}

/** Takes measurements during an event. */
export interface Meter extends Onlooker {
  /** One reading at the start, and one at the end of each part of the event. */
  readings(): readonly Reading[]
  takeover(): Takeover | null
}

/**
 * @param parts number of parts of equal length; a reading is taken at the end of each.
 * @param until_ms real time at which the event is stopped, ms since 1970.
 */
export function createMeter(
  division: Division,
  { parts, until_ms }: { parts: number; until_ms: number },
  floor: FloorCount,
  say: (reading: Reading) => void,
): Meter {
  const names = nameProcesses(division)
  const readings: Reading[] = []
  let played: { stage: Stage; event: Organised } | null = null
  let takeover: Takeover | null = null
  let played_ms = 0
  let looked_ms = 0
  let floor_looked_ms = 0

  async function lookAtFloor(stage: Stage): Promise<void> {
    floor_looked_ms = looked_ms
    const { server, database } = stage.cpuSeconds()
    await floor.look(server + database)
  }

  async function read({ stage, event }: NonNullable<typeof played>): Promise<void> {
    await lookAtFloor(stage)
    const { processes } = stage.product
    const { requests, by_policy, bytes } = stage.simulator.requests.totals()
    const byName = (read: (place: number) => number) => Object.fromEntries(names.map((name, place) => [name, read(place)]))
    const reading: Reading = {
      hours: (looked_ms - event.start_ms) / hour_ms,
      played_hours: played_ms / hour_ms,
      cpu_seconds: {
        ...byName((place) => processes[place]?.cpuSeconds() ?? 0),
        database: readFamilyCpuSeconds(stage.postmaster()),
        game: stage.cpuSeconds().game,
      },
      floor_pages: floor.pages(),
      memory: {
        ...byName((place) => readResident(processes[place]?.pid())),
        database: readFamilyResident(stage.postmaster()),
        game: process.memoryUsage().rss / mega,
      },
      ...(await readSizes(stage)),
      rows: await countRows(stage, event.event_id),
      requests,
      requests_by_policy: { ...by_policy },
      sent_mb: bytes / mega,
    }
    readings.push(reading)
    say(reading)
  }

  return {
    readings: () => readings,
    takeover: () => takeover,
    async begin(stage, event) {
      played = { stage, event }
      looked_ms = event.start_ms
      await read(played)
    },
    async look(now_ms) {
      if (!played || now_ms > played.event.end_ms) return true
      const { stage, event } = played
      const { accounts, options } = stage.simulator.world
      // Players stay logged in after the end of the league, but no longer play.
      const isOpen = now_ms <= (options.league_ends_ms ?? now_ms)
      if (isOpen) played_ms += accounts.filter((account) => account.online).length * (now_ms - looked_ms)
      looked_ms = now_ms
      const length_ms = (event.end_ms - event.start_ms) / parts
      const isLast = Date.now() >= until_ms
      const isDue = readings.length <= parts && now_ms >= event.start_ms + readings.length * length_ms
      if (isDue || isLast) await read(played)
      else if (now_ms >= floor_looked_ms + floorEvery_ms) await lookAtFloor(stage)
      return !isLast
    },
    async end() {
      if (played) takeover = await measureTakeover(played.stage, played.event)
    },
  }
}
