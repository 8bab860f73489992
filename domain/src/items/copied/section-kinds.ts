/**
 * The kinds of sections in a copied item that have a label, a heading, a mark or a fixed phrase. The order of sections does not
 * matter. Each row was found in the texts of Sidekick's tests (August 2026), of Exiled-Exchange-2's tests (June 2026) or in the
 * game.
 */
import type { ItemMod, ItemProperty } from '@muster/contract/game-api'
import { classOfLabel } from '../class-evidence.ts'
import type { Heading } from './copied-heading.ts'
import { type CopiedMod, hasMarks, isHeaded, listUnmarked, type ModList, readHeadedMods, readMarkedMods } from './copied-mods.ts'
import { readPlainMods, type ReadMods, writeMod } from './copied-mods.ts'
import { isPropertySection, readPropertyBlock, readPropertyLine } from './copied-properties.ts'
import { type CopiedLine, type Section, splitLabel } from './sections.ts'

interface LogbookArea {
  readonly name: string
  readonly faction: { readonly id: string; readonly name: string }
  readonly mods: readonly string[]
}

/** The item, as far as it has been read. */
export interface Draft {
  readonly item: Record<string, unknown>
  readonly properties: ItemProperty[]
  readonly additional: ItemProperty[]
  readonly requirements: ItemProperty[]
  readonly skills: ItemProperty[]
  readonly areas: LogbookArea[]
  readonly mods: Readonly<Record<ModList, ItemMod[]>>
  /** Unrecognised lines. */
  readonly unread: CopiedLine[]
}

export const createDraft = (): Draft => ({
  item: { identified: true, ilvl: 0 },
  properties: [],
  additional: [],
  requirements: [],
  skills: [],
  areas: [],
  mods: { enchant: [], implicit: [], rune: [], scourge: [], crucible: [], explicit: [] },
  unread: [],
})

interface SectionKind {
  readonly isOne: (section: Section, heading: Heading) => boolean
  readonly read: (section: Section, draft: Draft, heading: Heading) => void
}

const labelOf = (line: CopiedLine) => splitLabel(line.text)?.[0] ?? ''
const isEvery = (section: Section, labels: ReadonlySet<string>) => section.every((line) => labels.has(labelOf(line)))
/** For sections without a field. */
const ignore = () => undefined

const influences: Readonly<Record<string, string>> = {
  'Shaper Item': 'shaper',
  'Elder Item': 'elder',
  'Crusader Item': 'crusader',
  'Hunter Item': 'hunter',
  'Redeemer Item': 'redeemer',
  'Warlord Item': 'warlord',
}

/** States of an item, and the keys that each sets in the API's form. */
const states: Readonly<Record<string, Readonly<Record<string, boolean>>>> = {
  Corrupted: { corrupted: true },
  'Twice Corrupted': { corrupted: true, doubleCorrupted: true },
  Mirrored: { duplicated: true },
  Split: { split: true },
  Unidentified: { identified: false },
  Sanctified: { sanctified: true },
  Unmodifiable: { unmodifiable: true },
  Imbued: {},
  Transfigured: {},
  'Searing Exarch Item': { searing: true },
  'Eater of Worlds Item': { tangled: true },
  'Synthesised Item': { synthesised: true },
  'Fractured Item': { fractured: true },
  'Foulborn Item': { mutated: true },
}

const unidentifiedTier = /^Unidentified \(Tier \d+\)$/
const foilFrame = 10

/** The keys that a line of states sets; null for other lines. */
function readState({ text }: CopiedLine, heading: Heading): Readonly<Record<string, unknown>> | null {
  if (Object.hasOwn(states, text)) return states[text] ?? null
  if (unidentifiedTier.test(text)) return { identified: false }
  if (text.startsWith('Modifiable only with ')) return { unmodifiableExceptChaos: true }
  // On a map, the foil belongs to the reward.
  if (text.startsWith('Foil ')) return heading.rarity === 'Unique' ? { frameType: foilFrame } : {}
  return null
}

const isStateLine = (line: CopiedLine, heading: Heading) =>
  Object.hasOwn(influences, line.text) || readState(line, heading) !== null

