import type { EventId } from '@muster/contract/ids'
import type { EventDefinition } from '@muster/domain/objectives/definition'
import { createEngine, type Engine } from '@muster/domain/scoring/engine'
import type { LedgerEntry } from '@muster/domain/scoring/ledger'
import type { Db } from './db/connect.ts'
import { findDefinition, loadDefinition } from './db/definition.ts'
import { listFactsAfter, listFactsOf } from './db/ledger.ts'

// From the ledger in the database to the engine of the domain: for the scorekeeper, who writes what comes out, and for
// receipts, which explain it, perhaps in another process.

/** Ledger entries folded at a time: bounds memory, and the time until a waiting viewer sees something. */
const batchSize = 5000

function listDefinitions(db: Db, event_id: EventId, from: number, to: number) {
  return db
    .selectFrom('definition_changes')
    .select(['sequence', 'definition'])
    .where('event_id', '=', event_id)
    .where('sequence', '>', from)
    .where('sequence', '<=', to)
    .orderBy('sequence')
    .execute()
}

/**
 * Everything in the ledger after `from` and up to `to`, in order, in batches; definition changes come at their place.
 * @param newestDefinition no definition change has a larger number.
 */
export async function* readLedger(
  db: Db,
  event_id: EventId,
  from: number,
  to: number,
  newestDefinition = to,
): AsyncGenerator<readonly LedgerEntry[]> {
  if (from >= to) return
  const changes = newestDefinition > from ? await listDefinitions(db, event_id, from, to) : []
  let position = from
  for (;;) {
    const facts = (await listFactsAfter(db, event_id, position, batchSize)).filter((fact) => fact.sequence <= to)
    const end = facts.length === batchSize ? (facts.at(-1)?.sequence ?? to) : to
    const due = changes.filter((change) => change.sequence > position && change.sequence <= end)
    const entries: LedgerEntry[] = [...facts, ...due.map((change) => ({ kind: 'definition' as const, ...change }))]
    if (entries.length > 0) yield entries.sort((a, b) => a.sequence - b.sequence)
    if (end >= to) return
    position = end
  }
}

/** The engine at a position of the ledger and a moment: the newest definition up to there, and all facts folded from the first. */
export async function rebuildEngine(
  db: Db,
  event_id: EventId,
  upTo: number,
  now: number,
): Promise<{ engine: Engine; definition: EventDefinition }> {
  const definition = (await findDefinition(db, event_id, upTo))?.definition ?? (await loadDefinition(db, event_id))
  const engine = createEngine(definition, now)
  for await (const entries of readLedger(db, event_id, 0, upTo)) {
    const facts = entries.filter((entry) => entry.kind !== 'definition')
    await applyEntries(db, event_id, engine, facts, now)
  }
  return { engine, definition }
}

/** One fold, including the history that a retraction or a new definition asks for again. */
export async function applyEntries(
  db: Db,
  event_id: EventId,
  engine: Engine,
  entries: readonly LedgerEntry[],
  now: number,
): Promise<void> {
  const { refold } = engine.apply(entries, now)
  if (refold.length === 0) return
  const upTo = entries.at(-1)?.sequence ?? 0
  engine.refold(await listFactsOf(db, event_id, refold, upTo), refold, now)
}
