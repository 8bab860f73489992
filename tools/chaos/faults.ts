import { setTimeout as sleep } from 'node:timers/promises'
import type { EventId } from '@muster/contract/ids'
import { type Connection, connectDatabase } from '@muster/server/db/connect'
import type { DatabaseMachine } from './database.ts'
import type { Member } from './fleet.ts'
import { type Holders, readHolders } from './holders.ts'
import { fillDisk, freeDisk } from './machine.ts'

/** The targets of faults. */
export interface Scene extends Pick<Connection, 'db' | 'pool'> {
  readonly fleet: readonly Member[]
  readonly event_id: EventId
  readonly database: DatabaseMachine
  /** The database's own disk. */
  readonly database_disk: string
  /** Kills the build calculator and restarts it after this time. */
  killCalculator(away_ms: number): Promise<void>
}

export interface Fault {
  readonly name: string
  /** Number of repetitions. */
  readonly times: number
  /**
   * Causes the fault, and ends it if no supervisor would. @returns the duration of the longest takeover, null without a takeover.
   */
  strike(scene: Scene): Promise<number | null>
}

const hour_ms = 3_600_000
/** Duration of lasting faults. */
const short_ms = 12_000
/** Longer than every connection timeout. */
const long_ms = 40_000
/** Pause between two faults of the same kind, long enough for a killed process to restart. */
const rest_ms = 4000
const away_ms = 8000
const takeoverPatience_ms = 60_000

const of = ({ fleet }: Scene, role: string) => fleet.filter(({ roles }) => roles.split(',').includes(role))
const databaseHostOf = ({ cabinet }: Member) => cabinet.database_address

/** The process that currently has the work of a role. */
async function findHolder(scene: Scene, role: 'jobs' | 'scoring'): Promise<Member> {
  for (const until = Date.now() + takeoverPatience_ms; Date.now() < until; await sleep(50)) {
    const holders = await readHolders(scene, scene.event_id).catch(() => null)
    const host = role === 'scoring' ? holders?.scoring : holders?.jobs[0]
    const found = scene.fleet.find((one) => databaseHostOf(one) === host)
    if (found) return found
  }
  throw new Error(`no process does the work of ${role}`)
}

/** Waits until other processes have all the work of a role. @returns the duration. */
async function timeTakeover(scene: Scene, role: 'jobs' | 'scoring', victim: Member, before: Holders): Promise<number> {
  const began = Date.now()
  const isHeld = (host: string | null) => host !== null && host !== databaseHostOf(victim)
  for (; Date.now() < began + takeoverPatience_ms; await sleep(20)) {
    const now = await readHolders(scene, scene.event_id).catch(() => null)
    if (!now) continue
    if (role === 'jobs' ? now.jobs.every(isHeld) : isHeld(now.scoring) && now.scores_fence > before.scores_fence)
      return Date.now() - began
  }
  throw new Error(`no process took over the work of ${victim.name}`)
}

/** Applies a fault to the process with the work of a role, and measures the time until another has it. */
async function strikeHolder(scene: Scene, role: 'jobs' | 'scoring', strike: (victim: Member) => Promise<void> | void) {
  const victim = await findHolder(scene, role)
  const before = await readHolders(scene, scene.event_id)
  await strike(victim)
  return { victim, took_ms: await timeTakeover(scene, role, victim, before) }
}

const killHolders = (role: 'jobs' | 'scoring', times: number): Fault => ({
  name: `the active \`${role}\` process killed`,
  times,
  async strike(scene) {
    let longest = 0
    for (let time = 0; time < times; time++) {
      const { took_ms } = await strikeHolder(scene, role, (victim) => victim.kill())
      longest = Math.max(longest, took_ms)
      await sleep(rest_ms)
    }
    return longest
  },
})

const hangHolder = (role: 'jobs' | 'scoring'): Fault => ({
  name: `the active \`${role}\` process stopped (SIGSTOP) until a takeover, and ${short_ms / 1000} s`,
  times: 1,
  async strike(scene) {
    const { victim, took_ms } = await strikeHolder(scene, role, (one) => one.hang())
    await sleep(short_ms)
    victim.wake()
    return took_ms
  },
})

async function cut(members: readonly Member[], long: number): Promise<void> {
  for (const { cabinet } of members) cabinet.cut()
  await sleep(long)
  for (const { cabinet } of members) cabinet.mend()
}

