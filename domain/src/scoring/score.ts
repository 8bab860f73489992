/** The share of one scoring rule in the score of an objective with several. */
export interface RuleScore {
  readonly scoring_preset_id: number
  readonly points: number
  readonly rank: number
  readonly number: number
  readonly finished: boolean
  readonly timestamp: number | null
}

/** A team's score on one objective, as computed by the rules. Times in milliseconds; null = none. */
export interface TeamScore {
  /** The sum over the rules. */
  readonly points: number
  /** 0 = unranked. Ties share a rank, the next rank follows directly: 1, 1, 2. */
  readonly rank: number
  readonly number: number
  readonly finished: boolean
  readonly timestamp: number | null
  readonly user_id: number | null
  /** One entry for each rule, in the objective's order; absent if there is only one. Without the parent's adjustment. */
  readonly by_rule?: readonly RuleScore[]
}

/** objective id -> team id -> score. Pairs without a score are absent. */
export type Scoreboard = ReadonlyMap<number, ReadonlyMap<number, TeamScore>>

/** One changed pair; `before` null = added, `after` null = removed. */
export interface ScoreDelta {
  readonly objective_id: number
  readonly team_id: number
  readonly before: TeamScore | null
  readonly after: TeamScore | null
}
