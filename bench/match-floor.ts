/** The simplest way to look up texts: one map access for each text that the bench's objectives use. */
import type { GameItem } from '@muster/contract/game-api'

const lists = [(item: GameItem) => item.explicitMods, (item: GameItem) => item.implicitMods]

/** Adds up the results of `visit` for every text, so that the engine cannot optimise the work away. */
function sumTexts(items: readonly GameItem[], visit: (text: string) => number): number {
  let sum = 0
  for (const item of items) {
    const { baseType, name, typeLine, ilvl } = item
    if (typeof ilvl === 'number') sum += ilvl
    if (typeof baseType === 'string') sum += visit(baseType)
    if (typeof name === 'string') sum += visit(name)
    if (typeof typeLine === 'string') sum += visit(typeLine)
    for (const readList of lists) {
      const mods = readList(item)
      if (!Array.isArray(mods)) continue
      for (const mod of mods as unknown[]) {
        const text = typeof mod === 'object' && mod !== null ? (mod as { description?: unknown }).description : mod
        if (typeof text === 'string') sum += visit(text)
      }
    }
  }
  return sum
}

/** Numbers all texts of known items, then looks up the texts of other items. */
export function createLookUps(known: readonly GameItem[]): (items: readonly GameItem[]) => number {
  const numbers = new Map<string, number>()
  sumTexts(known, (text) => numbers.set(text, numbers.size).size)
  return (items) => sumTexts(items, (text) => numbers.get(text) ?? 0)
}
