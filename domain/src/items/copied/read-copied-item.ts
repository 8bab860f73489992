/**
 * Reads the text that the game puts on the clipboard for an item, as an item of the form that the game's API sends, so that
 * everything that reads items reads it, too. English only, as the conditions are.
 */
import type { ItemMod, ItemProperty } from '@muster/contract/game-api'
import { classOfCopiedLabel } from './class-labels.ts'
import { type CopiedMod, readModSection, writeMod } from './copied-mods.ts'
import { readPropertyBlock, readPropertyLine } from './copied-properties.ts'
import { type CopiedLine, copiedTextLimit, type Section, splitLabel, splitSections } from './sections.ts'

/** What a copied text leaves open. */
export type CopiedDoubt = 'icon' | 'magic_base' | 'lines_of_mods' | 'incubator'

export type CopiedItem =
  | {
      readonly ok: true
      readonly item: Record<string, unknown>
      /** The class that the text names; null where the item itself tells. */
      readonly class_id: string | null
      readonly doubts: readonly CopiedDoubt[]
    }
  /** `line` counts from 1. */
  | { readonly ok: false; readonly line: number; readonly reason: string }

const frames: Readonly<Record<string, number>> = {
  Normal: 0,
  Magic: 1,
  Rare: 2,
  Unique: 3,
  Gem: 4,
  Currency: 5,
  'Divination Card': 6,
  Quest: 7,
  'Quest Item': 7,
}
const foilFrame = 10
const shownRarities = new Set(['Normal', 'Magic', 'Rare', 'Unique'])
const colours: Readonly<Record<string, string>> = { R: 'S', G: 'D', B: 'I', W: 'G', A: 'A' }
const influenceOf: Readonly<Record<string, string>> = {
  'Shaper Item': 'shaper',
  'Elder Item': 'elder',
  'Crusader Item': 'crusader',
  'Hunter Item': 'hunter',
  'Redeemer Item': 'redeemer',
  'Warlord Item': 'warlord',
}
const flagOf: Readonly<Record<string, readonly [string, boolean]>> = {
  Corrupted: ['corrupted', true],
  Mirrored: ['duplicated', true],
  Split: ['split', true],
  Unidentified: ['identified', false],
  'Searing Exarch Item': ['searing', true],
  'Eater of Worlds Item': ['tangled', true],
  'Synthesised Item': ['synthesised', true],
  'Fractured Item': ['fractured', true],
}

class Unreadable extends Error {
  readonly line: number
  constructor(line: CopiedLine | undefined, reason: string) {
    super(reason)
    this.line = line?.number ?? 1
  }
}

interface Heading {
  readonly label: string
  readonly rarity: string
  readonly name: string
  readonly typeLine: string
}

function readHeading(section: Section): Heading {
  const [first] = section
  const [label, value] = splitLabel(first?.text ?? '') ?? ['', '']
  const rest = label === 'Item Class' ? section.slice(1) : section
  const rarityLine = rest[0]
  const [rarityLabel, rarity] = splitLabel(rarityLine?.text ?? '') ?? ['', '']
  if (rarityLabel !== 'Rarity') {
    const expected = label === 'Item Class' ? '"Rarity: …"' : '"Item Class: …" or "Rarity: …"'
    throw new Unreadable(rarityLine ?? first, `expected ${expected}; only the English game's text can be read`)
  }
  if (!Object.hasOwn(frames, rarity)) throw new Unreadable(rarityLine, `there is no rarity "${rarity}"`)
  const names = rest.slice(1).filter(({ text }) => text !== 'You cannot use this item. Its stats will be ignored')
  if (names.length === 0) throw new Unreadable(rarityLine, 'the name of the item is missing after the rarity')
  if (names.length > 2) throw new Unreadable(names[2], 'expected a rule (--------) after the name')
  const [one, two] = names as [CopiedLine, CopiedLine?]
  return { label: label === 'Item Class' ? value : '', rarity, name: two ? one.text : '', typeLine: (two ?? one).text }
}

const prefixes = /^(?:Superior |Synthesised )+/

/** The base within a name: as it is but for prefixes, and for magic items the longest base that the table knows. */
function readBase({ rarity, typeLine }: Heading, isIdentified: boolean, bases: ReadonlyMap<string, unknown>) {
  const plain = typeLine.replace(prefixes, '')
  if (rarity !== 'Magic' || !isIdentified || bases.has(plain)) return { base: plain, isCertain: true }
  const words = plain.split(' ')
  for (let length = words.length - 1; length > 0; length--) {
    for (let from = 0; from + length <= words.length; from++) {
      const base = words.slice(from, from + length).join(' ')
      if (bases.has(base)) return { base, isCertain: true }
    }
  }
  return { base: plain, isCertain: false }
}

