/** The fields of a score that decide who is credited, and with how many points. */
interface Credited {
  readonly points: number
  readonly timestamp: number
  readonly user_id?: number | undefined
}

/** A score that one player earned for their team. */
export interface Given<S> {
  readonly objective_id: number
  readonly team_id: number
  readonly score: S
}

/**
 * The contributions of each player by user id: scores that name the player and have points, largest first, then earliest. All
 * sums of a player's points on pages are based on this.
 */
export function listGiven<S extends Credited>(
  scores: ReadonlyMap<number, ReadonlyMap<number, S>>,
  isShown: (objective_id: number) => boolean,
): ReadonlyMap<number, readonly Given<S>[]> {
  const given = new Map<number, Given<S>[]>()
  for (const [objective_id, teams] of scores) {
    if (!isShown(objective_id)) continue
    for (const [team_id, score] of teams) {
      if (score.user_id === undefined || score.points <= 0) continue
      const own = given.get(score.user_id)
      if (own) own.push({ objective_id, team_id, score })
      else given.set(score.user_id, [{ objective_id, team_id, score }])
    }
  }
  for (const own of given.values()) own.sort((a, b) => b.score.points - a.score.points || a.score.timestamp - b.score.timestamp)
  return given
}

export const sumGiven = (given: readonly Given<Pick<Credited, 'points'>>[]): number =>
  given.reduce((sum, { score }) => sum + score.points, 0)
