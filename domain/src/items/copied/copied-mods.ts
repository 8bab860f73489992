import type { ItemMod } from '@muster/contract/game-api'
import type { Section } from './sections.ts'

/** What stands in brackets behind a modifier says of which kind it is. */
const marks = ['implicit', 'enchant', 'scourge', 'crucible', 'crafted', 'fractured', 'rune', 'mutated'] as const
export type ModMark = (typeof marks)[number]
const mark = new RegExp(` \\((${marks.join('|')})\\)$`)

export interface CopiedMod {
  readonly text: string
  readonly mark: ModMark | null
}

/** `+42(40-45) to maximum Life` -> `+42 to maximum Life`: ranges are shown while a key is held. */
const dropRanges = (text: string) => text.replaceAll(/(\d)\(-?[\d.]+(?:--?[\d.]+)?\)/g, '$1')
const dropNotes = (text: string) => text.replace(/ [—–-] Unscalable Value$/, '')

function readModLine(line: string): CopiedMod {
  const text = dropNotes(dropRanges(line))
  const found = mark.exec(text)
  return found ? { text: text.slice(0, found.index), mark: found[1] as ModMark } : { text, mark: null }
}

/** With the headings of the advanced form, `{ Prefix Modifier "Hale" (Tier: 8) }`, whose lines belong to one modifier. */
function readAdvanced(section: Section): CopiedMod[] {
  const mods: { lines: string[]; mark: ModMark | null }[] = []
  for (const { text } of section) {
    if (text.startsWith('{')) {
      const kind = /Implicit/.test(text)
        ? 'implicit'
        : /Crafted/.test(text)
          ? 'crafted'
          : /Fractured/.test(text)
            ? 'fractured'
            : null
      mods.push({ lines: [], mark: kind })
      continue
    }
    // Reminders of what a word means.
    if (text.startsWith('(') && text.endsWith(')')) continue
    const read = readModLine(text)
    const last = mods.at(-1)
    if (!last) {
      mods.push({ lines: [read.text], mark: read.mark })
      continue
    }
    last.lines.push(read.text)
    last.mark = read.mark ?? last.mark
  }
  return mods.filter(({ lines }) => lines.length > 0).map(({ lines, mark: kind }) => ({ text: lines.join('\n'), mark: kind }))
}

/** The modifiers of a section, one for each line where the text does not say which lines belong together. */
export function readModSection(section: Section): CopiedMod[] {
  if (section.some(({ text }) => text.startsWith('{'))) return readAdvanced(section)
  return section.map(({ text }) => readModLine(text))
}

/** As the game sends it since 3.29: crafted and fractured ones among the others, with a flag. */
export const writeMod = ({ text, mark: kind }: CopiedMod): ItemMod =>
  kind === 'crafted' || kind === 'fractured' || kind === 'mutated' ? { description: text, flags: { [kind]: true } } : text
