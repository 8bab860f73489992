import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { EventId } from '@muster/contract/ids'
import type { EventDefinition } from '@muster/domain/objectives/definition'
import { readHeld, writeHeld } from '@muster/domain/scoring/checkpoint'
import type { HeldFacts } from '@muster/domain/scoring/counter'
import { sql } from 'kysely'
import type { Db } from './db/connect.ts'

// Checkpoints: what an event's engine held at a number of the ledger. Whoever folds the ledger may begin there. They save
// time and nothing else: one that does not fit exactly what the ledger and the program are now is not used.

/** Raise it when what is stored, or how entries are read from the ledger, changes in this package. */
const format = 1

const rulesFolder = fileURLToPath(new URL('../../domain/src/', import.meta.url))
const isRule = (path: string) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.includes('testing/')

async function hashRules(): Promise<string> {
  const files = (await readdir(rulesFolder, { recursive: true })).filter(isRule).toSorted()
  const texts = await Promise.all(files.map((path) => readFile(join(rulesFolder, path))))
  const hash = createHash('sha256').update(String(format))
  for (const [place, path] of files.entries()) hash.update(path).update(texts[place] ?? '')
  return hash.digest('base64url')
}

let rules: Promise<string> | null = null
/**
 * Tells the rules of this program from those of any other, by their text: what was folded by a rule that has been corrected
 * since must be folded again, also where nobody thought of it.
 */
const getRulesHash = (): Promise<string> => (rules ??= hashRules())

const hashDefinition = (definition: EventDefinition): string =>
  createHash('sha256').update(JSON.stringify(definition)).digest('base64url')
const hashPayload = (payload: Buffer): Buffer => createHash('sha256').update(payload).digest()

/** Where in a ledger an engine is. */
export interface LedgerPosition {
  readonly ledger_sequence: number
  /** That holds there. */
  readonly definition: EventDefinition
  /** See `countRewrites`; from before the ledger was read. */
  readonly rewrites: number
}

/**
 * How often facts of the event have been changed or deleted, of which the ledger itself says nothing. While it is the same,
 * what was folded before holds.
 */
export async function countRewrites(db: Db, event_id: EventId): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from ledger_rewrites where event_id = ${event_id}`.execute(db)
  return rows[0]?.count ?? 0
}

export interface Checkpoint extends LedgerPosition {
  readonly held: Iterable<HeldFacts>
}

interface Wanted {
  /** The last number that may be in it. */
  readonly upTo: number
  readonly rewrites: number
  /** The definition that holds at a number. */
  readonly definitionAt: (ledger_sequence: number) => Promise<EventDefinition>
  /** One that is there and does not fit. */
  readonly onIgnored: (checkpoint: { ledger_sequence: number; reason: string }) => void
}

/** The newest checkpoint that fits; null: the ledger has to be read from its first entry. */
export async function findCheckpoint(db: Db, event_id: EventId, wanted: Wanted): Promise<Checkpoint | null> {
  const rows = await db
    .selectFrom('engine_checkpoints')
    .select(['ledger_sequence', 'rules_hash', 'definition_hash', 'rewrites'])
    .select(
      sql<boolean>`exists (select from facts where facts.event_id = ${event_id} and facts.sequence = ledger_sequence)
        or exists (select from definition_changes where event_id = ${event_id} and sequence = ledger_sequence)`.as(
        'is_in_ledger',
      ),
    )
    .where('event_id', '=', event_id)
    .orderBy('ledger_sequence', 'desc')
    .execute()
  for (const { ledger_sequence, ...row } of rows) {
    const ignore = (reason: string) => wanted.onIgnored({ ledger_sequence, reason })
    if (ledger_sequence > wanted.upTo) ignore('it is from later than what is asked for, or the ledger has become shorter')
    else if (row.rules_hash !== (await getRulesHash())) ignore('it was made by another version of the program')
    else if (row.rewrites !== wanted.rewrites) ignore('facts have been changed or deleted since')
    else if (!row.is_in_ledger) ignore('the ledger has no entry where it ends')
    else {
      const definition = await wanted.definitionAt(ledger_sequence)
      const held = row.definition_hash === hashDefinition(definition) ? await readPayload(db, event_id, ledger_sequence) : null
      if (held) return { ledger_sequence, definition, rewrites: row.rewrites, held }
      ignore(row.definition_hash === hashDefinition(definition) ? 'its contents are damaged' : 'it is of another definition')
    }
  }
  return null
}

async function readPayload(db: Db, event_id: EventId, ledger_sequence: number): Promise<Iterable<HeldFacts> | null> {
  const row = await db
    .selectFrom('engine_checkpoints')
    .select(['payload', 'payload_hash'])
    .where('event_id', '=', event_id)
    .where('ledger_sequence', '=', ledger_sequence)
    .executeTakeFirst()
  if (!row?.payload_hash.equals(hashPayload(row.payload))) return null
  return readHeld((await promisify(gunzip)(row.payload)).toString('utf8'))
}

/** How long others in this process may have to wait while what an engine holds is written down. */
const longestTurn_ms = 5
/** The one before the newest is for the case that the newest is damaged. */
const kept = 2

/**
 * What an engine holds, as it is to be stored. The engine must stay as it is until this resolves: everything slow comes
 * after it, in `storeCheckpoint`.
 */
export async function writeDown(held: Iterable<HeldFacts>): Promise<string> {
  const lines: string[] = []
  let began = performance.now()
  for (const line of writeHeld(held)) {
    lines.push(line)
    if (performance.now() - began < longestTurn_ms) continue
    await setImmediate()
    began = performance.now()
  }
  return lines.join('')
}

/** @param fence of the scorekeeper: with an outdated one nothing is stored. */
export async function storeCheckpoint(
  db: Db,
  event_id: EventId,
  { ledger_sequence, definition, rewrites, fence, text }: LedgerPosition & { fence: number; text: string },
): Promise<void> {
  const [payload, rules_hash] = [await promisify(gzip)(text), await getRulesHash()]
  const definition_hash = hashDefinition(definition)
  await db.transact(async (tx) => {
    const stored = await sql`
      insert into engine_checkpoints (event_id, ledger_sequence, rules_hash, definition_hash, rewrites, payload, payload_hash)
      select event_id, ${ledger_sequence}, ${rules_hash}, ${definition_hash}, ${rewrites}, ${payload}, ${hashPayload(payload)}
      from score_cursors where event_id = ${event_id} and fence = ${fence}
      on conflict (event_id, ledger_sequence) do update set rules_hash = excluded.rules_hash, rewrites = excluded.rewrites,
        definition_hash = excluded.definition_hash, payload = excluded.payload, payload_hash = excluded.payload_hash,
        made_at = excluded.made_at
      returning 1`.execute(tx)
    if (stored.rows.length === 0) return
    tx.defer(sql`
      delete from engine_checkpoints where event_id = ${event_id} and ledger_sequence not in (
        select ledger_sequence from engine_checkpoints where event_id = ${event_id}
        order by made_at desc, ledger_sequence desc limit ${kept})`)
  })
}
