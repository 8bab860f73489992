import type { GameVersion } from '@muster/contract/events'
import { gameVersions } from '@muster/contract/game-versions'
import type { EventId } from '@muster/contract/ids'
import { readFigures, readLevel, readStats } from '@muster/domain/builds/calculated-figures'
import { reduceCharacter, writeCalculatorRequest } from '@muster/domain/builds/calculator-request'
import { writeBuild } from '@muster/domain/builds/export'
import type { FetchOutcome } from '@muster/domain/tracking/coverage'
import type { Context } from '../context.ts'
import type { Calculator } from '../gateways/pob/calculator.ts'
import type { Calculators } from '../gateways/pob/calculators.ts'
import {
  type Calculated,
  failBuild,
  interruptBuild,
  isCalculated,
  listWaitingBuilds,
  retryFailedBuilds,
  settleBuild,
  type WaitingBuild,
} from '../ingestion/characters/build-queue.ts'
import { recordOutcomes } from '../ingestion/fetch-windows.ts'
import { type ScheduledTask, scheduledTask } from './scheduled-tasks.ts'

const batchSize = 40
/** This many outages, or failed builds, in a row mean that the calculator is down. */
const maxOutages = 3
const maxFailures = 5
/** Wall clock: first and longest pause for a calculator that is down. */
const firstPause_ms = 30_000
const longestPause_ms = 5 * 60_000

type Outcome =
  | { readonly kind: 'found'; readonly found: Calculated | null }
  | { readonly kind: 'failed'; readonly why: string }
  | { readonly kind: 'interrupted'; readonly why: string }
  | { readonly kind: 'outage'; readonly why: string }

type Settled = Exclude<Outcome, { kind: 'outage' }>

/** Reads a calculator's answer. Returns a text if the answer cannot be used: the reason. */
function readAnswer(xml: string, level: number): Pick<Calculated, 'figures' | 'stats'> | string {
  const answered = readLevel(xml)
  if (answered !== null && answered !== level) return `the answer is for level ${answered}`
  const stats = readStats(xml)
  const figures = readFigures(stats)
  return figures === null ? 'the answer contains no figures of a living character' : { figures, stats }
}

/** Tries the full build first, then one without the parts that some programs cannot load. */
async function ask({ calculate, reads, engine }: Calculator, build: WaitingBuild, signal: AbortSignal): Promise<Outcome> {
  let why = ''
  for (const isReduced of [false, true]) {
    const character = isReduced ? reduceCharacter(build.character) : build.character
    const text = reads === 'export' ? writeBuild(character).xml : JSON.stringify(writeCalculatorRequest(character))
    const answer = await calculate(text, signal)
    if (!answer.ok && answer.reason !== 'refused')
      return { kind: answer.reason === 'unavailable' ? 'outage' : 'interrupted', why: answer.detail }
    const read = answer.ok ? readAnswer(answer.xml, character.level) : answer.detail
    if (answer.ok && typeof read !== 'string')
      return { kind: 'found', found: { engine, ...read, is_partial: isReduced || answer.is_partial } }
    if (typeof read === 'string' && why === '') why = read
  }
  return { kind: 'failed', why }
}

/** Runs the turns of one game. Its calculator may be down while the other game's is up. */
function createTurns(game_version: GameVersion, calculator: Calculator): ScheduledTask['run'] {
  let pause_ms = 0
  let pausedUntil = 0
  /** Failures in a row and the time of the first. The calculator may be the cause. */
  let failures = 0
  let failingSince = new Date(0)

  async function calculate(ctx: Context, build: WaitingBuild, signal: AbortSignal): Promise<Outcome> {
    if (await isCalculated(ctx.db, build.export_hash, calculator.engine)) return { kind: 'found', found: null }
    return ask(calculator, build, signal)
  }

  /** Stores the outcome for a build. @returns whether the build failed. */
  async function keep(ctx: Context, build: WaitingBuild, outcome: Settled): Promise<boolean> {
    const at = new Date(ctx.clock.now())
    const isMended = outcome.kind === 'found' && outcome.found !== null && failures >= maxFailures
    const isFailed = await ctx.db.transact(async (tx) => {
      if (isMended) await retryFailedBuilds(tx, game_version, failingSince, at)
      if (outcome.kind === 'interrupted') return interruptBuild(tx, build, outcome.why, at)
      if (outcome.kind === 'found') await settleBuild(tx, build, outcome.found, at)
      else await failBuild(tx, build, outcome.why, at)
      return outcome.kind === 'failed'
    })
    if (isFailed && failures === 0) failingSince = at
    if (isFailed) failures++
    else if (outcome.kind === 'found' && outcome.found !== null) failures = 0
    return isFailed
  }

  /** Starts no more builds once the calculator seems to be down. @returns the calculator's problem, or null. */
  async function work(ctx: Context, signal: AbortSignal): Promise<string | null> {
    const size = pause_ms > 0 ? maxOutages : batchSize
    let outages = 0
    let problem: string | null = null
    const heard = new Map<EventId, FetchOutcome>()
    async function worker(waiting: WaitingBuild[]): Promise<void> {
      for (let build = waiting.shift(); build && problem === null && !signal.aborted; build = waiting.shift()) {
        const outcome = await calculate(ctx, build, signal)
        if (signal.aborted) return
        if (outcome.kind === 'outage') {
          outages++
          heard.set(build.event_id, 'unavailable')
          if (outages >= maxOutages) problem = `${calculator.name} does not respond: ${outcome.why}`
          continue
        }
        outages = 0
        heard.set(build.event_id, null)
        const isFailed = await keep(ctx, build, outcome)
        if (isFailed && outcome.kind !== 'found' && failures >= maxFailures)
          problem = `${calculator.name} could not calculate ${failures} builds in a row: ${outcome.why}`
      }
    }
    for (;;) {
      const waiting = await listWaitingBuilds(ctx.db, game_version, new Date(ctx.clock.now()), size)
      if (waiting.length === 0) break
      await Promise.all(Array.from({ length: calculator.concurrency }, () => worker(waiting)))
      if (problem !== null || signal.aborted) break
    }
    const at = new Date(ctx.clock.now())
    await ctx.db.transact(async (tx) => {
      for (const [event_id, outcome] of heard)
        await recordOutcomes(tx, event_id, 'figures', [{ subject: '', user_id: null, outcome }], at)
    })
    return problem
  }

  return async (ctx, signal) => {
    if (performance.now() < pausedUntil) return undefined
    const problem = await work(ctx, signal)
    pause_ms = problem === null ? 0 : Math.min(longestPause_ms, Math.max(firstPause_ms, pause_ms * 2))
    pausedUntil = performance.now() + pause_ms
    return problem
  }
}

/**
 * Requests figures for the builds in the queue. Fetching does not wait for this: while a calculator is down, builds stay queued,
 * one per character, and the calculator is asked again after a growing pause.
 */
export function createCalculateBuilds(calculators: Calculators): ScheduledTask<'CalculateBuilds'> {
  const games = gameVersions.flatMap((game_version) => {
    const calculator = calculators[game_version]
    return calculator === null ? [] : [createTurns(game_version, calculator)]
  })
  return scheduledTask('CalculateBuilds', async (ctx, signal) => {
    const said = await Promise.all(games.map((turn) => turn(ctx, signal)))
    const problems = said.filter((one) => typeof one === 'string')
    if (problems.length > 0) return problems.join('. ')
    // A calculator in its pause keeps the last reported problem.
    return said.includes(undefined) ? undefined : null
  })
}
