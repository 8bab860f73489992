/** Problem of a place: its team is listed twice, or a place above it is empty. */
export type PlaceProblem = 'twice' | 'gap'

/** Problems by place, and the teams in their order if there are none. null is an empty place. */
export function readPlaces(chosen: readonly (number | null)[]): {
  readonly team_ids: readonly number[]
  readonly problems: ReadonlyMap<number, PlaceProblem>
} {
  const problems = new Map<number, PlaceProblem>()
  const firstEmpty = chosen.indexOf(null)
  for (const [place, team] of chosen.entries()) {
    if (team === null) continue
    if (chosen.indexOf(team) !== place) problems.set(place, 'twice')
    else if (firstEmpty !== -1 && firstEmpty < place) problems.set(place, 'gap')
  }
  return { team_ids: chosen.filter((team) => team !== null), problems }
}
