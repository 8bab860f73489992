import { type CopiedLine, type Section, splitLabel } from './sections.ts'

/** The text cannot be an item; `line` counts from 1. */
export class Unreadable extends Error {
  readonly line: number
  constructor(line: CopiedLine | undefined, reason: string) {
    super(reason)
    this.line = line?.number ?? 1
  }
}

export const frames: Readonly<Record<string, number>> = {
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

export interface Heading {
  /** The class as displayed to players; "" if the text does not name it. */
  readonly label: string
  readonly rarity: string
  readonly name: string
  readonly typeLine: string
}

const unusable = 'You cannot use this item. Its stats will be ignored'
/** The longest item names have about 60 characters. */
const nameLimit = 200

/** Removes the heading from the sections; a rule may separate the rarity and the name. */
export function splitHeading(sections: readonly Section[]): { heading: Heading; body: readonly Section[] } {
  const [head, ...body] = sections
  if (!head) throw new Unreadable(undefined, 'the text is empty')
  const [next] = body
  if (next && head.at(-1)?.text === unusable) return { heading: readHeading([...head, ...next]), body: body.slice(1) }
  return { heading: readHeading(head), body }
}

function readHeading(section: Section): Heading {
  const [first] = section
  const [label, value] = splitLabel(first.text) ?? ['', '']
  const rest = label === 'Item Class' ? section.slice(1) : section
  const rarityLine = rest[0]
  const [rarityLabel, rarity] = splitLabel(rarityLine?.text ?? '') ?? ['', '']
  if (rarityLabel !== 'Rarity') {
    const expected = label === 'Item Class' ? '"Rarity: …"' : '"Item Class: …" or "Rarity: …"'
    throw new Unreadable(rarityLine ?? first, `expected ${expected}; only text from the English game can be read`)
  }
  if (!Object.hasOwn(frames, rarity)) throw new Unreadable(rarityLine, `there is no rarity "${rarity}"`)
  const [one, two, third] = rest.slice(1).filter(({ text }) => text !== unusable)
  if (!one) throw new Unreadable(rarityLine, 'the name of the item is missing after the rarity')
  if (third) throw new Unreadable(third, 'expected a rule (--------) after the name')
  const tooLong = [one, two].find((line) => line && line.text.length > nameLimit)
  if (tooLong) throw new Unreadable(tooLong, `the name is longer than ${nameLimit} characters`)
  return { label: label === 'Item Class' ? value : '', rarity, name: two ? one.text : '', typeLine: (two ?? one).text }
}

/**
 * Words before the name of a base, which the code of a build may leave out. "Vestigial": an item of 3.29 whose implicit modifier was
 * transferred (texts.json of Sidekick, August 2026).
 */
export const basePrefixes = /^(?:(?:Superior|Synthesised|Vestigial) )+/
/** Bases whose name ends with a number, recognised without a table of bases. */
const numbered = /(?:(?:Blighted|Blight-ravaged) )?(?:Map|Waystone) \(Tier \d+\)$/
const logbook = 'Expedition Logbook'
/** Names of bases have at most six words. */
const maxWords = 8

export interface AffixNames {
  readonly prefix: string | null
  readonly suffix: string | null
}

/** The name without prefix and suffix; null if it has neither. */
function dropAffixes(name: string, { prefix, suffix }: AffixNames): string | null {
  const start = prefix !== null && name.startsWith(`${prefix} `) ? prefix.length + 1 : 0
  const end = suffix !== null && name.endsWith(` ${suffix}`) ? -(suffix.length + 1) : undefined
  return start === 0 && end === undefined ? null : name.slice(start, end)
}

function findKnownBase(name: string, bases: ReadonlyMap<string, unknown>): string | null {
  const words = name.split(' ')
  for (let length = Math.min(maxWords, words.length); length > 0; length--) {
    for (let from = 0; from + length <= words.length; from++) {
      const base = words.slice(from, from + length).join(' ')
      if (bases.has(base)) return base
    }
  }
  return null
}

/**
 * The base within a name. The name of an identified magic item also contains a prefix and a suffix: the advanced form lists them,
 * otherwise the longest base in the table is taken.
 */
export function readBase(
  { rarity, typeLine }: Heading,
  isIdentified: boolean,
  affixes: AffixNames,
  bases: ReadonlyMap<string, unknown>,
): { readonly base: string; readonly isCertain: boolean } {
  const plain = typeLine.replace(basePrefixes, '')
  if (rarity !== 'Magic' || !isIdentified || bases.has(plain)) return { base: plain, isCertain: true }
  const found =
    dropAffixes(plain, affixes) ??
    numbered.exec(plain)?.[0] ??
    (plain.includes(logbook) ? logbook : null) ??
    findKnownBase(plain, bases)
  return { base: found ?? plain, isCertain: found !== null }
}
