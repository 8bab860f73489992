import type { AdjustmentKind, Verdict } from '@muster/contract/receipts'
import type { NumberField } from '@muster/contract/objectives'
import type { ScoringMethod } from '@muster/contract/scoring-presets'
import type { Cell } from '../objectives/layout.ts'
import type { Fact } from './ledger.ts'
import type { RuleScore } from './score.ts'

/** One fact of the team on this objective, with its verdict. */
export interface JudgedFact {
  readonly fact: Fact
  readonly verdict: Verdict
  /** The verdict in words. */
  readonly reason: string
  /** The exclusion that covers it, for the verdict "excluded". */
  readonly exclusion_id: number | null
}

/** Points that one of the parent's rules added or removed. */
export interface ReceiptAdjustment {
  readonly kind: AdjustmentKind
  /** The parent. */
  readonly objective_id: number
  /** The position of this objective in the order in which the team finished the parent's children, from 1. */
  readonly place: number
  readonly points: number
}

/** One scoring rule of an objective with several. */
export interface ReceiptRule extends RuleScore {
  readonly scoring_method: ScoringMethod
  /** The explanation in one sentence. */
  readonly sentence: string
}

/** The progress of a child; the parent's method depends on it. */
export interface ReceiptChild {
  readonly objective_id: number
  /** Its place on a board. */
  readonly cell?: Cell | null
  readonly finished: boolean
  readonly timestamp: number | null
}

/**
 * Explains a team's points on one objective. `points` is the number on the board: own points plus adjustments. A team's receipts
 * over all objectives add up to its total.
 */
export interface Receipt {
  readonly objective_id: number
  readonly team_id: number
  readonly points: number
  /** The sum of all rules. */
  readonly own_points: number
  readonly adjustments: readonly ReceiptAdjustment[]
  /** 0 = unranked. */
  readonly rank: number
  readonly number: number
  readonly required_number: number
  /** Null: the objective is not part of the event. */
  readonly number_field: NumberField | null
  readonly finished: boolean
  readonly timestamp: number | null
  readonly user_id: number | null
  /** The first rule's method. */
  readonly scoring_method: ScoringMethod | null
  /** Empty unless there are several. */
  readonly rules: readonly ReceiptRule[]
  /** Ordered by time, then by ledger number. */
  readonly facts: readonly JudgedFact[]
  readonly children: readonly ReceiptChild[]
  /** The explanation in one or two sentences. */
  readonly sentence: string
}
