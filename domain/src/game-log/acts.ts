/**
 * Towns by their ids in the game (`1_2_town`, `2_10_town`; `G3_town` in the second game), with the number of the act. Sources:
 * ACTS_FINISHED in docs/evidence.md.
 */
const town = /^(?:[12]_|G)(\d+)_town$/i
/** Towns after the last act, with the number of acts. */
const endgameTowns: ReadonlyMap<string, number> = new Map([
  ['2_11_endgame_town', 10],
  ['G_Endgame_Town', 4],
])

/** The number of acts that are over when a player enters an area; 0 for areas that say nothing about it. */
export function countFinishedActs(area: string): number {
  const act = town.exec(area)?.[1]
  return act === undefined ? (endgameTowns.get(area) ?? 0) : Number(act) - 1
}
