import type { EventDefinition } from '../objectives/definition.ts'

/**
 * The ledger: observations in the order in which they were recorded. Entries are never edited.
 *
 * A fact says: from `timestamp` on, `source` shows `number` for this objective and team. A later fact of the same source
 * supersedes the earlier one (a new snapshot of the tab), so a source that stops matching records a fact with number 0.
 */
export interface Fact {
  readonly kind: 'fact'
  /** Position in the event's ledger, strictly ascending. */
  readonly sequence: number
  readonly objective_id: number
  readonly team_id: number
  /** null if the source names no player (guild tabs, sums over a team). */
  readonly user_id: number | null
  /**
   * The origin of the fact: `stash:<id>`; `worn:<id>` or `carried:<id>` for a character's items; `user:<id>`, `team:<id>`,
   * `submission:<id>` (on an item objective its number is the player's running total), `correction:<id>`; `deposit:<id>` is a
   * guild log line, which supplies finder and time of a score, and creates one only where the event says so (`guild_log`).
   */
  readonly source: string
  /** Whole. Capped at 2^53 - 1; a fact without a valid number or time does not count and is reported. */
  readonly number: number
  /** Milliseconds since 1970. */
  readonly timestamp: number
}

/** Removes one fact from the score: a withdrawn approval, an exclusion. */
export interface Retraction {
  readonly kind: 'retraction'
  readonly sequence: number
  readonly objective_id: number
  /** Sequence of the fact that no longer counts. */
  readonly retracts: number
}

/** Objectives, presets, teams or event times changed; the new definition applies to all facts, past ones included. */
export interface DefinitionChange {
  readonly kind: 'definition'
  readonly sequence: number
  readonly definition: EventDefinition
}

export type LedgerEntry = Fact | Retraction | DefinitionChange