function readStates(section: Section, { item, unread }: Draft, heading: Heading): void {
  for (const line of section) {
    const influence = influences[line.text]
    const state = readState(line, heading)
    if (influence !== undefined) item['influences'] = { ...(item['influences'] as object | undefined), [influence]: true }
    else if (state) Object.assign(item, state)
    else unread.push(line)
  }
}

/** Sets a whole number, or leaves the line unread. */
function setNumber(line: CopiedLine, value: string, key: string, { item, unread }: Draft): void {
  const number = Number(value.replaceAll(',', ''))
  if (value === '' || !Number.isSafeInteger(number)) unread.push(line)
  else item[key] = number
}

const colours: Readonly<Record<string, string>> = { R: 'S', G: 'D', B: 'I', W: 'G', A: 'A', DV: 'DV', S: 'S' }
/** Sockets for fossils are called D in the text and DV in the API. */
const wireColours: Readonly<Record<string, string>> = { D: 'DV' }

/** `R-G B`: dashes link, blanks do not. */
function readSockets(line: CopiedLine, value: string, { item, unread }: Draft): void {
  const sockets = value.split(/\s+/).flatMap((linked, group) =>
    linked.split('-').map((shown) => {
      const sColour = wireColours[shown] ?? shown
      return { group, attr: colours[sColour], sColour }
    }),
  )
  if (sockets.every(({ attr }) => attr !== undefined)) item['sockets'] = sockets
  else unread.push(line)
}

const labels = new Set(['Sockets', 'Item Level', 'Monster Level', 'Talisman Tier', 'Memory Strands', 'Experience', 'Chart Shape'])

function readLabels(section: Section, draft: Draft): void {
  for (const line of section) {
    const [label, value] = splitLabel(line.text) ?? ['', '']
    if (label === 'Sockets') readSockets(line, value, draft)
    else if (label === 'Item Level') setNumber(line, value, 'ilvl', draft)
    else if (label === 'Talisman Tier') setNumber(line, value, 'talismanTier', draft)
    else draft.properties.push(readPropertyLine(line))
  }
}

function readUpperPart(section: Section, draft: Draft): void {
  for (const line of section) {
    const [label, value] = splitLabel(line.text) ?? ['', '']
    if (label === 'Item Level') setNumber(line, value, 'ilvl', draft)
    else draft.properties.push(readPropertyLine(line))
    if (label === 'Stack Size') setNumber(line, (value.split('/')[0] ?? '').trim(), 'stackSize', draft)
  }
}

const roomLabels = new Set(['Open Rooms', 'Obstructed Rooms'])
const templeRooms = 49

/** A section can have both headings. */
function readRooms(section: Section, { additional }: Draft): void {
  const blocks: { name: string; lines: CopiedLine[] }[] = []
  for (const line of section) {
    if (roomLabels.has(labelOf(line))) blocks.push({ name: `${labelOf(line)}:`, lines: [] })
    else blocks.at(-1)?.lines.push(line)
  }
  additional.push(...blocks.map(({ name, lines }) => readPropertyBlock(name, lines, templeRooms)))
}

function readMonsters(section: Section, { properties }: Draft): void {
  const names = section.slice(1).map(({ text }) => text)
  properties.push({ name: 'Monsters:\n{0}', values: [[names.join('\n'), 0]], displayMode: 3 })
}

export function keepMods({ mods, unread }: ReadMods, draft: Draft): void {
  for (const mod of mods) draft.mods[mod.list].push(writeMod(mod))
  draft.unread.push(...unread)
}

/** Whether a section with marks contains explicit modifiers, of which only some have a mark. */
const isExplicit = ({ mods }: ReadMods) => mods.some(({ list }) => list === 'explicit')

function readMarked(section: Section, draft: Draft): void {
  const marked = readMarkedMods(section)
  keepMods(isExplicit(marked) ? readPlainMods(section) : marked, draft)
}

const logbookName = 'Expedition Logbook'
const isLogbook = ({ label, typeLine }: Heading) => label.startsWith(logbookName) || typeLine.includes(logbookName)
const startsWithName = (section: Section) => !section[0].text.startsWith('{') && listUnmarked(section)[0] === section[0]

