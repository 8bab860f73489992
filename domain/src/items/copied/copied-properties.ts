import type { ItemProperty } from '@muster/contract/game-api'
import { type CopiedLine, splitLabel } from './sections.ts'

/** Sentences with values in them, as the game names the property, and how they read once filled in. */
const sentences: readonly { readonly name: string; readonly shown: RegExp; readonly order: readonly number[] }[] = [
  { name: 'Lasts {0} Seconds', shown: /^Lasts (\S+) Seconds$/, order: [1] },
  { name: 'Consumes {0} of {1} Charges on use', shown: /^Consumes (\S+) of (\S+) Charges on use$/, order: [1, 2] },
  { name: 'Currently has {0} Charges', shown: /^Currently has (\S+) Charges?$/, order: [1] },
  { name: 'Heist Target: {0} ({1})', shown: /^Heist Target: ([^(]+) \(([^()]+)\)$/, order: [1, 2] },
  { name: 'Heist Target: {0}', shown: /^Heist Target: (.+)$/, order: [1] },
  // The game's own order: the level is value 0.
  { name: 'Requires {1} (Level {0})', shown: /^Requires (.+) \(Level (\d+)\)$/, order: [2, 1] },
  { name: 'Stored Experience: {0}', shown: /^Stored Experience: (.+)$/, order: [1] },
  { name: 'Reward: {0}', shown: /^Reward: (.+)$/, order: [1] },
  { name: 'Requires Sacrifice: {0} {1}', shown: /^Requires Sacrifice: (.+) (x\d+)$/, order: [1, 2] },
  { name: 'Requires Sacrifice: {0}', shown: /^Requires Sacrifice: (.+)$/, order: [1] },
]

const dropMarks = (text: string) => text.replaceAll(' (augmented)', '').replaceAll(' (unmet)', '')
const colourOf = (text: string) => (text.includes('(augmented)') ? 1 : 0)

/** Labels whose value is a list of names. */
const listed = new Set(['Minor Afflictions', 'Major Afflictions', 'Minor Boons', 'Major Boons'])

/** A line of the upper part of an item as one of its properties. */
export function readPropertyLine({ text }: CopiedLine): ItemProperty {
  const plain = dropMarks(text)
  const colour = colourOf(text)
  for (const { name, shown, order } of sentences) {
    const found = shown.exec(plain)
    if (found) return { name, values: order.map((place) => [found[place] ?? '', colour]), displayMode: 3 }
  }
  const label = splitLabel(plain)
  if (label === null) return { name: plain, values: [], displayMode: 0 }
  const [name, value] = label
  const values = listed.has(name) ? value.split(/,\s*/) : value === '' ? [] : [value]
  return { name, values: values.map((part) => [part, colour]), displayMode: 0 }
}

/** The lines below a heading such as `Open Rooms:`, as the values of one property. */
export function readPropertyBlock(name: string, lines: readonly CopiedLine[], type?: number): ItemProperty {
  return { name, values: lines.map(({ text }) => [dropMarks(text), 0]), displayMode: 0, ...(type !== undefined && { type }) }
}
