import type { EventId } from '@muster/contract/ids'
import type { EventDefinition } from '@muster/domain/objectives/definition'
import { createEngine, type Engine } from '@muster/domain/scoring/engine'
import type { LedgerEntry } from '@muster/domain/scoring/ledger'
import type { Logger } from 'pino'
import { countRewrites, findCheckpoint, type LedgerPosition } from './checkpoints.ts'
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

/** The definition that holds at a number of the ledger. */
export const getDefinitionAt = async (db: Db, event_id: EventId, ledger_sequence: number): Promise<EventDefinition> =>
  (await findDefinition(db, event_id, ledger_sequence))?.definition ?? loadDefinition(db, event_id)

/**
 * The engine at a position of the ledger and a moment: the newest definition up to there, and all facts folded from the first.
 * Nothing that was computed before goes in; whoever checks the stored standings takes this one.
 */
export async function rebuildEngine(
  db: Db,
  event_id: EventId,
  upTo: number,
  now: number,
): Promise<{ engine: Engine; definition: EventDefinition; entries: number }> {
  const definition = await getDefinitionAt(db, event_id, upTo)
  let read = 0
  const engine = createEngine(definition, now)
  for await (const entries of readLedger(db, event_id, 0, upTo)) {
    const facts = entries.filter((entry) => entry.kind !== 'definition')
    await applyEntries(db, event_id, engine, facts, now)
    read += entries.length
  }
  return { engine, definition, entries: read }
}

export interface OpenedEngine extends LedgerPosition {
  readonly engine: Engine
  /** Number of the checkpoint that it began with; null: it began with the first entry. */
  readonly checkpoint: number | null
  /** How many entries were read. */
  readonly entries: number
}

/** As `rebuildEngine`, but from the newest checkpoint that fits. */
export async function openEngine(
  { db, log }: { db: Db; log: Logger },
  event_id: EventId,
  upTo: number,
  now: number,
): Promise<OpenedEngine> {
  const rewrites = await countRewrites(db, event_id)
  const checkpoint = await findCheckpoint(db, event_id, {
    upTo,
    rewrites,
    definitionAt: (ledger_sequence) => getDefinitionAt(db, event_id, ledger_sequence),
    onIgnored: (ignored) => log.warn({ event_id, ...ignored }, 'a checkpoint of the scores is not used'),
  })
  if (!checkpoint) return { ...(await rebuildEngine(db, event_id, upTo, now)), ledger_sequence: upTo, rewrites, checkpoint: null }
  let { definition } = checkpoint
  let read = 0
  const engine = createEngine(definition, now, checkpoint.held)
  for await (const entries of readLedger(db, event_id, checkpoint.ledger_sequence, upTo)) {
    await applyEntries(db, event_id, engine, entries, now)
    definition = findNewestDefinition(entries) ?? definition
    read += entries.length
  }
  return { engine, definition, ledger_sequence: upTo, rewrites, checkpoint: checkpoint.ledger_sequence, entries: read }
}

export const findNewestDefinition = (entries: readonly LedgerEntry[]): EventDefinition | null =>
  entries.findLast((entry) => entry.kind === 'definition')?.definition ?? null

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
