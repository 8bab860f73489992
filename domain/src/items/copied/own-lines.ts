/**
 * Assigns the sections without a label or mark: the explicit modifiers of the plain form, and an item's flavour texts and hints.
 * A section that could be several things stays unread.
 */
import type { Heading } from './copied-heading.ts'
import { listUnmarked, readPlainMods } from './copied-mods.ts'
import { type Draft, keepMods } from './section-kinds.ts'
import type { Section } from './sections.ts'
import { isLabelled, isProse, shapeOf } from './shapes.ts'

/** Items whose effect the API sends as an explicit modifier, in any wording: "Reforges a rare item", "2x Exalted Orb". */
const hasEffect = ({ rarity, label }: Heading, draft: Draft) =>
  rarity === 'Currency' ||
  rarity === 'Divination Card' ||
  label === 'Map Fragments' ||
  // The beasts of the Menagerie, whose modifiers are names.
  draft.properties.some(({ name }) => name === 'Genus')

const rollsModifiers = ({ rarity }: Heading) => rarity === 'Magic' || rarity === 'Rare' || rarity === 'Unique'

/** Labels of items that have a flavour text in every rarity. */
const storied = new Set([
  'Map Fragments',
  'Misc Map Items',
  'Contracts',
  'Heist Targets',
  'Sanctum Research',
  'Inscribed Ultimatum',
  'Pinnacle Keys',
  'Trial Coins',
  'Pieces',
  'Augment',
  'Quest Items',
])
const hasStory = ({ rarity, label, typeLine }: Heading) =>
  rarity === 'Unique' || rarity === 'Divination Card' || storied.has(label) || typeLine.endsWith(' Talisman')

const only = (sections: readonly Section[]): Section | null => (sections.length === 1 ? (sections[0] ?? null) : null)

/** The section that looks most like modifiers, if no other section looks the same. */
function findExplicit(sections: readonly Section[], isAnyShape: boolean): Section | null {
  const shaped = sections.map((section) => ({ section, shape: shapeOf(listUnmarked(section)), isProse: isProse(section) }))
  const levels = [
    shaped.filter(({ shape }) => shape === 'rolled'),
    shaped.filter(({ shape, isProse: isVerse }) => shape === 'worded' && !isVerse),
    shaped.filter(({ shape }) => shape === 'worded'),
    isAnyShape ? shaped.filter(({ section, isProse: isVerse }) => !isVerse && !isLabelled(section)) : [],
  ]
  return only((levels.find(({ length }) => length > 0) ?? []).map(({ section }) => section))
}

/** The flavour text, if exactly one section can be it. */
function findStory(sections: readonly Section[]): Section | null {
  const prose = sections.filter(isProse)
  return only(prose.length > 0 ? prose : sections.filter((section) => section.length > 1 && shapeOf(section) !== 'rolled'))
}

const smallWords = new Set(['of', 'the', 'and', 'on', 'to'])
/** The title of a part of a gem: one line in which every word except the smallest is capitalised. */
const isTitle = (section: Section) =>
  section.length === 1 && section[0].text.split(' ').every((word) => smallWords.has(word) || /^[A-Z][\w'’-]*$/.test(word))

type GemSection = 'title' | 'mods' | 'prose' | 'odd'
function kindInGem(section: Section): GemSection {
  if (isTitle(section)) return 'title'
  if (shapeOf(listUnmarked(section)) !== 'bare') return 'mods'
  return isProse(section) ? 'prose' : 'odd'
}

/** A gem has a description and modifiers, and then further parts with a title, each with a description and modifiers. */
function placeGem(sections: readonly Section[], draft: Draft): void {
  const found: Record<GemSection, Section[]> = { title: [], mods: [], prose: [], odd: [] }
  for (const section of sections) found[kindInGem(section)].push(section)
  const [explicit, ...modsOfParts] = found.mods
  if (explicit) keepMods(readPlainMods(explicit), draft)
  draft.unread.push(...found.odd.flat())
  if (found.prose.length > found.title.length + 1) draft.unread.push(...found.prose.flat())
  if (modsOfParts.length > found.title.length) draft.unread.push(...modsOfParts.flat())
}

/** Assigns the sections that have no label or mark. */
export function placeOwnLines(sections: readonly Section[], heading: Heading, draft: Draft): void {
  if (heading.rarity === 'Gem') {
    placeGem(sections, draft)
    return
  }
  const effect = hasEffect(heading, draft)
  const mayHaveMods = effect || (rollsModifiers(heading) && draft.item['identified'] === true)
  const explicit = mayHaveMods && draft.mods.explicit.length === 0 ? findExplicit(sections, effect) : null
  if (explicit) keepMods(readPlainMods(explicit), draft)
  const rest = sections.filter((section) => section !== explicit)
  const story = hasStory(heading) ? findStory(rest) : null
  draft.unread.push(...rest.filter((section) => section !== story).flat())
}
