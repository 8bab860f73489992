/** What of a score says whom it is owed to and what it pays. */
interface Credited {
  readonly points: number
  readonly timestamp: number
  readonly user_id?: number | undefined
}

/** A score that one person brought their team. */
export interface Given<S> {
  readonly objective_id: number
  readonly team_id: number
  readonly score: S
}

/**
 * What everybody brought their teams, by user id: the scores that name them and pay, those that pay most first, then the
 * earliest. Every number of points that pages say somebody brought is a sum of these.
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
