/** Whose doing is to be judged. */
export interface Judged {
  /** Null: of every team. */
  readonly team_id: number | null
  /** Whoever did it, where it is known. */
  readonly user_id: number | null
}

/** Somebody who judges, with their team in the event, if they play. */
export interface Judge {
  readonly user_id: number
  readonly team_id: number | null
}

/**
 * Nobody judges themselves or their own team, whichever roles they hold. What meets all teams alike favours none, so it may
 * be decided by those who play.
 */
export function judgesOwnTeam(judge: Judge, { team_id, user_id }: Judged): boolean {
  return user_id === judge.user_id || (team_id !== null && team_id === judge.team_id)
}
