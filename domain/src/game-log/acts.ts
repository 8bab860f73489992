/**
 * Towns by their ids in the game (`1_2_town`, `2_10_town`; `G3_town` in the second game), with the number of the act. Sources:
 * ACTS_FINISHED in docs/evidence.md.
 */
const town = /^(?:[12]_|G)(\d+)_town$/i
/** Towns after the last act, with the number of acts. The second game has interludes between its last act and its last town. */
const endgameTowns: ReadonlyMap<string, number> = new Map([
  ['2_11_endgame_town', 10],
  ['P1_Town', 4],
  ['P2_Town', 4],
  ['P3_Town', 4],
  ['G_Endgame_Town', 4],
])

/** The number of acts that are over when a player enters an area; 0 for an area that is not a town. */
export function countFinishedActs(area: string): number {
  const act = town.exec(area)?.[1]
  return act === undefined ? (endgameTowns.get(area) ?? 0) : Number(act) - 1
}
