import { clampNumber } from '../clamp-number.ts'
import type { ObjectiveType } from '@muster/contract/objectives'
import type { Verdict } from '@muster/contract/receipts'
import { holdsItems } from '../../objectives/item-source.ts'
import { countsItems, objectiveKinds } from '../../objectives/kinds.ts'
import type { Fact } from '../ledger.ts'

/** The result of one team on one objective. */
export interface Result {
  readonly number: number
  readonly timestamp: number | null
  readonly user_id: number | null
  readonly finished: boolean
}

/** The properties of an objective that an aggregation needs. Open ends are infinite. */
export interface TallyRule {
  readonly objective_type: ObjectiveType
  readonly required_number: number
  /** The objective's window as configured; only DIFFERENCE_BETWEEN measures with it. */
  readonly valid_from: number | null
  readonly valid_to: number | null
  /** First and last millisecond at which facts count: the intersection of the objective's window and the event. */
  readonly counts_from: number
  readonly counts_until: number
}

/**
 * The folded facts of one team and objective. Adding facts in any order, or adding one twice, gives the same tally. This is why
 * increments, rebuilds and overlapping history agree.
 */
export interface Tally {
  /** `gone`: the source no longer shows anything (an item objective's fact with number 0). */
  add(fact: Fact, gone: boolean): void
  /** null: the team has no fact that counts. */
  result(now: number): Result | null
  /** Verdict on a fact that was added. */
  judge(fact: Fact, gone: boolean): Verdict
}

/** The complete definition of an aggregation; apart from the rows, only `counts.ts` refers to aggregations by name. */
export interface AggregationRow {
  readonly label: string
  readonly help: string
  /** Depends on the current content of tabs, so it is only for item objectives. */
  readonly needs_tabs: boolean
  /** null: this rule cannot be tallied; `refuses` says why. */
  readonly start: (rule: TallyRule) => Tally
  /** The reason if an objective lacks something the aggregation needs. */
  readonly refuses: (rule: TallyRule) => string | null
  /** Facts before the window are also needed (as a baseline). */
  readonly reads_before_window: boolean
  /** The last moment before results change with time alone, null if they never do. */
  readonly turnsAfter: (rule: TallyRule) => number | null
}

/** Defaults of most rows: no requirements, the window applies, results do not change with time. */
export const plainRow = { refuses: () => null, needs_tabs: false, reads_before_window: false, turnsAfter: () => null } as const

/** The later of two facts of one source; if simultaneous, the one recorded later. */
export function isNewer(a: Fact, b: Fact): boolean {
  return a.timestamp !== b.timestamp ? a.timestamp > b.timestamp : a.sequence > b.sequence
}

/** Ties: the earlier fact, then the smaller user id (a named finder before an unnamed one), then the first recorded. */
export function isEarlier(a: Fact, b: Fact): boolean {
  if (a.timestamp !== b.timestamp) return a.timestamp < b.timestamp
  if (a.user_id !== b.user_id) return (a.user_id ?? Infinity) < (b.user_id ?? Infinity)
  return a.sequence < b.sequence
}

/** A player's submission on an item objective: its number is the running total of the items that the player has reported. */
export const isItemReport = (rule: TallyRule, { source, user_id }: Fact): boolean =>
  user_id !== null && countsItems(rule) && source.startsWith('submission:')

/**
 * The source whose latest value counts: a tab or a character for items, the whole team for team objectives, otherwise the player.
 * Example: two submissions of one player supersede each other, submissions of two players are added. Reports of items are kept
 * apart from a judge's additions for the same player.
 */
export function nameSource(rule: TallyRule, fact: Fact): string {
  if (objectiveKinds[rule.objective_type].number_of === 'team') return 'team'
  if (fact.user_id === null || holdsItems(fact.source)) return fact.source
  return `${isItemReport(rule, fact) ? 'reports' : 'user'}:${fact.user_id}`
}

/** The result if a single fact decides for the whole team. */
export function readSingle({ number, timestamp, user_id }: Fact, rule: TallyRule): Result {
  return { number, timestamp, user_id, finished: number >= rule.required_number }
}

/** An exact running sum: in doubles while they are exact, recalculated with big integers otherwise. */
export class ExactSum {
  #sum = 0
  #exact = true

  change(from: number, to: number): void {
    this.#sum += to - from
    if (!Number.isSafeInteger(this.#sum) || !Number.isSafeInteger(to - from)) this.#exact = false
  }

  read(parts: () => Iterable<number>): number {
    if (this.#exact) return this.#sum
    let sum = 0n
    for (const part of parts()) sum += BigInt(part)
    return clampNumber(sum)
  }
}
