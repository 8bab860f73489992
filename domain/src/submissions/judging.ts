/** The subject of a judgement. */
export interface Judged {
  /** Null: all teams. */
  readonly team_id: number | null
  /** The player, if known. */
  readonly user_id: number | null
}

/** A judge, with their team in the event if they play. */
export interface Judge {
  readonly user_id: number
  readonly team_id: number | null
}

/**
 * Judges may not judge themselves or their own team, whichever roles they hold. A decision about all teams favours none, so
 * judges who play may make it.
 */
export function judgesOwnTeam(judge: Judge, { team_id, user_id }: Judged): boolean {
  return user_id === judge.user_id || (team_id !== null && team_id === judge.team_id)
}
