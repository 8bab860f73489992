/** The last numbers reported by one source: number by objective, by the team it counted for. Zeros are left out. */
export type LastReported = Map<number, Map<number, number>>

export interface ChangedFact {
  readonly objective_id: number
  readonly team_id: number
  readonly number: number
}

/**
 * The changes caused by an observation of a source; also stores them in `reported`. Contains numbers that differ, and a 0 for
 * objectives that the source no longer shows. A source whose owner changed teams counts for the old team until it is observed
 * again.
 * @param numbers the current numbers by objective; only of objectives whose window is open
 * @param isOpen whether the observation is valid for an objective that it does not show
 */
export function listChangedFacts(
  reported: LastReported,
  team_id: number,
  numbers: ReadonlyMap<number, number>,
  isOpen: (objective_id: number) => boolean,
): ChangedFact[] {
  const changed: ChangedFact[] = []
  for (const [owner, before] of reported) {
    for (const objective_id of before.keys()) {
      if ((owner === team_id && numbers.has(objective_id)) || !isOpen(objective_id)) continue
      before.delete(objective_id)
      changed.push({ objective_id, team_id: owner, number: 0 })
    }
  }
  const own = reported.get(team_id) ?? new Map<number, number>()
  reported.set(team_id, own)
  for (const [objective_id, number] of numbers) {
    if ((own.get(objective_id) ?? 0) === number) continue
    if (number === 0) own.delete(objective_id)
    else own.set(objective_id, number)
    changed.push({ objective_id, team_id, number })
  }
  return changed
}
