import { findDefinitionSequence, loadDefinition } from '../db/definition.ts'
import { writeRuleBook, type RuleBook } from '../ingestion/rules/fact-rules.ts'
import { loadMatcherOptions } from '../ingestion/rules/class-table.ts'
import { createStoredReader, createStreamReader, type FoundItems, type ItemReader } from '../ingestion/scan/item-readers.ts'
import { listItemRules } from '../ingestion/scan/scan-rules.ts'
import { beginScan, findOpenScan, listStoredEvents, saveProgress, type Scan, setScanEnd } from '../ingestion/scan/scan-store.ts'
import { createTally, type Tally } from '../ingestion/scan/tally.ts'
import { matchInSlices } from '../ingestion/stash/match-in-slices.ts'
import type { Job, Round, RoundResult } from './job.ts'

/** Event time between two pages of the stream: a quarter of the game's limit of two per second, the rest is for events. */
const pageWait_ms = 2000
/** Event time between two looks for a new scan; the runner takes the job away within seconds. */
const idleWait_ms = 1000
/** Event time until the next try after a failure. */
const failureWait_ms = 10_000
/** Real time of rest for each millisecond of matching: a scan uses a fifth of one processor. */
const restPerWork = 4

/** Failures that another try does not fix. */
const finalFailures: readonly string[] = ['unauthorized', 'forbidden', 'refused', 'missing']

interface ScanWork {
  scan: Scan
  readonly read: ItemReader
  readonly book: RuleBook
  readonly tally: Tally
  items: number
  done: number
}

const idle: RoundResult = { ok: true, wait_ms: idleWait_ms }

async function prepareReader(
  { ctx, event }: Round,
  { source }: Scan,
): Promise<{ read: ItemReader; total: number | null } | null> {
  if (source === 'stream') return ctx.game && { read: createStreamReader(ctx.game, () => ctx.clock.now()), total: null }
  const events = await listStoredEvents(ctx.db, event.game_version)
  const total = events.reduce((sum, { snapshots }) => sum + snapshots, 0)
  return { read: createStoredReader(ctx.db, events), total }
}

/** @returns null if the scan was ended or replaced meanwhile, or if this server cannot read its source. */
async function begin(round: Round, scan: Scan): Promise<ScanWork | null> {
  const { ctx, event, write } = round
  const definition_version = await findDefinitionSequence(ctx.db, event.id)
  const all = listItemRules(await loadDefinition(ctx.db, event.id))
  // The stream shows tabs only: an objective that counts worn items is not tested by it.
  const rules = new Map([...all].filter(([, { reads }]) => scan.source === 'stored' || reads === 'items'))
  const prepared = await prepareReader(round, scan)
  if (prepared === null) return null
  const { read, total } = prepared
  if (!(await write((tx) => beginScan(tx, scan, { definition_version, total, rules })))) return null
  const book = writeRuleBook(rules, await loadMatcherOptions(ctx, event.game_version))
  return { scan, read, book, tally: createTally(rules.keys()), items: 0, done: 0 }
}

/** Tests items against all rules. @returns the real time that it took */
async function test(work: ScanWork, found: readonly FoundItems[], signal: AbortSignal): Promise<number> {
  const began_ms = performance.now()
  for (const { kind, open } of found) {
    if (signal.aborted) break
    const matcher = kind === 'stash' ? work.book.tabs : work.book.characters
    const seen = open()
    work.items += seen.items.length
    if (matcher) work.tally.add(seen, await matchInSlices(matcher, seen.items, null))
  }
  return performance.now() - began_ms
}

async function end({ ctx, event, write }: Round, work: ScanWork, problem: string | null): Promise<RoundResult> {
  const ended_at = new Date(ctx.clock.now())
  const state = work.done === 0 && problem !== null ? 'failed' : 'done'
  const { items, done, scan } = work
  await write(async (tx) => {
    const progress = { items, done, state, ended_at, ...(problem !== null && { problem }) } as const
    // A scan that has taken the place of this one keeps the job.
    if (await saveProgress(tx, scan, progress, work.tally.takeChanged())) await setScanEnd(tx, event.id, ended_at)
  })
  return idle
}

/** Ends a scan whose time passed while no process read it; the results so far stay. */
async function endLate({ ctx, event, write }: Round, scan: Scan): Promise<RoundResult> {
  const ended_at = new Date(ctx.clock.now())
  const state = scan.state === 'waiting' ? 'failed' : 'done'
  await write(async (tx) => {
    if (await saveProgress(tx, scan, { state, ended_at }, [])) await setScanEnd(tx, event.id, ended_at)
  })
  return idle
}

/** Reads the next part of the source, tests its items and stores the progress. */
async function advance(round: Round, work: ScanWork): Promise<RoundResult> {
  const { ctx, write, signal } = round
  if (ctx.clock.now() >= work.scan.ends_at.getTime()) return end(round, work, work.scan.problem)
  const part = await work.read(signal)
  if (signal.aborted) return idle
  if (!part.ok) {
    const problem = `Could not read the public stash stream: ${part.failure.reason}, ${part.failure.detail}`
    if (finalFailures.includes(part.failure.reason)) return end(round, work, problem)
    await write((tx) => saveProgress(tx, work.scan, { problem }, []))
    return { ok: true, wait_ms: part.failure.retry_after_ms ?? failureWait_ms }
  }
  const busy_ms = await test(work, part.found, signal)
  work.done += part.done
  if (part.isEnd) return end(round, work, null)
  const { items, done } = work
  await write((tx) => saveProgress(tx, work.scan, { items, done, problem: null }, work.tally.takeChanged()))
  const rest_ms = busy_ms * restPerWork * ctx.clock.speed
  return { ok: true, wait_ms: work.scan.source === 'stream' ? Math.max(pageWait_ms, rest_ms) : rest_ms }
}

/**
 * Tests items against the item objectives of an event before it is played, at all times and without facts. It works in small
 * parts with pauses, so that other work of this process is not disturbed. After a restart the scan begins again, and its end
 * stays the same.
 */
export const scanItems: Job = {
  start() {
    let work: ScanWork | null = null
    return async (round) => {
      const scan = await findOpenScan(round.ctx.db, round.event.id)
      if (scan === undefined) {
        work = null
        return idle
      }
      if (work?.scan.source === scan.source && work.scan.run === scan.run) work.scan = scan
      else if (round.ctx.clock.now() >= scan.ends_at.getTime()) return endLate(round, scan)
      else work = await begin(round, scan)
      return work === null ? idle : advance(round, work)
    }
  },
}
