/**
 * What no matcher can go below: the texts that the objectives of the bench ask about, read from parsed items and not looked
 * up anywhere. And what the plain way of looking them up costs: one question per text to a map of the engine's own.
 */
import type { GameItem } from '@muster/contract/game-api'

const lists = [(item: GameItem) => item.explicitMods, (item: GameItem) => item.implicitMods]

/** Hands every text to `visit`; answers the sum of what it answers, so that nothing can be left out as useless. */
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

export const readTexts = (items: readonly GameItem[]): number => sumTexts(items, (text) => text.charCodeAt(0) || 0)

/** Knows every text of the items it was made for. */
export function createLookUps(known: readonly GameItem[]): (items: readonly GameItem[]) => number {
  const numbers = new Map<string, number>()
  sumTexts(known, (text) => numbers.set(text, numbers.size).size)
  return (items) => sumTexts(items, (text) => numbers.get(text) ?? 0)
}