const cutRole = (role: 'http' | 'jobs'): Fault => ({
  name: `network between \`${role}\` and the database silently cut, ${short_ms / 1000} s`,
  times: 1,
  async strike(scene) {
    await cut(of(scene, role), short_ms)
    return null
  },
})

const skewClocks = (skew_ms: number, what: string): Fault => ({
  name: `clocks of one \`http\`, the active \`jobs\` and \`scoring\` process an hour ${what}, ${short_ms / 1000} s`,
  times: 1,
  async strike(scene) {
    const victims = [of(scene, 'http')[0], await findHolder(scene, 'jobs'), await findHolder(scene, 'scoring')]
    for (const one of victims) one?.setClock(skew_ms)
    await sleep(short_ms)
    for (const one of victims) one?.setClock(0)
    return null
  },
})

/** Takes all free connections and releases them at the end. */
async function takeConnections(url: string): Promise<void> {
  const greedy = connectDatabase(url, { max_connections: 100, onError: () => undefined })
  const held = await Promise.allSettled(Array.from({ length: 100 }, () => greedy.pool.connect()))
  await sleep(short_ms)
  for (const one of held) if (one.status === 'fulfilled') one.value.release()
  await greedy.close()
}

/** Faults for processes with one role each. */
export const faults: readonly Fault[] = [
  {
    name: 'each `http` process killed in turn',
    times: 2,
    async strike(scene) {
      for (const one of of(scene, 'http')) {
        await one.kill()
        await sleep(rest_ms)
      }
      return null
    },
  },
  killHolders('jobs', 2),
  killHolders('scoring', 2),
  {
    name: `the database killed, restarted after ${away_ms / 1000} s`,
    times: 1,
    async strike({ database }) {
      await database.kill(away_ms)
      await sleep(away_ms)
      return null
    },
  },
  {
    name: `the build calculator killed while it works, away for ${short_ms / 1000} s`,
    times: 1,
    async strike({ killCalculator }) {
      await killCalculator(short_ms)
      return null
    },
  },
  cutRole('http'),
  cutRole('jobs'),
  {
    name: `network between the scorekeeper and the database cut until a takeover, and ${short_ms / 1000} s`,
    times: 1,
    async strike(scene) {
      const { victim, took_ms } = await strikeHolder(scene, 'scoring', ({ cabinet }) => cabinet.cut())
      await sleep(short_ms)
      victim.cabinet.mend()
      return took_ms
    },
  },
  {
    name: `network between all processes and the database cut, ${long_ms / 1000} s`,
    times: 1,
    async strike({ fleet }) {
      await cut(fleet, long_ms)
      return null
    },
  },
  {
    name: `all database connections taken by other programs, ${short_ms / 1000} s`,
    times: 1,
    async strike({ database }) {
      await takeConnections(database.url)
      return null
    },
  },
  {
    name: `the database's disk full, ${short_ms / 1000} s`,
    times: 1,
    async strike({ database_disk }) {
      fillDisk(database_disk)
      await sleep(short_ms)
      freeDisk(database_disk)
      return null
    },
  },
  {
    name: `the processes' own disks full, ${short_ms / 1000} s`,
    times: 1,
    async strike({ fleet }) {
      for (const { folder } of fleet) fillDisk(folder)
      await sleep(short_ms)
      for (const { folder } of fleet) freeDisk(folder)
      return null
    },
  },
  skewClocks(hour_ms, 'fast'),
  skewClocks(-hour_ms, 'slow'),
  {
    name: `an \`http\` process stopped (SIGSTOP), ${short_ms / 1000} s`,
    times: 1,
    async strike(scene) {
      const [victim] = of(scene, 'http')
      victim?.hang()
      await sleep(short_ms)
      victim?.wake()
      return null
    },
  },
  hangHolder('jobs'),
  hangHolder('scoring'),
]

/** Faults for two processes with all roles; only one may read the stream, and only one may keep the scores. */
export const faultsOfTwo: readonly Fault[] = [
  {
    name: 'two servers of all roles, each killed in turn',
    times: 2,
    async strike(scene) {
      let longest = 0
      for (const role of ['jobs', 'scoring'] as const) {
        const { took_ms } = await strikeHolder(scene, role, (victim) => victim.kill())
        longest = Math.max(longest, took_ms)
        await sleep(rest_ms)
      }
      return longest
    },
  },
]