/** An area of a logbook: its name, its faction and its own modifiers, as in `logbookMods` of the API. */
function readArea(section: Section, draft: Draft): void {
  const from = section.findIndex((line) => line.text.startsWith('{') || listUnmarked([line]).length === 0)
  const [name, faction, ...more] = section.slice(0, from)
  const [first, ...rest] = section.slice(from)
  const { mods, unread } = first ? readMods([first, ...rest]) : { mods: [] as CopiedMod[], unread: [] }
  draft.areas.push({
    name: name?.text ?? '',
    faction: { id: '', name: faction?.text ?? '' },
    mods: mods.map(({ text }) => text),
  })
  draft.unread.push(...more, ...unread)
}

const readMods = (section: Section) => (isHeaded(section) ? readHeadedMods(section) : readMarkedMods(section))

/** Hints for use, recognised by their first words; no modifier of either game begins like this. */
const hints = [
  'Right click ',
  'Right-click ',
  'Shift click ',
  'Place this item ',
  'Place into ',
  'Place in ',
  'Place one ',
  'Can be used in ',
  'Can be used as ',
  'Can be used at ',
  'Can be used with ',
  'Can be used to ',
  'Can be placed ',
  'Can be combined ',
  'Can be exchanged ',
  'Can be opened ',
  'Can only be equipped ',
  'Travel to ',
  'Take this ',
  'Give this ',
  'Use this ',
  'Use Intelligence ',
  'Used automatically ',
  'Open portals ',
  'Combine ',
  'All sockets must be filled ',
  'You must find ',
  'This is a Support Gem',
  'This item will ',
  'This item can be ',
  'Skills can be managed ',
  'Graft items can only be modified ',
  'Speak to ',
].map((start) => start.toLowerCase())
function isHint([first]: Section): boolean {
  const text = first.text.toLowerCase()
  return hints.some((start) => text.startsWith(start))
}

const requires = new Set(['Requires'])
const grantsSkill = new Set(['Grants Skill'])
const tags: ReadonlySet<string> = new Set([...classOfLabel.keys(), 'Abyss', 'Rune', 'Soul Core'])

const kinds: readonly SectionKind[] = [
  { isOne: ([first], heading) => isStateLine(first, heading), read: readStates },
  {
    isOne: ([first]) => labelOf(first) === 'Note',
    read: ([first, ...more], { item, unread }) => {
      item['note'] = splitLabel(first.text)?.[1]
      unread.push(...more)
    },
  },
  {
    isOne: ([first]) => labelOf(first) === 'Requirements',
    read: ([, ...lines], { requirements }) => requirements.push(...lines.map(readPropertyLine)),
  },
  {
    isOne: (section) => isEvery(section, requires),
    read: (section, { requirements }) => requirements.push(...section.map(readPropertyLine)),
  },
  { isOne: (section) => isEvery(section, labels), read: readLabels },
  { isOne: ([first]) => roomLabels.has(labelOf(first)), read: readRooms },
  { isOne: ([first]) => first.text === 'Monsters:', read: readMonsters },
  {
    isOne: ([first]) => /^(?:This item|Any Heist member) can (?:be equipped by:|equip this item\.)$/.test(first.text),
    read: ignore,
  },
  { isOne: ([first]) => first.text.startsWith('Incubating '), read: ignore },
  {
    isOne: (section, heading) => isLogbook(heading) && (hasMarks(section) || isHeaded(section)) && startsWithName(section),
    read: readArea,
  },
  { isOne: isHeaded, read: (section, draft) => keepMods(readHeadedMods(section), draft) },
  { isOne: hasMarks, read: readMarked },
  {
    isOne: (section) => isEvery(section, grantsSkill),
    read: (section, { skills }) => skills.push(...section.map(readPropertyLine)),
  },
  { isOne: isPropertySection, read: readUpperPart },
  // The support of an imbued gem.
  { isOne: ([first], { rarity }) => rarity === 'Gem' && first.text.startsWith('Supported by Level '), read: ignore },
  { isOne: (section) => section.length === 1 && tags.has(section[0].text), read: ignore },
  { isOne: isHint, read: ignore },
]

/**
 * Reads the sections that have a label, heading, mark or fixed phrase.
 * @returns the other sections, in their order
 */
export function readKnownSections(sections: readonly Section[], heading: Heading, draft: Draft): readonly Section[] {
  return sections.filter((section) => {
    const kind = kinds.find(({ isOne }) => isOne(section, heading))
    kind?.read(section, draft, heading)
    return kind === undefined
  })
}
