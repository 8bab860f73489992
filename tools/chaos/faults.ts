import { setTimeout as sleep } from 'node:timers/promises'
import type { EventId } from '@muster/contract/ids'
import { type Connection, connectDatabase } from '@muster/server/db/connect'
import type { DatabaseMachine } from './database.ts'
import type { Member } from './fleet.ts'
import { type Holders, readHolders } from './holders.ts'
import { fillDisk, freeDisk } from './machine.ts'

/** What a fault can be done to. */
export interface Scene extends Pick<Connection, 'db' | 'pool'> {
  readonly fleet: readonly Member[]
  readonly event_id: EventId
  readonly database: DatabaseMachine
  /** The disk that the database has to itself. */
  readonly database_disk: string
  /** Kills the program that calculates builds, and starts it again after so long. */
  killCalculator(away_ms: number): Promise<void>
}

export interface Fault {
  readonly name: string
  /** How often it strikes. */
  readonly times: number
  /** Does it, and undoes it where nobody else would. @returns how long the longest takeover took, null where nobody takes over. */
  strike(scene: Scene): Promise<number | null>
}

const hour_ms = 3_600_000
/** How long what lasts is done. */
const short_ms = 12_000
/** Longer than any connection of ours is waited for. */
const long_ms = 40_000
/** Between two of the same kind: what was killed is back by then. */
const rest_ms = 4000
const away_ms = 8000
const takeoverPatience_ms = 60_000

const of = ({ fleet }: Scene, role: string) => fleet.filter(({ roles }) => roles.split(',').includes(role))
const databaseHostOf = ({ cabinet }: Member) => cabinet.database_address

/** The process that holds something now. */
async function findHolder(scene: Scene, role: 'jobs' | 'scoring'): Promise<Member> {
  for (const until = Date.now() + takeoverPatience_ms; Date.now() < until; await sleep(50)) {
    const holders = await readHolders(scene, scene.event_id).catch(() => null)
    const host = role === 'scoring' ? holders?.scoring : holders?.jobs[0]
    const found = scene.fleet.find((one) => databaseHostOf(one) === host)
    if (found) return found
  }
  throw new Error(`nobody has the work of ${role}`)
}

/** Until nothing of a role is held by this process any more, and all of it by others. @returns how long that took. */
async function timeTakeover(scene: Scene, role: 'jobs' | 'scoring', victim: Member, before: Holders): Promise<number> {
  const began = Date.now()
  const isHeld = (host: string | null) => host !== null && host !== databaseHostOf(victim)
  for (; Date.now() < began + takeoverPatience_ms; await sleep(20)) {
    const now = await readHolders(scene, scene.event_id).catch(() => null)
    if (!now) continue
    if (role === 'jobs' ? now.jobs.every(isHeld) : isHeld(now.scoring) && now.scores_fence > before.scores_fence)
      return Date.now() - began
  }
  throw new Error(`nobody took over what ${victim.name} had`)
}

/** Does something to whoever holds a role, and times how long it takes until somebody else does. */
async function strikeHolder(scene: Scene, role: 'jobs' | 'scoring', strike: (victim: Member) => Promise<void> | void) {
  const victim = await findHolder(scene, role)
  const before = await readHolders(scene, scene.event_id)
  await strike(victim)
  return { victim, took_ms: await timeTakeover(scene, role, victim, before) }
}

const killHolders = (role: 'jobs' | 'scoring', times: number): Fault => ({
  name: `the \`${role}\` process that does the work killed`,
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
  name: `the \`${role}\` process that does the work stopped in its tracks (SIGSTOP) until another has taken over and for ${short_ms / 1000} s`,
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
  name: `the network between both \`${role}\` processes and the database cut for ${short_ms / 1000} s, without a word`,
  times: 1,
  async strike(scene) {
    await cut(of(scene, role), short_ms)
    return null
  },
})

const skewClocks = (skew_ms: number, what: string): Fault => ({
  name: `the clocks of one \`http\`, and of the \`jobs\` and the \`scoring\` process that do the work, ${what} by an hour, for ${short_ms / 1000} s`,
  times: 1,
  async strike(scene) {
    const victims = [of(scene, 'http')[0], await findHolder(scene, 'jobs'), await findHolder(scene, 'scoring')]
    for (const one of victims) one?.setClock(skew_ms)
    await sleep(short_ms)
    for (const one of victims) one?.setClock(0)
    return null
  },
})

/** Takes what is left, again and again, and gives it back at the end. */
async function takeConnections(url: string): Promise<void> {
  const greedy = connectDatabase(url, { max_connections: 100, onError: () => undefined })
  const held = await Promise.allSettled(Array.from({ length: 100 }, () => greedy.pool.connect()))
  await sleep(short_ms)
  for (const one of held) if (one.status === 'fulfilled') one.value.release()
  await greedy.close()
}

/** What happens to processes of one role each. */
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
    name: `the database killed, and started again after ${away_ms / 1000} s`,
    times: 1,
    async strike({ database }) {
      await database.kill(away_ms)
      await sleep(away_ms)
      return null
    },
  },
  {
    name: `the calculator of builds killed while it calculates, and away for ${short_ms / 1000} s`,
    times: 1,
    async strike({ killCalculator }) {
      await killCalculator(short_ms)
      return null
    },
  },
  cutRole('http'),
  cutRole('jobs'),
  {
    name: `the network between the scorekeeper and the database cut until another has taken over, and for ${short_ms / 1000} s`,
    times: 1,
    async strike(scene) {
      const { victim, took_ms } = await strikeHolder(scene, 'scoring', ({ cabinet }) => cabinet.cut())
      await sleep(short_ms)
      victim.cabinet.mend()
      return took_ms
    },
  },
  {
    name: `the network between all processes and the database cut for ${long_ms / 1000} s, after which connections are given up`,
    times: 1,
    async strike({ fleet }) {
      await cut(fleet, long_ms)
      return null
    },
  },
  {
    name: `all connections to the database taken by others for ${short_ms / 1000} s`,
    times: 1,
    async strike({ database }) {
      await takeConnections(database.url)
      return null
    },
  },
  {
    name: `the database's disk full for ${short_ms / 1000} s`,
    times: 1,
    async strike({ database_disk }) {
      fillDisk(database_disk)
      await sleep(short_ms)
      freeDisk(database_disk)
      return null
    },
  },
  {
    name: `the own disks of all processes full for ${short_ms / 1000} s`,
    times: 1,
    async strike({ fleet }) {
      for (const { folder } of fleet) fillDisk(folder)
      await sleep(short_ms)
      for (const { folder } of fleet) freeDisk(folder)
      return null
    },
  },
  skewClocks(hour_ms, 'put forward'),
  skewClocks(-hour_ms, 'put back'),
  {
    name: `an \`http\` process stopped in its tracks (SIGSTOP) for ${short_ms / 1000} s`,
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

/** What happens to two processes that have all roles, where exactly one may read the stream and one keep the scores. */
export const faultsOfTwo: readonly Fault[] = [
  {
    name: 'two servers of all roles on one database, either killed in turn',
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
