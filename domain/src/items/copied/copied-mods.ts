import type { ItemMod } from '@muster/contract/game-api'
import type { CopiedLine, Section } from './sections.ts'

/** Modifiers with a list of their own in an item. */
export const modLists = ['enchant', 'implicit', 'rune', 'scourge', 'crucible', 'explicit'] as const
export type ModList = (typeof modLists)[number]
/** Kinds of explicit modifiers; a modifier can have several. */
const flags = ['crafted', 'fractured', 'desecrated', 'mutated'] as const
type ModFlag = (typeof flags)[number]

export interface CopiedMod {
  readonly text: string
  readonly list: ModList
  readonly flags: readonly ModFlag[]
}

/** Lines that were read as modifiers, and lines of an unknown kind. */
export interface ReadMods {
  readonly mods: readonly CopiedMod[]
  readonly unread: readonly CopiedLine[]
}

/**
 * The bracket after a line names the kind. Found in the texts of Sidekick's tests (poe1 and poe2, August 2026), of
 * Exiled-Exchange-2's tests (June 2026), and in the game.
 */
function findMark(text: string): string | null {
  if (!text.endsWith(')')) return null
  const mark = text.slice(text.lastIndexOf(' (') + 2, -1)
  return text.endsWith(` (${mark})`) && /^[a-z]+$/.test(mark) ? mark : null
}
const isList = (mark: string): mark is ModList => mark !== 'explicit' && (modLists as readonly string[]).includes(mark)
const isFlag = (mark: string): mark is ModFlag => (flags as readonly string[]).includes(mark)

interface MarkedLine {
  readonly text: string
  readonly list: ModList | null
  readonly flags: readonly ModFlag[]
  /** A bracket with an unknown kind, or more brackets than the game writes. */
  readonly isUnknown: boolean
}

const maxMarks = 4

function readMarks(line: string): MarkedLine {
  let text = line
  let list: ModList | null = null
  const found: ModFlag[] = []
  for (let count = 0; count <= maxMarks; count++) {
    const mark = findMark(text)
    if (mark === null) return { text, list, flags: found, isUnknown: false }
    if (isList(mark)) list = mark
    else if (isFlag(mark)) found.push(mark)
    else break
    text = text.slice(0, -(mark.length + 3))
  }
  return { text, list, flags: found, isUnknown: true }
}

/** Whether the section has a line whose bracket names a kind of modifier. */
export const hasMarks = (section: readonly CopiedLine[]): boolean =>
  section.some(({ text }) => {
    const { list, flags: found } = readMarks(text)
    return list !== null || found.length > 0
  })

export const isHeaded = (section: readonly CopiedLine[]): boolean => section.some(({ text }) => text.startsWith('{'))

/** `+42(40-45)`, `+1170(1000)`, `Cadiro(Cadiro-Victario)`: shown while a key is held down. */
const dropRanges = (text: string) =>
  text
    .replaceAll(/(\d)\(-?[\d.]+(?:--?[\d.]+)?\)/g, '$1')
    .replaceAll(/(?<=\S)\([^()]*\)/g, (range) => (range.includes('-') ? '' : range))

