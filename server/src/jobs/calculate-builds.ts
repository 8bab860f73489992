import { choreEvery_ms } from '@muster/domain/events/chores'
import { inflateSync } from 'node:zlib'
import type { EventId } from '@muster/contract/ids'
import { readFigures, readStats } from '@muster/domain/builds/calculated-figures'
import { writeCalculatorRequest } from '@muster/domain/builds/calculator-request'
import type { FetchOutcome } from '@muster/domain/tracking/coverage'
import type { Context } from '../context.ts'
import type { BuildGateway, CalculatedBuild } from '../gateways/pob/client.ts'
import {
  type Calculated,
  isCalculated,
  listWaitingBuilds,
  settleBuild,
  type WaitingBuild,
} from '../ingestion/characters/build-queue.ts'
import { recordOutcomes } from '../ingestion/fetch-windows.ts'
import type { Chore } from './chores.ts'

const batchSize = 40
/** So many outages, or builds that nobody could read, in a row mean that the service is down. */
const mostOutages = 3
const mostRefusals = 5
/** Wall clock: how long a service that is down is left alone, at first and at most. */
const firstPause_ms = 30_000
const longestPause_ms = 5 * 60_000
const longestXml_bytes = 8 * 1024 * 1024

export interface BuildService {
  readonly gateway: BuildGateway
  readonly concurrency: number
  /** Kept with every figure; another one means that all is calculated anew as it changes. */
  readonly engine: string
}

function readExport(export_string: string): string {
  const bytes = Buffer.from(export_string.replaceAll('-', '+').replaceAll('_', '/'), 'base64')
  return inflateSync(bytes, { maxOutputLength: longestXml_bytes }).toString()
}

/** null: this is no build. */
function readAnswer(answer: Extract<CalculatedBuild, { ok: true }>) {
  try {
    const stats = readStats(readExport(answer.export_string))
    const figures = readFigures(stats)
    return figures && { figures, stats }
  } catch {
    return null
  }
}

type Outcome = { readonly found: Calculated | null } | { readonly outage: string }

/**
 * Asks for the figures of builds that wait for them. Fetching never waits for this: a service that is down leaves the
 * builds in their queue, one for each character, and is asked again after a pause that grows.
 */
export function createCalculateBuilds({ gateway, concurrency, engine }: BuildService): Chore {
  let pause_ms = 0
  let pausedUntil = 0

  async function calculate(ctx: Context, build: WaitingBuild, signal: AbortSignal): Promise<Outcome> {
    if (await isCalculated(ctx.db, build.export_hash, engine)) return { found: null }
    for (const is_partial of [false, true]) {
      const answer = await gateway.calculate(JSON.stringify(writeCalculatorRequest(build.character, is_partial)), signal)
      if (!answer.ok && answer.reason === 'unavailable') return { outage: answer.detail }
      const calculated = answer.ok ? readAnswer(answer) : null
      if (calculated) return { found: { engine, ...calculated, is_partial } }
    }
    return { found: { engine, figures: null, stats: null, is_partial: false } }
  }

  /** Nothing new is begun once the service seems to be down. @returns what is wrong with it. */
  async function work(ctx: Context, waiting: WaitingBuild[], signal: AbortSignal): Promise<string | null> {
    let [outages, refusals] = [0, 0]
    let problem: string | null = null
    const heard = new Map<EventId, FetchOutcome>()
    async function worker(): Promise<void> {
      for (let build = waiting.shift(); build && problem === null && !signal.aborted; build = waiting.shift()) {
        const outcome = await calculate(ctx, build, signal)
        if (signal.aborted) return
        if ('outage' in outcome) {
          outages++
          heard.set(build.event_id, 'unavailable')
          if (outages >= mostOutages) problem = `The Path of Building service does not answer: ${outcome.outage}`
          continue
        }
        const { found } = outcome
        outages = 0
        refusals = found && found.figures === null ? refusals + 1 : 0
        if (refusals >= mostRefusals) problem = `The Path of Building service could not read ${refusals} builds in a row`
        heard.set(build.event_id, null)
        const settled = build
        await ctx.db.transact((tx) => settleBuild(tx, settled, found, new Date(ctx.clock.now())))
      }
    }
    await Promise.all(Array.from({ length: concurrency }, worker))
    const at = new Date(ctx.clock.now())
    await ctx.db.transact(async (tx) => {
      for (const [event_id, outcome] of heard)
        await recordOutcomes(tx, event_id, 'figures', [{ subject: '', user_id: null, outcome }], at)
    })
    return problem
  }

  return {
    name: 'CalculateBuilds',
    every_ms: choreEvery_ms.CalculateBuilds,
    async run(ctx, signal) {
      if (Date.now() < pausedUntil) return null
      const waiting = await listWaitingBuilds(ctx.db, new Date(ctx.clock.now()), pause_ms > 0 ? mostOutages : batchSize)
      if (waiting.length === 0) return null
      const problem = await work(ctx, waiting, signal)
      pause_ms = problem === null ? 0 : Math.min(longestPause_ms, Math.max(firstPause_ms, pause_ms * 2))
      pausedUntil = Date.now() + pause_ms
      return problem
    },
  }
}
