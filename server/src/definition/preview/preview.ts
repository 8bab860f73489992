import { Worker } from 'node:worker_threads'
import type { DefinitionEdits, WhatIf } from '@muster/contract/definition'
import type { EventId, ObjectiveId } from '@muster/contract/ids'
import { previewsAtOnce } from '../../connections.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/connect.ts'
import { retryDeadlocks } from '../../db/deadlocks.ts'
import { findDefinition, loadDefinition } from '../../db/definition.ts'
import { findLedgerEnd, lockLedger } from '../../db/ledger.ts'
import type { Row } from '../../db/schema.ts'
import { isFinal, refuseRematch } from '../../final-event.ts'
import { loadMatcherOptions } from '../../ingestion/rules/class-table.ts'
import { retestExamples } from '../../ingestion/scan/item-examples.ts'
import { Refusal } from '../../refusal.ts'
import { applyEdits } from '../apply-edits.ts'
import { loadDraft } from '../draft.ts'
import { refuseOtherVersion } from '../versions.ts'
import type { Change } from './compute.ts'
import { listStoredFacts } from './stored-facts.ts'
import { createTurns } from './turns.ts'

/** Real time from the request to the response. */
const deadline_ms = 60_000
const memory_mib = 1024

/**
 * Limits the previews of this process: each uses one processor, and the machine's other processes need one, too. A person who
 * types requests several previews in a row; waiting a moment is better than a refusal.
 */
const turns = createTurns<EventId>({ at_once: previewsAtOnce, most_waiting: 8, patience_ms: 10_000 })

/** Details of a change that its transaction does not show. */
export interface Described {
  /** New objectives by their author's keys. */
  readonly objective_ids?: ReadonlyMap<string, ObjectiveId>
  readonly removed_conditions?: number
}

/** Parts of the context needed for a preview. */
type PreviewContext = Pick<Context, 'config' | 'db' | 'clock'>

/** Carries the result out of a transaction and rolls it back. */
class TakenBack<T> extends Error {
  readonly found: T
  constructor(found: T) {
    super('taken back')
    this.found = found
  }
}

/** Uses a transaction, and rolls it back. */
export async function readAndTakeBack<T>(ctx: PreviewContext, use: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await ctx.db.transact<T>(async (tx) => {
      throw new TakenBack(await use(tx))
    })
  } catch (error) {
    if (error instanceof TakenBack) return error.found as T
    throw error
  }
}

/** Makes the change, reads the result, and rolls back; the ledger is locked only for that long. */
function draftChange(
  ctx: PreviewContext,
  event: Row<'events'>,
  make: (tx: Tx) => Promise<Described>,
): Promise<Omit<Change, 'options' | 'now'>> {
  const event_id = event.id
  return retryDeadlocks(() =>
    readAndTakeBack(ctx, async (tx) => {
      lockLedger(tx, event_id)
      const recorded = await findDefinition(tx, event_id)
      const { sequence: end } = await findLedgerEnd(tx, event_id)
      const current = recorded?.definition ?? (await loadDefinition(tx, event_id))
      const { objective_ids = new Map<string, ObjectiveId>(), removed_conditions = 0 } = await make(tx)
      if (isFinal(event)) await refuseRematch(tx, event_id)
      const broken_examples = await retestExamples(tx, ctx, event_id)
      return {
        event_id,
        game_version: event.game_version,
        is_final: isFinal(event),
        definition_version: recorded?.sequence ?? 0,
        current,
        wanted: await loadDefinition(tx, event_id),
        appended: await listStoredFacts(tx, event_id, end),
        keys: new Map([...objective_ids].map(([key, id]) => [id, key])),
        removed_conditions,
        broken_examples,
      }
    }),
  )
}

/** Computes in a separate thread, which is terminated at the deadline or when the client has disconnected. */
function computeInThread(
  ctx: PreviewContext,
  change: Change,
  signal: AbortSignal | undefined,
): Promise<Omit<WhatIf, 'computed_ms'>> {
  const thread = new Worker(new URL('./preview-thread.ts', import.meta.url), {
    workerData: { database_url: ctx.config.database_url, change },
    resourceLimits: { maxOldGenerationSizeMb: memory_mib },
  })
  return new Promise<Omit<WhatIf, 'computed_ms'>>((resolve, reject) => {
    const tooLong = () => reject(new Refusal('preview_too_long'))
    const timer = setTimeout(tooLong, deadline_ms)
    const leave = () => reject(new Refusal('preview_too_long', 'The client has disconnected.'))
    signal?.addEventListener('abort', leave)
    if (signal?.aborted) leave()
    thread.on('message', resolve)
    thread.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') tooLong()
      else reject(error)
    })
    thread.on('exit', (code) => reject(new Error(`the preview thread exited early with code ${code}`)))
    thread.on('exit', () => clearTimeout(timer))
    thread.on('exit', () => signal?.removeEventListener('abort', leave))
  }).finally(() => void thread.terminate())
}

/**
 * The effect of a change on an event's standings: the change is made in a transaction that is rolled back, and compared without
 * locks. One preview at a time per event.
 * @param make makes the change; its refusals are passed on.
 * @throws Refusal preview_busy, preview_too_long
 */
export async function previewChange(
  ctx: PreviewContext,
  event: Row<'events'>,
  make: (tx: Tx) => Promise<Described>,
  signal?: AbortSignal,
): Promise<WhatIf> {
  return compute(ctx, event, () => draftChange(ctx, event, make), signal)
}

async function compute(
  ctx: PreviewContext,
  event: Row<'events'>,
  draft: () => Promise<Omit<Change, 'options' | 'now'>>,
  signal: AbortSignal | undefined,
): Promise<WhatIf> {
  const end = await turns.take(event.id, signal)
  const started = performance.now()
  try {
    const change = await draft()
    const options = await loadMatcherOptions(ctx, event.game_version)
    const effect = await computeInThread(ctx, { ...change, options, now: ctx.clock.now() }, signal)
    return { ...effect, computed_ms: Math.round(performance.now() - started) }
  } finally {
    end()
  }
}

type Edits = Pick<DefinitionEdits, 'edits' | 'definition_version'>

/** Makes edits within a transaction that is rolled back. */
async function makeEdits(tx: Tx, event: Row<'events'>, { edits, definition_version }: Edits): Promise<Described> {
  if (event.is_locked) throw new Refusal('event_locked')
  await refuseOtherVersion(tx, event.id, definition_version)
  const draft = await loadDraft(tx, event.id)
  const listConditions = () => [...draft.objectives.values()].flatMap(({ conditions }) => conditions.map(({ id }) => id))
  const before = listConditions()
  const { objective_ids } = await applyEdits(draft, edits)
  const after = new Set(listConditions())
  return { objective_ids, removed_conditions: before.filter((id) => !after.has(id)).length }
}

/** Turns edits into a hypothetical change, the input of the computation. */
export const draftEdits = (ctx: PreviewContext, event: Row<'events'>, edits: Edits) =>
  draftChange(ctx, event, (tx) => makeEdits(tx, event, edits))

/**
 * The effect of edits on the standings; nothing is stored.
 * @throws Refusal like `applyEdits`, and event_locked, changed_meanwhile, preview_busy, preview_too_long
 */
export const previewEdits = (ctx: PreviewContext, event: Row<'events'>, edits: Edits, signal?: AbortSignal): Promise<WhatIf> =>
  compute(ctx, event, () => draftEdits(ctx, event, edits), signal)
