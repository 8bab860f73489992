import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Readiness } from '@muster/contract/health'
import type { EventId } from '@muster/contract/ids'
import { connectDatabase, type Db } from '@muster/server/db/connect'
import { migrate } from '@muster/server/db/migrate'
import { verifyStandings } from '@muster/server/scoring/verify'
import type { Verdict } from '@muster/simulator/oracle/verdict'
import type { Simulator } from '@muster/simulator/simulator'
import { parseChangeId } from '@muster/simulator/views/stream-view'
import { watchConnections } from './chaos/connections.ts'
import { startDatabaseMachine } from './chaos/database.ts'
import { createFactCheck, type FactsFound } from './chaos/facts.ts'
import { faults, faultsOfTwo, type Fault, type Scene } from './chaos/faults.ts'
import { type Member, startMember } from './chaos/fleet.ts'
import { openGame, openLeague } from './chaos/league.ts'
import { enterPrivateMachine, hostOf, layNetworks, mountDisk, passOn } from './chaos/machine.ts'
import { providePrometheus, startAlertWatch } from './chaos/watch.ts'
import { Complaint, readOptions, runCommand } from './command.ts'
import { isSettled } from './rehearsal/play.ts'

const usage = `Plays a simulated event on two processes of each role, each on a machine of its own as far as it can tell, and then on two that
have all of them. Does to them what happens to machines, and checks after each fault that they recovered by themselves, that the
standings are the oracle's, that no fact was lost or counted twice, that they keep to the connections to the database that they may have, and that an alert of
deploy/alerts.yaml was raised. Everything stays in namespaces of its own and ends by itself.

  npm run chaos [-- --only TEXT]

  --only TEXT   only the faults whose names contain this text; may be given several times

It needs Linux, with the right to make namespaces (root has it).`

/** Timeout for recovery, and for scoring everything played. */
const patience_ms = 120_000
/** Real time after the end of a fault for slow alerts. */
const alertPatience_ms = 20_000
const database_mebibytes = 512
const calculatorPort = 9200

async function until(what: string, holds: () => Promise<boolean>): Promise<number> {
  const began = Date.now()
  let last: unknown
  while (!(await holds().catch((error: unknown) => ((last = error), false)))) {
    if (Date.now() > began + patience_ms) throw new Error(`${what} did not happen within ${patience_ms} ms`, { cause: last })
    await sleep(50)
  }
  return Date.now() - began
}

const ask = async (url: string) => fetch(url, { signal: AbortSignal.timeout(4000) })
const seconds = (ms: number | null) => (ms === null ? '' : `${(ms / 1000).toFixed(1)} s`)

/** The effects of a fault. */
interface Outcome {
  readonly fault: Fault
  readonly takeover_ms: number | null
  readonly struck_ms: number
  readonly recovered_ms: number
  /** Warnings and errors in the logs of all processes. */
  readonly troubles: number
  readonly alerts: readonly string[]
  /** Connections to the database: the most at a time, and the limit of all processes together. */
  readonly connections: { readonly most: number; readonly allowed: number }
  readonly facts: FactsFound
  readonly verdict: Verdict
  /** Number of scores that differ from the ledger; null without a ledger. */
  readonly unlike_ledger: number | null
  readonly changes: { readonly count: number; readonly last: number | null }
}

