import type { Claim, Rulings, Sighting } from './contest.ts'
import type { Source } from './holdings.ts'
import type { CountReports } from './reports.ts'
import type { Sightings } from './sightings.ts'

export type Evidence = Pick<Sightings, 'of' | 'sources'>

/** Claims of one player replace each other; each fact that was added by hand counts separately. */
const listSources = (claims: readonly Claim[]): [string, Source][] =>
  [...Map.groupBy(claims, ({ account }, place) => (account === null ? `hand ${place}` : `claims of ${account}`))].map(
    ([name, ofOne]) => [
      name,
      {
        changes: ofOne.map(({ at_ms: at, number }) => ({ at, number, wait_ms: 0 })).toSorted((a, b) => a.at - b.at),
        kind: 'added',
      },
    ],
  )

const toSighting = (at: number, number: number, by?: number): Sighting => ({
  earliest: at,
  latest: at,
  number,
  least: number,
  certain: true,
  by,
})

/** Sightings in the game, plus claims and reports, minus exclusions. */
export const applyRulings = (
  evidence: Evidence,
  { claims, reports, exclusions }: Omit<Rulings, 'points'>,
  countReports: CountReports,
): Evidence => {
  const claimsOf = (objective_id: number, team: number) =>
    claims.filter((claim) => claim.objective_id === objective_id && claim.team === team)
  const isIncluded = (objective_id: number) => {
    const excluded = new Set(exclusions.flatMap((one) => (one.objective_id === objective_id ? [one.account] : [])))
    return ({ by }: { by?: number | undefined }) => by === undefined || !excluded.has(by)
  }
  return {
    of: (objective_id, team) => [
      ...evidence.of(objective_id, team).filter(isIncluded(objective_id)),
      ...claimsOf(objective_id, team).map(({ at_ms, number }) => toSighting(at_ms, number)),
      ...countReports(reports, objective_id, team).flatMap(({ account, changes }) =>
        changes.map(({ at, number }) => toSighting(at, number, account)),
      ),
    ],
    sources: (objective_id, team) => {
      const included = isIncluded(objective_id)
      const shown = [...evidence.sources(objective_id, team)].filter(([, source]) => included(source))
      const reported = countReports(reports, objective_id, team).map(({ account: by, changes }): [string, Source] => [
        `reports of ${by}`,
        { by, changes, kind: 'reported' },
      ])
      return new Map([...shown, ...listSources(claimsOf(objective_id, team)), ...reported])
    },
  }
}