/** `Raised Spiders (Animated Weapons-Holy Armaments)`, which only the advanced form shows. */
const dropSpacedRange = (text: string) =>
  text.replaceAll(/ \([^()]*\)/g, (range) => (/^ \(\p{Lu}[^-]*-\p{Lu}/u.test(range) ? '' : range))

const dropNotes = (text: string) => text.replace(/ [—–-] Unscalable Value$/, '')

/** Removes the reminders, lines in brackets that explain a term; they may span several lines. */
function dropReminders(lines: readonly CopiedLine[]): CopiedLine[] {
  let isOpen = false
  return lines.filter(({ text }) => {
    const plain = readMarks(text).text
    const isReminder = isOpen || /^\(\p{L}/u.test(plain)
    isOpen = isReminder && !plain.endsWith(')')
    return !isReminder
  })
}

const readLine = ({ text }: CopiedLine) => readMarks(dropNotes(dropRanges(text)))

/**
 * The heading of a modifier in the advanced form, `{ Prefix Modifier "Hale" (Tier: 8) — Life }`, by its words. Names of kinds:
 * texts.json of Sidekick for both games, August 2026; "Enhancement" from its tests.
 */
const headings: readonly { readonly words: RegExp; readonly list: ModList; readonly flag?: ModFlag }[] = [
  { words: /Implicit Modifier/, list: 'implicit' },
  { words: /\bEnhancement\b|Enchantment Modifier/, list: 'enchant' },
  { words: /Rune Modifier/, list: 'rune' },
  { words: /Scourge Modifier/, list: 'scourge' },
  { words: /Crucible/, list: 'crucible' },
  { words: /Crafted/, list: 'explicit', flag: 'crafted' },
  { words: /Fractured/, list: 'explicit', flag: 'fractured' },
  { words: /Desecrated/, list: 'explicit', flag: 'desecrated' },
  { words: /Foulborn/, list: 'explicit', flag: 'mutated' },
  { words: /(?:Prefix|Suffix|Unique) Modifier/, list: 'explicit' },
]

interface Block {
  readonly list: ModList | null
  readonly flags: Set<ModFlag>
  readonly lines: CopiedLine[]
}

function openBlock(heading: string): Block {
  // Only the words before a name, a tier or a list of tags name the kind.
  const kind = heading.split(/["(—]/, 1)[0] ?? ''
  const found = headings.filter(({ words }) => words.test(kind))
  return {
    list: found[0]?.list ?? null,
    flags: new Set(found.flatMap(({ flag }) => flag ?? [])),
    lines: [],
  }
}

function readBlock({ list, flags: named, lines }: Block): ReadMods {
  const read = lines.map(({ number, text }) => readLine({ number, text: dropSpacedRange(text) }))
  if (list === null || lines.length === 0 || read.some(({ isUnknown }) => isUnknown)) return { mods: [], unread: lines }
  const own = new Set([...named, ...read.flatMap((line) => line.flags)])
  const marked = read.find((line) => line.list !== null)?.list ?? list
  return { mods: [{ text: read.map(({ text }) => text).join('\n'), list: marked, flags: [...own] }], unread: [] }
}

const joinReads = (reads: readonly ReadMods[]): ReadMods => ({
  mods: reads.flatMap(({ mods }) => mods),
  unread: reads.flatMap(({ unread }) => unread),
})

/** The modifiers of a section in the advanced form: the lines below a heading are one modifier. */
export function readHeadedMods(section: Section): ReadMods {
  const before: CopiedLine[] = []
  const blocks: Block[] = []
  for (const line of dropReminders(section)) {
    if (line.text.startsWith('{')) blocks.push(openBlock(line.text))
    else (blocks.at(-1)?.lines ?? before).push(line)
  }
  return joinReads([readMarkedMods(before), ...blocks.map(readBlock)])
}

/** The lines whose bracket names their kind, one modifier each. */
export function readMarkedMods(lines: readonly CopiedLine[]): ReadMods {
  return joinReads(
    dropReminders(lines).map((line) => {
      const { text, list, flags: found, isUnknown } = readLine(line)
      if (isUnknown || (list === null && found.length === 0)) return { mods: [], unread: [line] }
      return { mods: [{ text, list: list ?? 'explicit', flags: found }], unread: [] }
    }),
  )
}

/** The explicit modifiers of the plain form: one for each line, most of them without a bracket. */
export function readPlainMods(lines: readonly CopiedLine[]): ReadMods {
  return joinReads(
    dropReminders(lines).map((line) => {
      const { text, list, flags: found, isUnknown } = readLine(line)
      return isUnknown ? { mods: [], unread: [line] } : { mods: [{ text, list: list ?? 'explicit', flags: found }], unread: [] }
    }),
  )
}

/** Lines of a section that only their position can explain: no bracket and no reminder. */
export const listUnmarked = (section: readonly CopiedLine[]): readonly CopiedLine[] =>
  dropReminders(section).filter((line) => {
    const { list, flags: found, isUnknown } = readLine(line)
    return list === null && found.length === 0 && !isUnknown
  })

const affix = /^\{ [^"]*\b(Prefix|Suffix) Modifier "([^"]*)"/

/** The names of the prefix and the suffix, which are parts of a magic item's name. */
export function readAffixNames(sections: readonly Section[]): { prefix: string | null; suffix: string | null } {
  const names = { prefix: null as string | null, suffix: null as string | null }
  for (const { text } of sections.flat()) {
    const [, kind, name] = affix.exec(text) ?? []
    if (kind === 'Prefix') names.prefix = name ?? null
    if (kind === 'Suffix') names.suffix = name ?? null
  }
  return names
}

/** The game's form since 3.29: crafted and fractured modifiers are among the others, with a flag. */
export const writeMod = ({ text, flags: found }: CopiedMod): ItemMod =>
  found.length === 0 ? text : { description: text, flags: Object.fromEntries(found.map((flag) => [flag, true])) }
