import { createHash } from 'node:crypto'
import { createOracle } from '@muster/simulator/oracle/oracle'
import { games } from '@muster/domain/events/games'
import { type Contest, noRulings, type Patience, type Rulings } from '@muster/simulator/oracle/contest'
import type { Verdict } from '@muster/simulator/oracle/verdict'
import type { World } from '@muster/simulator/world/world'
import { type LogsOutcome, uploadGuildLogs } from './guild-logs.ts'
import { planClaims } from './claims.ts'
import { createKiller } from './kills.ts'
import { listOutages, listStrikes, reconnectEvery_ms } from './outages.ts'
import type { Organised } from './organise.ts'
import { bringKey, organise, awaitCalculations, playStep, reconnectThose, switchGuildTabsOn } from './play.ts'
import { readProduct, type ProductState } from './product-state.ts'
import { type Scenario, startsWithGame } from './scenario.ts'
import { listGained } from './compare-standings.ts'
import { followReports, type ReportsOutcome } from './reports.ts'
import { createReturnWatch, type Return } from './returns.ts'
import { listClosures } from './outages.ts'
import { openStage, type Stage } from './stage.ts'
import { readContest, readStandings } from './standings.ts'
import { createWatch, type Finding } from './watch.ts'

const minute_ms = 60_000
/** How long the game's late data is fetched after the end; it does not count. */
const afterplay_ms = 10 * minute_ms

export interface RehearsalOptions {
  /** Server processes killed at random moments; see `createKiller` for when. */
  readonly kills: number
  /** Restarts the database once, halfway. */
  readonly restart_database: boolean
  /** Upper bound for the speed relative to real time. */
  readonly speed: number
}

/** Measures the load of a rehearsal on the machine. */
export interface Onlooker {
  /** Called when all players are sorted into teams and the event is about to start. */
  begin(stage: Stage, event: Organised): Promise<void>
  /** Called after each step. @returns whether the event continues; if not, the part played so far is judged. */
  look(now_ms: number): Promise<boolean>
  /** Called after the comparison of standings, while the server still runs. */
  end(): Promise<void>
}

/** Minutes between comparisons of the standings with the oracle's, unless the scenario says otherwise. */
const watch_minutes = 180

/** The complete result of a rehearsal. */
export interface Outcome {
  readonly scenario: Scenario
  readonly options: RehearsalOptions
  readonly event_seconds: number
  readonly real_seconds: number
  readonly cpu_seconds: ReturnType<Stage['cpuSeconds']>
  readonly steps: number
  readonly moves: number
  readonly requests: ReturnType<Stage['simulator']['requests']['totals']>
  readonly complaints: readonly string[]
  readonly faults: readonly { readonly id: string; readonly effect: string; readonly struck: number }[]
  readonly kills: number
  readonly database_restarts: number
  /** Number of connections that players renewed after they had ended. */
  readonly reconnected: number
  /** Real milliseconds of the slowest step. */
  readonly slowest_step_ms: number
  readonly totals: readonly number[]
  readonly team_names: readonly string[]
  readonly verdict: Verdict
  /** The verdict's differences, each with the time it appeared. */
  readonly findings: readonly Finding[]
  /** Equal exactly if the final standings are equal. */
  readonly fingerprint: string
  readonly standings: string
  readonly product: ProductState
  readonly logs: LogsOutcome
  readonly troubles: readonly string[]
  /** For each maintenance: when participants and tabs were read again. */
  readonly returns: readonly (readonly Return[])[]
  /** Null: players report nothing. */
  readonly reports: ReportsOutcome | null
}

/** Delays that a working reader may have: twice the length of a step in addition to its own pauses. */
const readPatience = (step_ms: number, kills: number): Patience => ({
  stream_ms: 2 * step_ms + 10_000,
  guild_ms: 3 * minute_ms + 2 * step_ms,
  part_ms: 13 * minute_ms + 2 * step_ms,
  ladder_ms: 3 * minute_ms + 2 * step_ms,
  detail_ms: 16 * minute_ms + 2 * step_ms,
  calculation_ms: kills === 0 ? 60 * minute_ms : Number.POSITIVE_INFINITY,
})

/** Upper bound for the requests checked after each step; no step of a scenario with maintenance sends more. */
const maxRequestsPerStep = 2000

