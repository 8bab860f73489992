import type { EventId } from '@muster/contract/ids'
import { diffBoards } from '@muster/domain/scoring/diff'
import type { Scoreboard, ScoreDelta } from '@muster/domain/scoring/score'
import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import { findLedgerEnd } from '../db/ledger.ts'
import { rebuildEngine } from '../ledger-engine.ts'
import { loadScoreboard } from './store.ts'

/** Comparison of an event's stored standings with those recomputed from its ledger. */
export interface Verification {
  /** The stored standings cover the ledger up to this number. */
  readonly ledger_sequence: number
  /** Number of compared scores, each of one objective and team. */
  readonly compared: number
  /** `before`: stored; `after`: recomputed; null if missing. */
  readonly differences: readonly ScoreDelta[]
  /** The ledger has newer entries: a scorekeeper has not reached them yet, or none is running. */
  readonly is_behind: boolean
  /**
   * Number of an unscored edit, null if none. Deleting an objective or a team deletes its facts and scores at once, but the
   * points above change with the edit: until then it may be the only reason for differences.
   */
  readonly unscored_edit: number | null
}

/**
 * Recomputes the standings of an event from its ledger and compares them with the stored ones, as of one moment of the database;
 * concurrent writes are allowed. Needs no clock: the stored standings are valid from the moment they were written until the next
 * moment at which time alone changes a score.
 * @returns null if the event does not exist.
 */
export function verifyStandings(db: Db, event_id: EventId): Promise<Verification | null> {
  return db.transact(async (tx) => {
    tx.defer(sql`set transaction isolation level repeatable read, read only`)
    const row = await tx
      .selectFrom('events')
      .leftJoin('score_cursors', 'score_cursors.event_id', 'events.id')
      .select(['archived_at', 'ledger_sequence', 'updated_at', 'due_at'])
      .where('events.id', '=', event_id)
      .executeTakeFirst()
    if (!row) return null
    const end = await findLedgerEnd(tx, event_id)
    const stored = await loadScoreboard(tx, event_id)
    const ledger_sequence = row.ledger_sequence ?? 0
    // An archive has no ledger: its stored scores are authoritative.
    if (row.archived_at) return { ledger_sequence, is_behind: false, unscored_edit: null, compared: 0, differences: [] }
    const behind = {
      is_behind: end.sequence > ledger_sequence,
      unscored_edit: end.definition_sequence > ledger_sequence ? end.definition_sequence : null,
    }
    // The event has never been scored.
    if (!row.updated_at) return { ledger_sequence, ...behind, ...compare(stored, new Map()) }
    const written_at = row.updated_at.getTime()
    const holds_until = row.due_at ? row.due_at.getTime() - 1 : written_at
    const { engine } = await rebuildEngine(tx, event_id, ledger_sequence, Math.max(written_at, holds_until))
    return { ledger_sequence, ...behind, ...compare(stored, engine.scoreboard()) }
  })
}

function compare(stored: Scoreboard, recomputed: Scoreboard): Pick<Verification, 'compared' | 'differences'> {
  const differences = diffBoards(stored, recomputed)
  const missing = differences.filter(({ before }) => before === null).length
  const compared = [...stored.values()].reduce((sum, teams) => sum + teams.size, missing)
  return { compared, differences }
}
