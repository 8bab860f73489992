import type { ExclusionDefinition } from '../objectives/definition.ts'
import type { Fact } from './ledger.ts'

/** Whether an exclusion covers a fact. Properties that the exclusion leaves open match every fact. */
export function isNamed(exclusion: ExclusionDefinition, fact: Fact): boolean {
  const { objective_id, team_id, user_id, source, from, to } = exclusion
  return (
    (objective_id === null || objective_id === fact.objective_id) &&
    (team_id === null || team_id === fact.team_id) &&
    (user_id === null || user_id === fact.user_id) &&
    (source === null || source === fact.source) &&
    (from === null || fact.timestamp >= from) &&
    (to === null || fact.timestamp <= to)
  )
}

/** The exclusions that can cover a fact of this objective, in order of creation. */
export function listExclusions(
  exclusions: readonly ExclusionDefinition[] | undefined,
  objective_id: number,
): readonly ExclusionDefinition[] {
  return (exclusions ?? [])
    .filter((one) => one.objective_id === null || one.objective_id === objective_id)
    .toSorted((a, b) => a.id - b.id)
}

/** The oldest exclusion that covers this fact, or null. */
export function findExclusion(exclusions: readonly ExclusionDefinition[], fact: Fact): ExclusionDefinition | null {
  // Fast path: called for every fact, and usually nothing is excluded.
  if (exclusions.length === 0) return null
  return exclusions.find((one) => isNamed(one, fact)) ?? null
}

/** Whether two lists exclude the same facts. Exclusions never change, so comparing ids is enough. */
export function excludesAlike(a: readonly ExclusionDefinition[], b: readonly ExclusionDefinition[]): boolean {
  return a.length === b.length && a.every((one, place) => one.id === b[place]?.id)
}
