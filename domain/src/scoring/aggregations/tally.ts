import type { ObjectiveType } from '@muster/contract/objectives'
import type { Verdict } from '@muster/contract/receipts'
import { holdsItems } from '../../objectives/item-source.ts'
import { objectiveKinds } from '../../objectives/kinds.ts'
import type { Fact } from '../ledger.ts'

/** What the facts of one team amount to on one objective. */
export interface Result {
  readonly number: number
  readonly timestamp: number | null
  readonly user_id: number | null
  readonly finished: boolean
}

/** All that an aggregation needs to know of its objective. Open ends are infinite. */
export interface TallyRule {
  readonly objective_type: ObjectiveType
  readonly required_number: number
  /** The objective's window as given; only DIFFERENCE_BETWEEN measures by it. */
  readonly valid_from: number | null
  readonly valid_to: number | null
  /** First and last millisecond whose facts may count: objective window and event together. */
  readonly counts_from: number
  readonly counts_until: number
}

/**
 * The folded facts of one team and objective. Adding is order-free and repeatable: any order, and any fact added twice,
 * gives the same tally. That is what makes increments, rebuilds and overlapping history agree.
 */
export interface Tally {
  /** `gone`: the source says that it no longer shows anything (an item objective's fact with number 0). */
  add(fact: Fact, gone: boolean): void
  /** null: the team has nothing that counts. */
  result(now: number): Result | null
  /** Verdict on a fact that was added. */
  judge(fact: Fact, gone: boolean): Verdict
}

/** Everything that anybody needs to know of an aggregation: no other file asks for one by its name. */
export interface AggregationRow {
  readonly label: string
  readonly help: string
  /** What of a team's numbers becomes its result: one of them, their sum, or what was gained; null: nothing does. */
  readonly counts: 'first' | 'highest' | 'lowest' | 'sum' | 'gain' | null
  /** Goes by what lies in tabs now, so that only items can be counted so. */
  readonly needs_tabs: boolean
  /** null: this rule cannot be tallied; `refuses` says why. */
  readonly start: (rule: TallyRule) => Tally
  /** A plain reason when an objective lacks what the aggregation needs. */
  readonly refuses: (rule: TallyRule) => string | null
  /** Facts before the window matter too (as a baseline). */
  readonly reads_before_window: boolean
  /** The last moment before time alone changes results, null when time never does. */
  readonly turnsAfter: (rule: TallyRule) => number | null
}

/** What most rows share: no demands, the window holds, time alone changes nothing. */
export const plainRow = { refuses: () => null, needs_tabs: false, reads_before_window: false, turnsAfter: () => null } as const

/** Later of two facts of one source; of simultaneous ones the one recorded later. */
export function isNewer(a: Fact, b: Fact): boolean {
  return a.timestamp !== b.timestamp ? a.timestamp > b.timestamp : a.sequence > b.sequence
}

/** Ties: the earlier fact, then the smaller user id (a named finder before an unnamed one), then the first recorded. */
export function isEarlier(a: Fact, b: Fact): boolean {
  if (a.timestamp !== b.timestamp) return a.timestamp < b.timestamp
  if (a.user_id !== b.user_id) return (a.user_id ?? Infinity) < (b.user_id ?? Infinity)
  return a.sequence < b.sequence
}

/**
 * Who speaks for "the latest value of": a tab or a character for items, the team as a whole for team objectives, else the player.
 * Example: two submissions of one player supersede each other, those of two players add up.
 */
export function nameSource(rule: TallyRule, fact: Fact): string {
  if (objectiveKinds[rule.objective_type].number_of === 'team') return 'team'
  if (fact.user_id === null || holdsItems(fact.source)) return fact.source
  return `user:${fact.user_id}`
}

/** The result where one fact decides for the whole team. */
export function readSingle({ number, timestamp, user_id }: Fact, rule: TallyRule): Result {
  return { number, timestamp, user_id, finished: number >= rule.required_number }
}

/** Numbers stay whole and exact: beyond 2^53 - 1 they stop growing. */
export function clampNumber(value: number | bigint): number {
  if (value > Number.MAX_SAFE_INTEGER) return Number.MAX_SAFE_INTEGER
  if (value < -Number.MAX_SAFE_INTEGER) return -Number.MAX_SAFE_INTEGER
  return Number(value)
}

/** An exact running sum: in doubles while they are exact, recounted in big integers once they are not. */
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