const columns: Readonly<Record<string, (outcome: Outcome) => string | number>> = {
  Fault: ({ fault }) => fault.name,
  Times: ({ fault }) => fault.times,
  'Taken over after': ({ takeover_ms }) => seconds(takeover_ms),
  Lasted: ({ struck_ms }) => seconds(struck_ms),
  'Well after': ({ recovered_ms }) => seconds(recovered_ms),
  'Warnings and errors': ({ troubles }) => troubles,
  'Alerts raised': ({ alerts }) => alerts.map((name) => `\`${name}\``).join(', '),
  'Connections at most': ({ connections }) => connections.most,
  'Facts compared': ({ facts }) => facts.compared,
  'Lost or double': ({ facts }) => facts.lost + facts.extra,
  'Scores compared with the oracle (exact)': ({ verdict }) => `${verdict.compared} (${verdict.exact})`,
  Differ: ({ verdict }) => verdict.differences.length,
}
const writeRow = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |\n`

const listProblems = ({ facts, verdict, unlike_ledger, changes, alerts, connections }: Outcome): string[] =>
  [
    facts.lost + facts.extra > 0 &&
      `of ${facts.lost} tabs and objectives facts are missing, of ${facts.extra} there are too many`,
    ...verdict.differences.map((one) => `${one.objective}, team ${one.team}: ${one.found}; the oracle expects ${one.expected}`),
    unlike_ledger !== 0 && `${unlike_ledger} scores differ from the ledger`,
    changes.count !== (changes.last ?? 0) && `${changes.count} of ${changes.last} changes are there`,
    alerts.length === 0 && 'no alert was raised',
    connections.most > connections.allowed &&
      `they had ${connections.most} connections to the database together, and may have ${connections.allowed}`,
  ].filter((problem) => problem !== false)

async function isWell(fleet: readonly Member[]): Promise<boolean> {
  for (const { roles, url, metrics_url } of fleet) {
    if ((await ask(`${metrics_url}/ready`)).status !== 200) return false
    if (!roles.includes('http')) continue
    if ((await ask(`${url}/api/health`)).status !== 200) return false
    const { status } = (await (await ask(`${url}/api/ready`)).json()) as Readiness
    if (status !== 'ready') return false
  }
  return true
}

/** Waits until everything shown by the game is read, and everything read is scored. */
async function catchUp(simulator: Simulator, db: Db, event_id: EventId): Promise<void> {
  const end = simulator.world.stream.positionsAt(simulator.catchUp())
  await until('reading everything shown', async () => {
    const { next_change_id } = await db.selectFrom('stream_cursors').select('next_change_id').executeTakeFirstOrThrow()
    const position = parseChangeId(next_change_id) ?? []
    return end.every((at, shard) => (position[shard] ?? 0) >= at)
  })
  await until('scoring everything read', () => isSettled({ db }, event_id))
}

/** A calculator of builds in a process of its own. */
async function startCalculator(game_port: number): Promise<ChildProcess> {
  const script = ['tools/chaos/calculator.ts', hostOf('others'), String(calculatorPort), String(game_port)]
  const calculator = spawn(process.execPath, script, { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(calculator.stdout, 'data')
  return calculator
}

async function play(folder: string, only: readonly string[]): Promise<void> {
  layNetworks()
  const database_disk = join(folder, 'postgres')
  mountDisk(database_disk, database_mebibytes)
  const database = await startDatabaseMachine(database_disk, hostOf('database'), join(folder, 'postgres.log'))
  await migrate(database.url)
  const { db, pool, close: disconnect } = connectDatabase(database.url, { max_connections: 2, onError: () => undefined })
  const public_url = 'http://10.99.0.11:3000'
  const { simulator, env } = await openGame(public_url)
  const port = Number(new URL(simulator.url).port)
  await passOn(hostOf('others'), port, port)

  let calculator = await startCalculator(port)
  const path = new URL(simulator.calculator_url).pathname
  const member_env = {
    ...env,
    DATABASE_URL: database.url,
    POB_URL: `http://${hostOf('others')}:${calculatorPort}${path}/poe1/import-character`,
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
  }
  const troubles: string[] = []
  const fleet: Member[] = []
  const outcomes: Outcome[] = []
  async function startMembers(all: readonly string[]): Promise<void> {
    const starting = all.map((roles, place) => startMember(place + 1, roles, member_env, folder, (line) => troubles.push(line)))
    fleet.push(...(await Promise.all(starting)))
  }
  await startMembers(['http', 'http', 'jobs', 'jobs', 'scoring', 'scoring'])
  const league = await openLeague(simulator, db, database.url, public_url)
  const { event_id } = league.event
  const compareFacts = createFactCheck(db, league, simulator.world, () => isSettled({ db }, event_id))

  const scene: Scene = {
    fleet,
    db,
    pool,
    event_id,
    database,
    database_disk,
    async killCalculator(away_ms) {
      // So that it is requested while it is down.
      await db
        .updateTable('build_queue')
        .set({ due_at: new Date(0) })
        .where('request', 'is not', null)
        .execute()
      calculator.kill('SIGKILL')
      await sleep(away_ms)
      calculator = await startCalculator(port)
    },
  }

  async function strike(fault: Fault): Promise<Outcome> {
    process.stderr.write(`${fault.name} …\n`)
    const watch = await startAlertWatch(fleet, folder)
    const connections = watchConnections({ pool }, fleet)
    const [spoken, from_ms, began] = [troubles.length, league.now(), Date.now()]
    const takeover_ms = await fault.strike(scene)
    const struck_ms = Date.now() - began
    const recovered_ms = await until('a recovery', () => isWell(fleet))
    await catchUp(simulator, db, event_id)
    const over_ms = league.now()
    league.excuse({ from_ms, to_ms: over_ms })
    const verdict = await league.judge()
    const facts = await compareFacts()
    const ledger = await verifyStandings(db, event_id)
    const changes = await db
      .selectFrom('score_changes')
      .select((of) => [of.fn.countAll<number>().as('count'), of.fn.max('sequence').as('last')])
      .where('event_id', '=', event_id)
      .executeTakeFirstOrThrow()
    const late = Date.now() + alertPatience_ms
    let alerts = await watch.listRaised()
    for (; alerts.length === 0 && Date.now() < late; alerts = await watch.listRaised()) await sleep(200)
    await watch.stop()
    await connections.stop()
    // The game waited while this process compared.
    league.excuse({ from_ms: over_ms, to_ms: league.now() })
    const unlike_ledger = ledger?.differences.length ?? null
    const times = { takeover_ms, struck_ms, recovered_ms }
    return { fault, ...times, troubles: troubles.length - spoken, alerts, connections, facts, verdict, unlike_ledger, changes }
  }

  async function strikeAll(all: readonly Fault[]): Promise<void> {
    await until('a start', () => isWell(fleet))
    for (const fault of all) {
      const outcome = await strike(fault)
      outcomes.push(outcome)
      const problems = listProblems(outcome)
      process.stderr.write(writeRow(Object.values(columns).map((read) => read(outcome))))
      process.stderr.write(problems.map((problem) => `  WRONG: ${problem}\n`).join(''))
      if (problems.length > 0) process.exitCode = 1
    }
  }

  try {
    const isWanted = ({ name }: Fault) => only.some((text) => name.includes(text))
    await until('facts', async () => (await db.selectFrom('facts').select('sequence').limit(1).execute()).length > 0)
    await strikeAll(faults.filter(isWanted))
    if (faultsOfTwo.some(isWanted)) {
      for (const one of fleet) await one.close()
      // The first one is used by organisers and the oracle, as before.
      fleet.length = 0
      await startMembers(['http,jobs,scoring', 'http,jobs,scoring'])
      await strikeAll(faultsOfTwo.filter(isWanted))
    }
  } finally {
    for (const one of fleet) await one.close()
    await simulator.close()
    await disconnect()
    await database.close()
  }
  const headings = Object.keys(columns)
  const lines = outcomes.map((outcome) => Object.values(columns).map((read) => read(outcome)))
  process.stdout.write([headings, headings.map(() => '---'), ...lines].map(writeRow).join(''))
}

await runCommand(async () => {
  const { values } = readOptions(usage, { only: { type: 'string', multiple: true, default: [''] } })
  const names = [...faults, ...faultsOfTwo].map(({ name }) => name)
  const unknown = values.only.find((text) => !names.some((name) => name.includes(text)))
  if (unknown !== undefined) throw new Complaint(`No fault has "${unknown}" in its name. The faults:\n  ${names.join('\n  ')}`)
  // The private machine has no network to fetch it.
  await providePrometheus()
  const folder = await enterPrivateMachine(process.argv[1] ?? '')
  if (folder !== null) await play(folder, values.only)
})
process.exit()