const waitReal = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const noLogs: LogsOutcome = { lines: 0, differences: [] }

/** Plays a whole event from an empty database to the final standings, and compares these with the oracle's. */
export async function rehearse(
  scenario: Scenario,
  options: RehearsalOptions,
  folder: string,
  say: (line: string) => void,
  ready_program?: Promise<string>,
  onlooker?: Onlooker,
): Promise<Outcome> {
  const began = Date.now()
  const stage = await openStage(scenario, folder, ready_program)
  try {
    return await play(stage, scenario, options, { say, began, onlooker })
  } finally {
    await stage.close()
  }
}

async function startProduct({ product, now }: Stage, kills: number): Promise<void> {
  await product.start(now())
  if (kills === 0) return
  // Only a process that stops regularly saves its compiled code for the next one.
  await product.stop()
  await product.start(now())
}

async function play(
  stage: Stage,
  scenario: Scenario,
  options: RehearsalOptions,
  { say, began, onlooker }: { say: (line: string) => void; began: number; onlooker: Onlooker | undefined },
): Promise<Outcome> {
  const { simulator, product } = stage
  const world_began_ms = stage.now()
  await startProduct(stage, options.kills)
  const event = await organise(stage, scenario)
  const offers = games[event.game_version]
  const step_ms = scenario.step_seconds * 1000
  const isDisturbed = options.kills > 0 || options.restart_database
  const contest = await readContest(event)
  let readsGame = startsWithGame(scenario)
  const isCalm = scenario.scripts.length === 0 && !isDisturbed
  const oracle = createOracle(simulator.world, contest, readPatience(step_ms, options.kills), isCalm, readsGame)
  const team_names = simulator.world.teams.map(({ name }) => name)
  const watch = createWatch(stage, event, scenario, contest, oracle)
  say(
    `${event.players.length} players signed up and sorted into ${event.team_ids.length} teams after ${Math.round((Date.now() - began) / 1000)} s (processor ${sayCpu(stage.cpuSeconds())})`,
  )
  for (const script of scenario.scripts) simulator.scripts.start(script, event.start_ms)
  const returns = createReturnWatch(listClosures(scenario.scripts, event.start_ms))
  const deeds = planDeeds(event, contest, scenario, simulator.world)
  const watchEvery_ms = (scenario.watch_minutes ?? watch_minutes) * minute_ms
  await onlooker?.begin(stage, event)
  const killer = createKiller(stage, event, scenario, options.kills)
  // The stream is read from the position at the start of the jobs, so event time must not advance before.
  await killer.waitForJobs()
  // The jobs' first work is done at this moment as well.
  await stage.moveTo(stage.now())
  const middle_ms = (event.start_ms + event.end_ms) / 2
  const last_ms = event.end_ms + afterplay_ms
  let database_restarts = 0
  let slowest_step_ms = 0
  let steps = 0
  let reconnected = 0
  let tabs = 0
  for (let at = Math.ceil(stage.now() / step_ms) * step_ms; at <= last_ms; at += step_ms) {
    const stepped = Date.now()
    await killer.strike(at)
    const isInDoubt = isDisturbed || at % (30 * minute_ms) === 0 || at + step_ms > last_ms
    await playStep(stage, event.event_id, at, isInDoubt)
    // A killed process keeps the lease of its calculations for minutes of real time.
    if (at >= event.end_ms && options.kills === 0) await awaitCalculations(stage, event.event_id)
    steps++
    returns.look(simulator.requests.list(maxRequestsPerStep))
    // The consequences are processed before time advances.
    if (await deeds.advance(at)) await stage.moveTo(at)
    if (!readsGame && at >= middle_ms) {
      await bringKey(stage, event, oracle.beginReading)
      await killer.waitForJobs()
      await stage.moveTo(stage.now())
      readsGame = true
    }
    const took_ms = Date.now() - stepped
    slowest_step_ms = Math.max(slowest_step_ms, took_ms)
    if (took_ms < step_ms / options.speed) await waitReal(step_ms / options.speed - took_ms)
    // Guild tabs are known a few minutes after the start, when the product has read the access of each player.
    if (offers.guild_tabs && readsGame && tabs === 0 && at > event.start_ms && at % (2 * minute_ms) === 0) {
      tabs = await switchGuildTabsOn(stage, event)
      if (tabs > 0) oracle.guildsFrom(stage.now())
    }
    if (options.restart_database && database_restarts === 0 && at >= middle_ms) {
      await stage.restartDatabase()
      await killer.waitForJobs()
      database_restarts++
    }
    if (at % reconnectEvery_ms === 0) reconnected += await reconnectThose(stage, event)
    if (at % (30 * minute_ms) === 0) sayHow(stage, event, say, began)
    if (at % watchEvery_ms === 0 && at > event.start_ms && at < event.end_ms) {
      // Recent decisions of judges must be scored as well.
      await playStep(stage, event.event_id, at, true)
      for (const { objective, team, expected, found } of await watch.look(deeds.rulings()))
        say(`  wrong: ${objective}, ${team_names[team] ?? team}: ${found}; the oracle expects ${expected}`)
    }
    if ((await onlooker?.look(at)) === false) break
  }
  const { standings, totals, text } = await readStandings(event, contest.root, team_names)
  const outages = listOutages(simulator.faults.list(), listStrikes(scenario.scripts, event.start_ms))
  const verdict = oracle.judge(standings, outages, Math.min(stage.now(), event.end_ms), deeds.rulings())
  const logs = offers.guild_logs ? await uploadGuildLogs(stage, event) : noLogs
  await playStep(stage, event.event_id, stage.now() + step_ms, true)
  const later = await readStandings(event, contest.root, team_names)
  // If the event was stopped early it is still running, and later play would look like a change by the logs.
  const gained = stage.now() < event.end_ms ? [] : listGained(text, later.text)
  await onlooker?.end()
  return {
    scenario,
    options,
    logs: { ...logs, differences: [...logs.differences, ...gained] },
    event_seconds: (stage.now() - world_began_ms) / 1000,
    real_seconds: (Date.now() - began) / 1000,
    cpu_seconds: stage.cpuSeconds(),
    steps,
    moves: stage.moves(),
    requests: simulator.requests.totals(),
    complaints: simulator.requests.complaints(),
    faults: simulator.faults.list().map(({ id, effect, struck }) => ({ id, effect, struck })),
    kills: killer.count(),
    database_restarts,
    reconnected,
    slowest_step_ms,
    totals,
    team_names,
    verdict,
    findings: watch.explain(verdict.differences),
    fingerprint: createHash('sha256').update(text).digest('hex'),
    standings: text,
    product: await readProduct(stage, event),
    troubles: product.troubles(),
    returns: returns.list(),
    reports: deeds.outcome(),
  }
}

