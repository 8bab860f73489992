import type { ScoringMethod } from '@muster/contract/scoring-presets'
import { bingoScorer } from './bingo.ts'
import { bingoBoardScorer } from './bingo-board-scorer.ts'
import { bonusPerCompletionScorer } from './bonus-per-completion.ts'
import type { Scorer } from './method.ts'
import { pointsByThresholdScorer } from './points-by-threshold.ts'
import { pointsFromValueScorer, pointsPerUnitScorer } from './points-from-value.ts'
import { presenceScorer } from './presence.ts'
import { rankedChildSumScorer } from './ranked-child-sum.ts'
import { rankedCompletionTimeScorer } from './ranked-completion-time.ts'
import { rankedReverseScorer, rankedTimeScorer, rankedValueScorer } from './ranked.ts'
import { sharedByFinishersScorer } from './shared-by-finishers.ts'

/** Kept separate from `methods`, because pages need those rows but award nothing. */
const scorers: Readonly<Record<ScoringMethod, Scorer>> = {
  PRESENCE: presenceScorer,
  POINTS_FROM_VALUE: pointsFromValueScorer,
  POINTS_PER_UNIT: pointsPerUnitScorer,
  POINTS_BY_THRESHOLD: pointsByThresholdScorer,
  RANKED_TIME: rankedTimeScorer,
  RANKED_VALUE: rankedValueScorer,
  RANKED_REVERSE: rankedReverseScorer,
  SHARED_BY_FINISHERS: sharedByFinishersScorer,
  RANKED_COMPLETION_TIME: rankedCompletionTimeScorer,
  BONUS_PER_COMPLETION: bonusPerCompletionScorer,
  RANKED_CHILD_SUM: rankedChildSumScorer,
  BINGO_3: bingoScorer,
  BINGO_BOARD: bingoBoardScorer,
}

/** The scorer for a name from outside, or null. */
export const findScorer = (name: string): Scorer | null => (Object.hasOwn(scorers, name) ? scorers[name as ScoringMethod] : null)
