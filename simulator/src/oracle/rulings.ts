import type { Claim, Rulings, Sighting } from './contest.ts'
import type { Source } from './holdings.ts'
import type { Sightings } from './sightings.ts'

export type Evidence = Pick<Sightings, 'of' | 'sources'>

/** Claims of one player replace each other; each fact that was added by hand stays beside them. */
const listSources = (claims: readonly Claim[]): [string, Source][] =>
  [...Map.groupBy(claims, ({ account }, place) => (account === null ? `hand ${place}` : `claims of ${account}`))].map(
    ([name, ofOne]) => [
      name,
      {
        changes: ofOne.map(({ at_ms: at, number }) => ({ at, number, wait_ms: 0 })).toSorted((a, b) => a.at - b.at),
      },
    ],
  )

/** Sightings in the game, plus claims, minus exclusions. */
export const applyRulings = (evidence: Evidence, { claims, exclusions }: Omit<Rulings, 'points'>): Evidence => {
  const claimsOf = (objective_id: number, team: number) =>
    claims.filter((claim) => claim.objective_id === objective_id && claim.team === team)
  const isIncluded = (objective_id: number) => {
    const excluded = new Set(exclusions.flatMap((one) => (one.objective_id === objective_id ? [one.account] : [])))
    return ({ by }: { by?: number | undefined }) => by === undefined || !excluded.has(by)
  }
  return {
    of: (objective_id, team) => [
      ...evidence.of(objective_id, team).filter(isIncluded(objective_id)),
      ...claimsOf(objective_id, team).map(
        ({ at_ms, number }): Sighting => ({ earliest: at_ms, latest: at_ms, number, least: number, certain: true }),
      ),
    ],
    sources: (objective_id, team) => {
      const included = isIncluded(objective_id)
      const shown = [...evidence.sources(objective_id, team)].filter(([, source]) => included(source))
      return new Map([...shown, ...listSources(claimsOf(objective_id, team))])
    },
  }
}
