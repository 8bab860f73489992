import type { EventId } from '@muster/contract/ids'
import type { EventDefinition } from '@muster/domain/objectives/definition'
import { createEngine, type Engine } from '@muster/domain/scoring/engine'
import type { Fact, LedgerEntry, Retraction } from '@muster/domain/scoring/ledger'
import type { Db } from './db/connect.ts'
import { findDefinition, loadDefinition } from './db/definition.ts'
import { eachFact, type LedgerPart, listFacts } from './db/ledger.ts'

// Builds the domain's engine from the ledger in the database: for the projection worker, which stores the results, and for
// receipts, which explain them, perhaps in another process.

/** Whether facts without a judge are left out; the same for all calls about one engine. */
type Counted = Pick<LedgerPart, 'confirmed_only'>

/** Facts folded at a time during a rebuild, 10 MB: the board is evaluated once per batch. */
const batch_facts = 100_000

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
 * All entries of the ledger after `from` up to `to`, in order.
 * @param newestDefinition upper bound for the numbers of definition changes.
 */
export async function readLedger(
  db: Db,
  event_id: EventId,
  from: number,
  to: number,
  newestDefinition = to,
  counted: Counted = {},
): Promise<readonly LedgerEntry[]> {
  if (from >= to) return []
  const facts = await listFacts(db, event_id, { after: from, upTo: to, ...counted })
  if (newestDefinition <= from) return facts
  const changes = (await listDefinitions(db, event_id, from, to)).map((change) => ({ kind: 'definition' as const, ...change }))
  return [...facts, ...changes].sort((a, b) => a.sequence - b.sequence)
}

/** The definition in force at a number of the ledger. */
export const getDefinitionAt = async (db: Db, event_id: EventId, ledger_sequence: number): Promise<EventDefinition> =>
  (await findDefinition(db, event_id, ledger_sequence))?.definition ?? loadDefinition(db, event_id)

/** The engine at a ledger position and time: the newest definition up to there, with all facts folded from the first. */
export async function rebuildEngine(
  db: Db,
  event_id: EventId,
  upTo: number,
  now: number,
  batchSize = batch_facts,
  counted: Counted = {},
): Promise<{ engine: Engine; definition: EventDefinition }> {
  const definition = await getDefinitionAt(db, event_id, upTo)
  const engine = createEngine(definition, now)
  let batch: (Fact | Retraction)[] = []
  let refold: readonly number[] = []
  const fold = () => {
    refold = engine.apply(batch, now).refold
    batch = []
  }
  await eachFact(db, event_id, { upTo, ...counted }, (entry) => batch.push(entry) === batchSize && fold())
  fold()
  if (refold.length > 0) engine.refold(await listFacts(db, event_id, { objective_ids: refold, upTo, ...counted }), refold, now)
  return { engine, definition }
}

export const findNewestDefinition = (entries: readonly LedgerEntry[]): EventDefinition | null =>
  entries.findLast((entry) => entry.kind === 'definition')?.definition ?? null

/** Folds entries, including the history that a retraction or a new definition requires. */
export async function applyEntries(
  db: Db,
  event_id: EventId,
  engine: Engine,
  entries: readonly LedgerEntry[],
  now: number,
  counted: Counted = {},
): Promise<void> {
  const { refold } = engine.apply(entries, now)
  if (refold.length === 0) return
  const upTo = entries.at(-1)?.sequence ?? 0
  engine.refold(await listFacts(db, event_id, { objective_ids: refold, upTo, ...counted }), refold, now)
}
