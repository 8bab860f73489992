import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Readiness } from '@muster/contract/health'
import type { EventId } from '@muster/contract/ids'
import { connectDatabase, type Db } from '@muster/server/db/connect'
import { startEmbeddedPostgres } from '@muster/server/db/embedded-postgres'
import { migrate } from '@muster/server/db/migrate'
import { presencePrefix } from '@muster/server/jobs/presence'
import { verifyStandings } from '@muster/server/scoring/verify'
import { openWorld } from '../e2e/world.ts'
import { type Member, startMember } from './chaos/fleet.ts'
import { readOptions, runCommand } from './command.ts'

const usage = `Plays a simulated event on two processes of each role, does to them what happens to machines, and checks after each fault that
nothing was lost or counted twice, and that they recovered by themselves. Everything stays on this machine and ends by itself.

  npm run chaos`

const event_id = 1 as EventId
/** In which the fleet has to recover, and in which its ledger has to be scored. */
const patience_ms = 120_000
/** Goal: 5 s. */
const mostTakeover_ms = 8000
/** How long what lasts is done. */
const fault_ms = 12_000

interface Fault {
  readonly name: string
  /** Does it, and undoes it where nobody else would. */
  strike(): Promise<void>
}

async function readFences(db: Db) {
  const jobs = await db.selectFrom('jobs').select(['job_type', 'fence', 'lease_owner']).where('event_id', '=', event_id).execute()
  const scores = await db.selectFrom('score_cursors').select('fence').where('event_id', '=', event_id).executeTakeFirst()
  return { jobs, scores: scores?.fence ?? 0 }
}

async function until(what: string, holds: () => Promise<boolean>): Promise<number> {
  const began = Date.now()
  while (!(await holds().catch(() => false))) {
    if (Date.now() > began + patience_ms) throw new Error(`${what} did not happen within ${patience_ms} ms`)
    await sleep(50)
  }
  return Date.now() - began
}

const ask = async (member: Member, path: string) => fetch(`${member.url}/api/${path}`, { signal: AbortSignal.timeout(4000) })

