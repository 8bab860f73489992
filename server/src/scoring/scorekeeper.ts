import type { EventId } from '@muster/contract/ids'
import type { EventDefinition } from '@muster/domain/objectives/definition'
import { diffBoards } from '@muster/domain/scoring/diff'
import { createEngine, type Engine } from '@muster/domain/scoring/engine'
import type { LedgerEntry } from '@muster/domain/scoring/ledger'
import type { ScoreDelta } from '@muster/domain/scoring/score'
import type { Context } from '../context.ts'
import { findDefinition, loadDefinition } from '../db/definition.ts'
import { listFactsAfter, listFactsOf } from '../db/ledger.ts'
import { type Cursor, findLedgerEnd, loadScoreboard, raiseFence, writeStep } from './store.ts'

/** Ledger entries folded at a time: bounds memory, and the time until a waiting viewer sees something. */
const batchSize = 5000

/**
 * The one writer of an event's scores. Folds the ledger with the engine of the domain; every step is one transaction
 * that moves the cursor, so that a crash at any moment loses nothing and counts nothing twice.
 */
export interface Scorekeeper {
  /** Folds what is new in the ledger and what time alone changed. @returns true while there may be more. */
  step(): Promise<boolean>
  /** Event time of the next moment at which time alone can change a score; null = none. */
  nextWake(): number | null
  engine(): Engine
}

/** Everything up to the end of the ledger, in order, in batches; definition changes come at their place. */
async function* readLedger(ctx: Context, event_id: EventId, from: number, to: number): AsyncGenerator<readonly LedgerEntry[]> {
  const changes = await ctx.db
    .selectFrom('definition_changes')
    .select(['sequence', 'definition'])
    .where('event_id', '=', event_id)
    .where('sequence', '>', from)
    .where('sequence', '<=', to)
    .orderBy('sequence')
    .execute()
  let position = from
  for (;;) {
    const facts = (await listFactsAfter(ctx.db, event_id, position, batchSize)).filter((fact) => fact.sequence <= to)
    const end = facts.length === batchSize ? (facts.at(-1)?.sequence ?? to) : to
    const due = changes.filter((change) => change.sequence > position && change.sequence <= end)
    const entries: LedgerEntry[] = [...facts, ...due.map((change) => ({ kind: 'definition' as const, ...change }))]
    if (entries.length > 0) yield entries.sort((a, b) => a.sequence - b.sequence)
    if (end >= to) return
    position = end
  }
}

/** The engine at a position of the ledger: the newest definition, and all facts folded from the first. */
async function rebuildEngine(
  ctx: Context,
  event_id: EventId,
  upTo: number,
): Promise<{ engine: Engine; definition: EventDefinition }> {
  const definition = (await findDefinition(ctx.db, event_id, upTo))?.definition ?? (await loadDefinition(ctx.db, event_id))
  const now = ctx.clock.now()
  const engine = createEngine(definition, now)
  for await (const entries of readLedger(ctx, event_id, 0, upTo)) {
    const facts = entries.filter((entry) => entry.kind !== 'definition')
    await applyEntries(ctx, event_id, engine, facts, now)
  }
  return { engine, definition }
}

/** One fold, including the history that a retraction or a new definition asks for again. */
async function applyEntries(
  ctx: Context,
  event_id: EventId,
  engine: Engine,
  entries: readonly LedgerEntry[],
  now: number,
): Promise<void> {
  const { refold } = engine.apply(entries, now)
  if (refold.length === 0) return
  const upTo = entries.at(-1)?.sequence ?? 0
  engine.refold(await listFactsOf(ctx.db, event_id, refold, upTo), refold, now)
}

/**
 * Takes an event over. The board is rebuilt from the ledger and compared with what is stored: whatever differs (a crash, a
 * corrected rule) is written as a change like any other.
 */
export async function openScorekeeper(ctx: Context, event_id: EventId): Promise<Scorekeeper> {
  const { fence, ...stored } = await raiseFence(ctx.db, event_id)
  let cursor: Cursor = stored
  const end = await findLedgerEnd(ctx.db, event_id)
  const rebuilt = await rebuildEngine(ctx, event_id, end)
  const { engine } = rebuilt
  let { definition } = rebuilt

  async function write(deltas: readonly ScoreDelta[], ledger_sequence: number): Promise<void> {
    if (deltas.length === 0 && ledger_sequence === cursor.ledger_sequence) return
    const at = new Date(ctx.clock.now())
    cursor = await writeStep(ctx.db, event_id, { fence, from: cursor, ledger_sequence, deltas, definition, at })
  }
  await write(diffBoards(await loadScoreboard(ctx.db, event_id), engine.scoreboard()), end)

  async function step(): Promise<boolean> {
    const to = await findLedgerEnd(ctx.db, event_id)
    for await (const entries of readLedger(ctx, event_id, cursor.ledger_sequence, to)) {
      const now = ctx.clock.now()
      const before = engine.scoreboard()
      await applyEntries(ctx, event_id, engine, entries, now)
      definition = entries.findLast((entry) => entry.kind === 'definition')?.definition ?? definition
      await write(diffBoards(before, engine.scoreboard()), entries.at(-1)?.sequence ?? cursor.ledger_sequence)
    }
    await write(engine.advance(ctx.clock.now()), cursor.ledger_sequence)
    return (await findLedgerEnd(ctx.db, event_id)) > cursor.ledger_sequence
  }

  return { step, nextWake: () => engine.nextWake(ctx.clock.now()), engine: () => engine }
}
