/** A list with one entry per team. A plain loop, because this runs for every node of every evaluation. */
export function fillRow<T>(team_count: number, value: T): T[] {
  const row: T[] = []
  for (let team = 0; team < team_count; team++) row.push(value)
  return row
}
