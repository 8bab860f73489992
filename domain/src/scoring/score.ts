/** A team's score on one objective, as computed by the rules. Times in milliseconds; null = none. */
export interface TeamScore {
  readonly points: number
  /** 0 = unranked. Ties share a rank, the next rank follows directly: 1, 1, 2. */
  readonly rank: number
  readonly number: number
  readonly finished: boolean
  readonly timestamp: number | null
  readonly user_id: number | null
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
