/**
 * Parses the text that the game copies to the clipboard for an item into the form that the game's API sends, so that all code for
 * items works on it, too. English only, like the conditions. Unrecognised lines are reported and do not affect the item.
 */
import { classOfCopiedLabel } from './class-labels.ts'
import { frames, type Heading, readBase, splitHeading, Unreadable } from './copied-heading.ts'
import { modLists, readAffixNames } from './copied-mods.ts'
import { placeOwnLines } from './own-lines.ts'
import { createDraft, type Draft, readKnownSections } from './section-kinds.ts'
import { copiedTextLimit, gatherUnread, type Section, splitSections, type UnreadLines } from './sections.ts'

/** Facts that a copied text leaves open. */
export type CopiedDoubt = 'icon' | 'magic_base' | 'lines_of_mods' | 'incubator'

export type CopiedItem =
  | {
      readonly ok: true
      readonly item: Record<string, unknown>
      /** The class that the text names; null if it has to be derived from the item. */
      readonly class_id: string | null
      readonly doubts: readonly CopiedDoubt[]
      /** Unrecognised lines, in their order. */
      readonly unread: readonly UnreadLines[]
    }
  /** `line` counts from 1. */
  | { readonly ok: false; readonly line: number; readonly reason: string }

const shownRarities = new Set(['Normal', 'Magic', 'Rare', 'Unique'])

/** The vaal form of a gem shows its own part under its own name, below that of the plain gem. */
function findVaalName(sections: readonly Section[], { rarity, typeLine }: Heading): string | null {
  if (rarity !== 'Gem') return null
  if (typeLine.startsWith('Vaal ')) return typeLine
  const own = sections.some(([line]) => line.text === `Vaal ${typeLine}`)
  return own ? `Vaal ${typeLine}` : null
}

/** The lists of an item that are not empty. */
const listsOf = ({ properties, additional, requirements, skills, areas, mods }: Draft) =>
  Object.fromEntries(
    [
      ['properties', properties] as const,
      ['additionalProperties', additional] as const,
      ['requirements', requirements] as const,
      ['grantedSkills', skills] as const,
      ['logbookMods', areas] as const,
      ...modLists.map((list) => [`${list}Mods`, mods[list]] as const),
    ].filter(([, list]) => list.length > 0),
  )

function read(text: string, bases: ReadonlyMap<string, unknown>): CopiedItem {
  if (text.length > copiedTextLimit) throw new Unreadable(undefined, `the text is longer than ${copiedTextLimit} characters`)
  const { heading, body } = splitHeading(splitSections(text))
  const draft = createDraft()
  placeOwnLines(readKnownSections(body, heading, draft), heading, draft)
  const vaal = findVaalName(body, heading)
  const { base, isCertain } = readBase(heading, draft.item['identified'] === true, readAffixNames(body), bases)
  const doubts: CopiedDoubt[] = ['icon']
  if (!isCertain) doubts.push('magic_base')
  if (draft.mods.explicit.length > 1 && !text.includes('{ ')) doubts.push('lines_of_mods')
  if (/^Incubating /m.test(text)) doubts.push('incubator')
  return {
    ok: true,
    class_id: classOfCopiedLabel.get(heading.label) ?? null,
    doubts,
    unread: gatherUnread(draft.unread),
    item: {
      name: heading.name,
      typeLine: vaal ?? heading.typeLine,
      baseType: vaal ?? base,
      ...(shownRarities.has(heading.rarity) && { rarity: heading.rarity }),
      frameType: frames[heading.rarity] ?? 0,
      ...draft.item,
      ...(vaal !== null && { hybrid: { isVaalGem: true, baseTypeName: heading.typeLine } }),
      ...(heading.label.startsWith('Support') && { support: true }),
      ...listsOf(draft),
    },
  }
}

/**
 * Parses the clipboard text of an item, copied with Ctrl+C or, for the advanced form, Ctrl+Alt+C; never throws.
 * @param bases names of base types, used to separate a magic item's base from its affixes; may be empty
 */
export function readCopiedItem(text: string, bases: ReadonlyMap<string, unknown> = new Map()): CopiedItem {
  try {
    return read(text, bases)
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, line: error.line, reason: error.message }
    throw error
  }
}
