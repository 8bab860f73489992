/** A team with its points; lists are sorted best first. */
export interface Standing {
  readonly team_id: number
  readonly points: number
}

/** The nearest teams with more and with fewer points than a team; null if there is none. */
export function findNeighbours<S extends Standing>(standings: readonly S[], own: S): { above: S | null; below: S | null } {
  return {
    above: standings.findLast(({ points }) => points > own.points) ?? null,
    below: standings.find(({ points }) => points < own.points) ?? null,
  }
}

/** Teams on the scale, best first: the team, its neighbours, teams level with it, and the leader. */
export function pickForScale<S extends Standing>(standings: readonly S[], own: S): readonly S[] {
  const { above, below } = findNeighbours(standings, own)
  return standings.filter((one, place) => place === 0 || one === above || one === below || one.points === own.points)
}