function readNumberLine(line: CopiedLine, value: string): number {
  const number = Number(value.replaceAll(',', ''))
  if (value === '' || !Number.isSafeInteger(number)) throw new Unreadable(line, `"${value}" is not a whole number`)
  return number
}

/** `R-G B`: dashes link, blanks do not. */
function readSockets(line: CopiedLine, value: string) {
  return value.split(/\s+/).flatMap((linked, group) =>
    linked.split('-').map((sColour) => {
      if (!/^(?:[RGBWAS]|DV)$/.test(sColour)) throw new Unreadable(line, `there is no socket "${sColour}"`)
      return { group, attr: colours[sColour] ?? sColour, sColour }
    }),
  )
}

/** What has been read so far. */
interface Draft {
  readonly item: Record<string, unknown>
  readonly properties: ItemProperty[]
  readonly additional: ItemProperty[]
  readonly requirements: ItemProperty[]
  readonly mods: Record<'enchant' | 'implicit' | 'explicit' | 'scourge' | 'crucible', ItemMod[]>
  /** The upper part, with what the item can do, has ended. */
  isBelow: boolean
  /** Explicit modifiers were read; what follows is for reading only. */
  hasExplicit: boolean
}

const templeRooms = 49

function setFlag(item: Record<string, unknown>, text: string): void {
  const [key, value] = flagOf[text] ?? []
  if (key !== undefined) item[key] = value
}

/** Sections that say what they are. @returns whether this was one. */
function readLabelled(section: Section, draft: Draft): boolean {
  const [first] = section as [CopiedLine]
  const { item } = draft
  if (section.every(({ text }) => Object.hasOwn(influenceOf, text) || Object.hasOwn(flagOf, text))) {
    for (const { text } of section) {
      const influence = influenceOf[text]
      if (influence !== undefined) item['influences'] = { ...(item['influences'] as object | undefined), [influence]: true }
      else setFlag(item, text)
    }
    return true
  }
  if (first.text.startsWith('Foil')) {
    item['frameType'] = foilFrame
    return true
  }
  const [label, value] = splitLabel(first.text) ?? ['', '']
  switch (label) {
    case 'Requirements':
    case 'Requires':
      draft.isBelow = true
      draft.requirements.push(...section.slice(1).map(readPropertyLine))
      return true
    case 'Sockets':
      draft.isBelow = true
      item['sockets'] = readSockets(first, value)
      return true
    case 'Item Level':
      draft.isBelow = true
      item['ilvl'] = readNumberLine(first, value)
      return true
    case 'Talisman Tier':
      item['talismanTier'] = readNumberLine(first, value)
      return true
    case 'Memory Strands':
      draft.properties.push(readPropertyLine(first))
      return true
    case 'Note':
      item['note'] = value
      return true
    case 'Open Rooms':
    case 'Obstructed Rooms':
      draft.additional.push(readPropertyBlock(`${label}:`, section.slice(1), templeRooms))
      return true
    case 'Monsters':
      draft.properties.push({
        name: 'Monsters:\n{0}',
        values: [
          [
            section
              .slice(1)
              .map(({ text }) => text)
              .join('\n'),
            0,
          ],
        ],
        displayMode: 3,
      })
      return true
    default:
      return false
  }
}

function readUpperPart(section: Section, draft: Draft): void {
  for (const line of section) {
    const [label, value] = splitLabel(line.text) ?? ['', '']
    // Some items show these among their properties.
    if (label === 'Item Level') draft.item['ilvl'] = readNumberLine(line, value)
    else draft.properties.push(readPropertyLine(line))
    if (label === 'Stack Size') draft.item['stackSize'] = readNumberLine(line, (value.split('/')[0] ?? '').trim())
  }
}

function keepMods(mods: readonly CopiedMod[], draft: Draft): void {
  for (const mod of mods) {
    const { mark } = mod
    const list = mark === 'implicit' || mark === 'enchant' || mark === 'scourge' || mark === 'crucible' ? mark : 'explicit'
    draft.mods[list].push(writeMod(mod))
  }
}

const isProperty = ({ text }: CopiedLine) => splitLabel(text) !== null || /^(?:Lasts|Consumes|Currently has) /.test(text)