await runCommand(async () => {
  readOptions(usage, {})
  const data_dir = mkdtempSync(join(tmpdir(), 'muster-chaos-'))
  const database = await startEmbeddedPostgres({ data_dir: join(data_dir, 'postgres'), durable: true })
  await migrate(database.url)
  const { db, close: disconnect } = connectDatabase(database.url, { max_connections: 2, onError: () => undefined })
  const world = await openWorld({ database_url: database.url, speed: 60, length_hours: 240 })
  const socket_path = join(new URL(database.url).searchParams.get('host') ?? '', '.s.PGSQL.5432')
  const troubles: string[] = []
  const fleet: Member[] = []
  for (const roles of ['http', 'http', 'jobs', 'jobs', 'scoring', 'scoring'])
    fleet.push(await startMember(roles, world.env, socket_path, (line) => troubles.push(line)))
  const of = (roles: string) => fleet.filter((one) => one.roles === roles)

  const isWell = async () => {
    for (const web of of('http')) {
      if ((await ask(web, 'health')).status !== 200) return false
      const { status } = (await (await ask(web, 'ready')).json()) as Readiness
      if (status !== 'ready') return false
    }
    return true
  }
  const countFacts = async () =>
    (
      await db
        .selectFrom('facts')
        .select((of) => of.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
    ).count

  /** Each lease has a holder whose heartbeat the database sees, and the ledger a scorekeeper that is not the one before. */
  async function hasHolders(roles: 'jobs' | 'scoring', before: number): Promise<boolean> {
    const { jobs, scores } = await readFences(db)
    if (roles === 'scoring') return scores > before
    const present = await db
      .selectFrom('pg_stat_activity' as never)
      .select('application_name' as never)
      .execute()
    const names = new Set((present as { application_name: string }[]).map(({ application_name }) => application_name))
    return jobs.every(({ lease_owner }) => names.has(`${presencePrefix}${lease_owner}`))
  }

  /** One after the other, so that whoever holds something is among them. @returns the longest that a takeover took. */
  async function killEach(roles: 'jobs' | 'scoring'): Promise<number> {
    let longest = 0
    for (const one of of(roles)) {
      const before = (await readFences(db)).scores
      await one.kill()
      const began = Date.now()
      // Where it held nothing, nobody takes over.
      while (!(await hasHolders(roles, before)) && Date.now() < began + mostTakeover_ms) await sleep(20)
      if (Date.now() < began + mostTakeover_ms) longest = Math.max(longest, Date.now() - began)
      await sleep(3000)
    }
    if (longest === 0) throw new Error(`no process of ${roles} held anything, or nobody took over`)
    return longest
  }

  const postmaster = () => Number(readFileSync(join(data_dir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0])
  let takeover_ms: number | null = null
  const faults: Fault[] = [
    {
      name: 'each http process killed in turn',
      strike: async () => {
        for (const one of of('http')) {
          await one.kill()
          await sleep(3000)
        }
      },
    },
    { name: 'each jobs process killed in turn', strike: async () => void (takeover_ms = await killEach('jobs')) },
    { name: 'each scoring process killed in turn', strike: async () => void (takeover_ms = await killEach('scoring')) },
    {
      name: 'the database killed, and started again after 2 s',
      strike: async () => {
        process.kill(postmaster(), 'SIGKILL')
        await sleep(2000)
        await database.revive()
      },
    },
    ...(['http', 'jobs', 'scoring'] as const).map(
      (roles): Fault => ({
        name: `the network between both ${roles} processes and the database cut for ${fault_ms / 1000} s, without a word`,
        strike: async () => {
          for (const one of of(roles)) one.line.cut()
          await sleep(fault_ms)
          for (const one of of(roles)) one.line.mend()
        },
      }),
    ),
    { name: `all connections taken by others for ${fault_ms / 1000} s`, strike: async () => takeConnections(database.url) },
  ]
  const rows: string[] = []
  try {
    await until('a start', async () => (await isWell()) && (await countFacts()) > 0)
    for (const { name, strike } of faults) {
      const [before, spoken] = [await countFacts(), troubles.length]
      process.stderr.write(`${name} …\n`)
      const began = Date.now()
      takeover_ms = null
      await strike()
      const struck_ms = Date.now() - began
      const recovered_ms = await until('a recovery', isWell)
      // Play goes on: what happens after it has to arrive.
      const after = await until('new facts', async () => (await countFacts()) > before)
      const found = await verifyStandings(db, event_id)
      const changes = await db
        .selectFrom('score_changes')
        .select((of) => [of.fn.countAll<number>().as('count'), of.fn.max('sequence').as('last')])
        .where('event_id', '=', event_id)
        .executeTakeFirstOrThrow()
      if (!found || found.differences.length > 0 || changes.count !== changes.last)
        throw new Error(
          `${name}: ${found?.differences.length} scores differ from the ledger, ${changes.count} of ${changes.last} changes`,
        )
      rows.push(
        `| ${name} | ${takeover_ms === null ? '' : `${(takeover_ms / 1000).toFixed(1)} s`} | ${(struck_ms / 1000).toFixed(1)} s | ${(recovered_ms / 1000).toFixed(1)} s | ${(after / 1000).toFixed(1)} s | ${troubles.length - spoken} | 0 of ${found.compared} |`,
      )
      process.stderr.write(`${rows.at(-1)}\n`)
    }
  } finally {
    for (const one of fleet) await one.close()
    await world.close()
    await disconnect()
    await database.stop()
    rmSync(data_dir, { recursive: true, force: true })
  }
  console.log(
    [
      '| Fault | Taken over after | Lasted | Well after | New facts after | Warnings and errors | Scores that differ from the ledger |',
      '|---|---|---|---|---|---|---|',
      ...rows,
    ].join('\n'),
  )
})
process.exit()

/** Takes what is left, again and again, and gives it back at the end. */
async function takeConnections(url: string): Promise<void> {
  const greedy = connectDatabase(url, { max_connections: 100, onError: () => undefined })
  const held = await Promise.allSettled(Array.from({ length: 100 }, () => greedy.pool.connect()))
  await sleep(fault_ms)
  for (const one of held) if (one.status === 'fulfilled') one.value.release()
  await greedy.close()
}
