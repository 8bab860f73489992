import type { Rulings, Sighting } from './contest.ts'
import type { Sightings } from './sightings.ts'

/** Sightings in the game, plus claims, minus exclusions. */
export const applyRulings = (sightings: Pick<Sightings, 'of'>, { claims, exclusions }: Rulings): Pick<Sightings, 'of'> => ({
  of: (objective_id, team) => {
    const excluded = new Set(exclusions.flatMap((one) => (one.objective_id === objective_id ? [one.account] : [])))
    const shown = sightings.of(objective_id, team).filter(({ by }) => by === undefined || !excluded.has(by))
    const claimed = claims
      .filter((claim) => claim.objective_id === objective_id && claim.team === team)
      .map(({ at_ms, number }): Sighting => ({ earliest: at_ms, latest: at_ms, number, least: number, certain: true }))
    return [...shown, ...claimed]
  },
})