/** Sections in their order; the first one is the heading. */
function readSections(sections: readonly Section[], { rarity }: Heading, draft: Draft): void {
  for (const [place, section] of sections.entries()) {
    if (readLabelled(section, draft)) continue
    // The upper part follows the heading at once, and shows at least one value.
    if (place === 0 && !draft.isBelow && section.some(isProperty)) {
      readUpperPart(section, draft)
      continue
    }
    const mods = readModSection(section)
    if (mods.some(({ mark }) => mark === 'implicit' || mark === 'enchant' || mark === 'scourge' || mark === 'crucible')) {
      keepMods(mods, draft)
      continue
    }
    const isMarked = mods.some(({ mark }) => mark !== null) || section.some(({ text }) => text.startsWith('{'))
    const showsMods = draft.item['identified'] !== false && rarity !== 'Normal' && (rarity !== 'Gem' || draft.isBelow)
    if (!isMarked && (draft.hasExplicit || !showsMods)) continue
    keepMods(mods, draft)
    draft.hasExplicit = true
  }
}

/** The vaal form of a gem shows its own part under its own name, below that of the plain gem. */
function findVaalName(sections: readonly Section[], { rarity, typeLine }: Heading): string | null {
  if (rarity !== 'Gem') return null
  if (typeLine.startsWith('Vaal ')) return typeLine
  const own = sections.find(([line]) => line?.text === `Vaal ${typeLine}`)
  return own ? `Vaal ${typeLine}` : null
}

/** What comes before the modifiers of a gem is its description, which is no modifier. */
function dropGemDescription(sections: readonly Section[], { rarity }: Heading): readonly Section[] {
  if (rarity !== 'Gem') return sections
  const requirements = sections.findIndex(([line]) => line?.text.startsWith('Requirements'))
  const description = requirements === -1 ? 1 : requirements + 1
  return sections.filter((_, place) => place !== description)
}

const isUnidentified = (sections: readonly Section[]) => sections.some(([line]) => line?.text === 'Unidentified')

function read(text: string, bases: ReadonlyMap<string, unknown>): CopiedItem {
  if (text.length > copiedTextLimit) throw new Unreadable(undefined, `the text is longer than ${copiedTextLimit} characters`)
  const [head, ...body] = splitSections(text)
  if (!head) throw new Unreadable(undefined, 'the text is empty')
  const heading = readHeading(head)
  const vaal = findVaalName(body, heading)
  const identified = !isUnidentified(body)
  const { base, isCertain } = readBase(heading, identified, bases)
  const draft: Draft = {
    item: { identified, ilvl: 0 },
    properties: [],
    additional: [],
    requirements: [],
    mods: { enchant: [], implicit: [], explicit: [], scourge: [], crucible: [] },
    isBelow: false,
    hasExplicit: false,
  }
  readSections(dropGemDescription(body, heading), heading, draft)
  const { item, mods } = draft
  const lists = Object.entries(mods).flatMap(([kind, list]) => (list.length > 0 ? [[`${kind}Mods`, list] as const] : []))
  const doubts: CopiedDoubt[] = ['icon']
  if (!isCertain) doubts.push('magic_base')
  if (mods.explicit.length > 1 && !text.includes('{ ')) doubts.push('lines_of_mods')
  if (/^Incubating /m.test(text)) doubts.push('incubator')
  return {
    ok: true,
    class_id: classOfCopiedLabel.get(heading.label) ?? null,
    doubts,
    item: {
      name: heading.name,
      typeLine: vaal ?? heading.typeLine,
      baseType: vaal ?? base,
      ...(shownRarities.has(heading.rarity) && { rarity: heading.rarity }),
      frameType: frames[heading.rarity] ?? 0,
      ...item,
      ...(vaal !== null && { hybrid: { isVaalGem: true, baseTypeName: heading.typeLine } }),
      ...(heading.label.startsWith('Support') && { support: true }),
      ...(draft.properties.length > 0 && { properties: draft.properties }),
      ...(draft.additional.length > 0 && { additionalProperties: draft.additional }),
      ...(draft.requirements.length > 0 && { requirements: draft.requirements }),
      ...Object.fromEntries(lists),
    },
  }
}

/**
 * Reads what Ctrl+C puts on the clipboard while the mouse is over an item; never throws.
 * @param bases names of base types, for telling a magic item's base from its affixes; may be empty.
 */
export function readCopiedItem(text: string, bases: ReadonlyMap<string, unknown> = new Map()): CopiedItem {
  try {
    return read(text, bases)
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, line: error.line, reason: error.message }
    throw error
  }
}
