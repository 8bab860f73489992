import type { AdjustmentKind, Verdict } from '@muster/contract/receipts'
import type { ScoringMethod } from '@muster/contract/scoring-presets'
import type { Fact } from './ledger.ts'

/** One fact of the team on this objective, and what became of it. */
export interface JudgedFact {
  readonly fact: Fact
  readonly verdict: Verdict
  /** The verdict in words. */
  readonly reason: string
  /** Of what takes it out of the count, for the verdict "excluded". */
  readonly exclusion_id: number | null
}

/** Points that the parent's method added, or took away again. */
export interface ReceiptAdjustment {
  readonly kind: AdjustmentKind
  /** The parent. */
  readonly objective_id: number
  /** As which one of the parent's children the team finished this, from 1. */
  readonly place: number
  readonly points: number
}

/** How far a child is; the parent's method goes by these. */
export interface ReceiptChild {
  readonly objective_id: number
  readonly finished: boolean
  readonly timestamp: number | null
}

/**
 * Why a team has its points on one objective. `points` is what the board shows: own points and adjustment. A team's
 * receipts over all objectives add up to its total.
 */
export interface Receipt {
  readonly objective_id: number
  readonly team_id: number
  readonly points: number
  readonly own_points: number
  readonly adjustment: ReceiptAdjustment | null
  /** 0 = unranked. */
  readonly rank: number
  readonly number: number
  readonly required_number: number
  readonly finished: boolean
  readonly timestamp: number | null
  readonly user_id: number | null
  readonly scoring_method: ScoringMethod | null
  /** In the order of their time, then of the ledger. */
  readonly facts: readonly JudgedFact[]
  readonly children: readonly ReceiptChild[]
  /** The whole story in one or two sentences. */
  readonly sentence: string
}