/** Submissions, corrections and reports of players, with the decisions of judges. */
function planDeeds(event: Organised, contest: Contest, scenario: Scenario, world: World) {
  const claims = event.judge && planClaims(event, contest, event.judge)
  const reports = event.judge && scenario.reports ? followReports(event, contest, world, event.judge, scenario.seed) : null
  return {
    /** @returns whether anything was sent or decided. */
    async advance(now_ms: number): Promise<boolean> {
      const isClaimed = (await claims?.advance(now_ms)) ?? false
      return ((await reports?.advance(now_ms)) ?? false) || isClaimed
    },
    rulings(): Rulings {
      const { claims: claimed, reports: _, ...others } = claims?.rulings() ?? noRulings
      const { claims: levels, reports: items } = reports?.rulings() ?? noRulings
      return { ...others, claims: [...claimed, ...levels], reports: items }
    },
    outcome: () => reports?.outcome() ?? null,
  }
}

/** Processor time as a sentence. */
export const sayCpu = ({ server, database, game }: Outcome['cpu_seconds']) =>
  `${Math.round(server + database + game)} s: server ${Math.round(server)}, database ${Math.round(database)}, game ${Math.round(game)}`

function sayHow(stage: Stage, event: Organised, say: (line: string) => void, began: number) {
  const hour = ((stage.now() - event.start_ms) / (60 * minute_ms)).toFixed(1)
  const { requests, complaints } = stage.simulator.requests.totals()
  const complained = Object.values(complaints).reduce((sum, count) => sum + count, 0)
  say(
    `hour ${hour}, ${Math.round((Date.now() - began) / 1000)} s (processor ${sayCpu(stage.cpuSeconds())}): ${requests} requests, ${complained} complaints`,
  )
}
