import type { EventDefinition } from '../objectives/definition.ts'

/**
 * The ledger: what was observed, in the order it was recorded. Entries are never edited.
 *
 * A fact says: from `timestamp` on, `source` shows `number` for this objective and team. A later fact of the same source
 * supersedes the earlier one ("what lies in that tab now"), so a source that stops matching records a fact with number 0.
 */
export interface Fact {
  readonly kind: 'fact'
  /** Position in the event's ledger, strictly ascending. */
  readonly sequence: number
  readonly objective_id: number
  readonly team_id: number
  /** null when the source names nobody (guild tabs, sums over a team). */
  readonly user_id: number | null
  /**
   * Where it was seen: `stash:<id>`, what a character `worn:<id>` or `carried:<id>`, `user:<id>`, `team:<id>`, `submission:<id>`, `correction:<id>`; `deposit:<id>` is a
   * guild log line, which names finder and time of a score but never makes one.
   */
  readonly source: string
  /** Whole. Beyond 2^53 - 1 it is taken as that; a fact without a usable number or time does not count and is reported. */
  readonly number: number
  /** Milliseconds since 1970. */
  readonly timestamp: number
}

/** Takes one fact out of the count: a withdrawn approval, an exclusion. */
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
