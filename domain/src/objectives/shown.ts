/** What one source showed last: number by objective, by the team it counted for. What shows nothing is not in it. */
export type Shown = Map<number, Map<number, number>>

export interface News {
  readonly objective_id: number
  readonly team_id: number
  readonly number: number
}

/**
 * What a look at a source says that earlier ones did not, and takes it over into `shown`: numbers that differ, and a 0 for
 * what it shows no longer. A source whose owner changed teams shows for the old one until it is looked at again.
 * @param numbers what it shows now, by objective; only of objectives whose window is open.
 * @param isOpen whether this look says anything about an objective that it does not show.
 */
export function listNews(
  shown: Shown,
  team_id: number,
  numbers: ReadonlyMap<number, number>,
  isOpen: (objective_id: number) => boolean,
): News[] {
  const news: News[] = []
  for (const [owner, before] of shown) {
    for (const objective_id of before.keys()) {
      if ((owner === team_id && numbers.has(objective_id)) || !isOpen(objective_id)) continue
      before.delete(objective_id)
      news.push({ objective_id, team_id: owner, number: 0 })
    }
  }
  const own = shown.get(team_id) ?? new Map<number, number>()
  shown.set(team_id, own)
  for (const [objective_id, number] of numbers) {
    if ((own.get(objective_id) ?? 0) === number) continue
    if (number === 0) own.delete(objective_id)
    else own.set(objective_id, number)
    news.push({ objective_id, team_id, number })
  }
  return news
}
