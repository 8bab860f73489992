/** A team with its points, best first in a list of them. */
export interface Standing {
  readonly team_id: number
  readonly points: number
}

/** The nearest teams with more and with fewer points than one of them; null where there is none. */
export function findNeighbours<S extends Standing>(standings: readonly S[], own: S): { above: S | null; below: S | null } {
  return {
    above: standings.findLast(({ points }) => points > own.points) ?? null,
    below: standings.find(({ points }) => points < own.points) ?? null,
  }
}

/** Who stands on the scale: the team, its neighbours, those level with it, and the leader; from few points to many. */
export function pickForScale<S extends Standing>(standings: readonly S[], own: S): readonly S[] {
  const { above, below } = findNeighbours(standings, own)
  return standings
    .filter((one, place) => place === 0 || one === above || one === below || one.points === own.points)
    .toSorted((a, b) => a.points - b.points)
}
