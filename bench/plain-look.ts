import type { ItemField } from '@muster/contract/conditions'

const rarities = ['Normal', 'Magic', 'Rare', 'Unique']
const marks = [
  ['implicit', 'IMPLICIT_MODS'],
  ['enchant', 'ENCHANT_MODS'],
  ['crafted', 'CRAFTED_MODS'],
  ['fractured', 'FRACTURED_MODS'],
] as const

/**
 * The fields that single lines of a copied text show. It knows no sections and shares no code with the reader, so the two can
 * disagree.
 */
export function lookPlainly(text: string): Partial<Record<ItemField, unknown>> {
  const lines = text.split('\n').map((line) => line.trim())
  const find = (pattern: RegExp) => lines.map((line) => pattern.exec(line)?.[1]).find((found) => found !== undefined)
  const rarity = find(/^Rarity: (.+)/) ?? ''
  // Advanced copies explain modifiers between them, and the areas of a logbook have lists of their own.
  const isPlain = !lines.some((line) => line.startsWith('{') || line.startsWith('(')) && !text.includes('Logbook')
  const listMarked = (mark: string) =>
    lines.flatMap((line) => (line.endsWith(`(${mark})`) ? [line.slice(0, -mark.length - 3)] : []))
  return {
    RARITY: rarities.includes(rarity) ? rarity : '',
    ILVL: Number(find(/^Item Level: (\d+)/) ?? 0),
    QUALITY: Number(find(/^Quality(?: \([^)]*\))?: \+?(\d+)%/) ?? 0),
    IS_CORRUPTED: lines.some((line) => line === 'Corrupted' || line === 'Twice Corrupted'),
    IS_IDENTIFIED: !lines.some((line) => line.startsWith('Unidentified')),
    ...(isPlain && Object.fromEntries(marks.map(([mark, field]) => [field, listMarked(mark)]))),
  }
}
