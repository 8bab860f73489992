import { Worker } from 'node:worker_threads'
import type { DefinitionEdits, WhatIf } from '@muster/contract/definition'
import type { EventId, ObjectiveId } from '@muster/contract/ids'
import { sql } from 'kysely'
import { previewsAtOnce } from '../../connections.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/connect.ts'
import { retryDeadlocks } from '../../db/deadlocks.ts'
import { findDefinition, loadDefinition } from '../../db/definition.ts'
import { lockLedger } from '../../db/ledger.ts'
import type { Row } from '../../db/schema.ts'
import { isFinal, refuseRematch } from '../../final-event.ts'
import { loadMatcherOptions } from '../../ingestion/rules/class-table.ts'
import { Refusal } from '../../refusal.ts'
import { applyEdits } from '../apply-edits.ts'
import { loadDraft } from '../draft.ts'
import { refuseOtherVersion } from '../versions.ts'
import type { Change } from './compute.ts'
import { listStoredFacts } from './stored-facts.ts'
import { createTurns } from './turns.ts'

/** Real time, from the request to the answer. */
const deadline_ms = 60_000
const memory_mib = 1024

/**
 * Of the previews that this process computes: each has a processor for itself, and the others of this machine need one, too.
 * Whoever types asks for one after the other, and waits for a moment rather than being told to ask again.
 */
const turns = createTurns<EventId>({ at_once: previewsAtOnce, most_waiting: 8, patience_ms: 10_000 })

/** What a change says of itself, beside what it does in its transaction. */
export interface Described {
  /** Of new objectives: the keys that their author knows them by. */
  readonly objective_ids?: ReadonlyMap<string, ObjectiveId>
  readonly removed_conditions?: number
}

/** What computing a preview needs of a process. */
type PreviewContext = Pick<Context, 'config' | 'db' | 'clock'>

/** Carries what a transaction has found out of it, and takes back what it wrote. */
class TakenBack<T> extends Error {
  readonly found: T
  constructor(found: T) {
    super('taken back')
    this.found = found
  }
}

async function readAndTakeBack<T>(ctx: PreviewContext, use: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await ctx.db.transact<T>(async (tx) => {
      throw new TakenBack(await use(tx))
    })
  } catch (error) {
    if (error instanceof TakenBack) return error.found as T
    throw error
  }
}

/** Makes the change, sees what it leads to, and takes it back; the ledger is locked only for that long. */
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
      const { rows } = await sql<{ end: number }>`
        select coalesce(max(sequence), 0) as end from facts where event_id = ${event_id}`.execute(tx)
      const current = recorded?.definition ?? (await loadDefinition(tx, event_id))
      const { objective_ids = new Map<string, ObjectiveId>(), removed_conditions = 0 } = await make(tx)
      if (isFinal(event)) await refuseRematch(tx, event_id)
      return {
        event_id,
        game_version: event.game_version,
        is_final: isFinal(event),
        definition_version: recorded?.sequence ?? 0,
        current,
        wanted: await loadDefinition(tx, event_id),
        appended: await listStoredFacts(tx, event_id, rows[0]?.end ?? 0),
        keys: new Map([...objective_ids].map(([key, id]) => [id, key])),
        removed_conditions,
      }
    }),
  )
}

/** Computes in a thread of its own, which is ended when it takes too long or nobody waits for it any more. */
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
    const leave = () => reject(new Refusal('preview_too_long', 'Nobody waits for this preview any more'))
    signal?.addEventListener('abort', leave)
    if (signal?.aborted) leave()
    thread.on('message', resolve)
    thread.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') tooLong()
      else reject(error)
    })
    thread.on('exit', (code) => reject(new Error(`the thread that computes a preview ended with code ${code}`)))
    thread.on('exit', () => clearTimeout(timer))
    thread.on('exit', () => signal?.removeEventListener('abort', leave))
  }).finally(() => void thread.terminate())
}

/**
 * What any change of what decides an event's scores would do to its standings: it is made in a transaction that is taken back,
 * and compared outside of any lock. One at a time for each event.
 * @param make makes the change; what it refuses is refused here.
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

/** Makes edits within a transaction that is taken back. */
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

/** Edits as a change that is not made: what the computation begins with. */
export const draftEdits = (ctx: PreviewContext, event: Row<'events'>, edits: Edits) =>
  draftChange(ctx, event, (tx) => makeEdits(tx, event, edits))

/**
 * What edits would do to the standings; nothing is stored.
 * @throws Refusal as `applyEdits` does, and event_locked, changed_meanwhile, preview_busy, preview_too_long
 */
export const previewEdits = (ctx: PreviewContext, event: Row<'events'>, edits: Edits, signal?: AbortSignal): Promise<WhatIf> =>
  compute(ctx, event, () => draftEdits(ctx, event, edits), signal)
