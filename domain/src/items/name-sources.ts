/** Makes the list of names that ships with Muster from the documents that others publish. */
import type { GameVersion } from '@muster/contract/events'
import type { NameKind, NameSection } from '@muster/contract/item-names'
import { games } from '../events/games.ts'
import type { ClassTable } from './class-table.ts'
import { readList, readRecord, readText } from './normalise.ts'

/** An entry of the trade site: `cat` is its group there, `exchange_id` its key on the currency exchange. */
interface TradeEntry {
  readonly exchange_id: string
  readonly name: string
  readonly type: string
  readonly text: string
  readonly disc: string
  readonly cat: string
}

/**
 * The entries of the trade site's list, also in the form that Sidekick keeps it in: a list of items with `tradeItems`. Seen in
 * Sidekick-Poe/Sidekick, data/poe1/en/items.json, 19 August 2026.
 */
export function readTradeEntries(document: unknown): TradeEntry[] {
  const rows = Array.isArray(document)
    ? document
        .map(readRecord)
        .flatMap(({ exchangeId, tradeItems }) =>
          readList(tradeItems).map((entry) => readRecord({ exchangeId, ...readRecord(entry) })),
        )
    : readList(readRecord(document).result).flatMap((group) =>
        readList(readRecord(group).entries).map((entry) => readRecord({ cat: readRecord(group).id, ...readRecord(entry) })),
      )
  return rows
    .map(({ name, type, text, disc, cat, exchangeId }) => ({
      exchange_id: readText(exchangeId),
      name: readText(name),
      type: readText(type),
      text: readText(text),
      disc: readText(disc),
      cat: readText(cat),
    }))
    .filter(({ type }) => type !== '')
}

const colours = new Map([
  ['strength', 'red'],
  ['dexterity', 'green'],
  ['intelligence', 'blue'],
  ['none', 'white'],
])

/** Gem -> colour, from a list of gems with `primary_attribute`, as in HeartofPhos/exile-leveling, common/data/json/gems.json. */
export function readGemColours(document: unknown): ReadonlyMap<string, string> {
  const gems = Object.values(readRecord(document)).map(readRecord)
  return new Map(
    gems.flatMap(({ name, primary_attribute }): [string, string][] => {
      const colour = colours.get(readText(primary_attribute))
      return readText(name) === '' || colour === undefined ? [] : [[readText(name), colour]]
    }),
  )
}

/** Keys of lineage supports, from poe.ninja's list of the exchange, as in Sidekick-Poe/Sidekick, data/poe2/ninja-exchange-items.json. */
export function readLineageGems(document: unknown): ReadonlySet<string> {
  const rows = readList(document).map(readRecord)
  return new Set(rows.filter(({ type }) => type === 'LineageSupportGems').map(({ id }) => readText(id)))
}

const kindOfCategory = new Map<string, NameKind>([
  ['card', 'card'],
  ['gem', 'gem'],
  ['monster', 'beast'],
])

const plainCurrencies = new Set(['StackableCurrency', 'Currency'])
const otherCurrencies = new Set([
  'DelveSocketableCurrency',
  'DelveStackableSocketableCurrency',
  'Incubator',
  'IncubatorStackable',
  'Omen',
  'SoulCore',
])

/** Classes of hidden items in the game's table, and of gems that only monsters use. */
const hiddenClasses = new Set(['HiddenItem', 'InstanceLocalItem', 'Microtransaction', 'Active Skill Gem', 'ArchnemesisMod'])

/** Names in the game's table that stand for nothing a player can have. */
const isPlaceholder = (name: string) => /^\W|\[|^Random /.test(name)

function readKind(class_id: string, name: string): NameKind {
  if (class_id === 'DivinationCard') return 'card'
  if (class_id.includes('Gem')) return 'gem'
  if (class_id === 'Map' || class_id === 'MapKey') return 'map'
  if (class_id === 'MapFragment' && /\bScarab\b/.test(name)) return 'scarab'
  return plainCurrencies.has(class_id) || otherCurrencies.has(class_id) ? 'currency' : 'base'
}

const sortOfClass = new Map([
  ['Support Skill Gem', 'support'],
  ['Meta Skill Gem', 'meta'],
  ['UncutSkillGemStackable', 'uncut skill'],
  ['UncutSupportGemStackable', 'uncut support'],
  ['UncutReservationGemStackable', 'uncut spirit'],
])

export interface NameSources {
  readonly game_version: GameVersion
  readonly entries: readonly TradeEntry[]
  /** Base type -> class. */
  readonly classes: ClassTable
  /** Empty when no source has them: gems are then grouped by their sort. */
  readonly colours: ReadonlyMap<string, string>
  /** Keys of lineage supports on the exchange. */
  readonly lineage: ReadonlySet<string>
}

/** The names of one game by kind and group. */
export function collectNames({ game_version, entries, classes, colours: colourOf, lineage }: NameSources): NameSection[] {
  const sections = new Map<string, { kind: NameKind; group: string; names: Map<string, Set<string>> }>()
  const known = new Set<string>()
  const add = (kind: NameKind, group: string, name: string) => {
    const key = `${kind} ${group}`
    const section = sections.get(key) ?? { kind, group, names: new Map<string, Set<string>>() }
    sections.set(key, section)
    const bases = section.names.get(name) ?? new Set<string>()
    section.names.set(name, bases)
    return bases
  }
  const lineageGems = new Set(entries.filter(({ exchange_id }) => lineage.has(exchange_id)).map(({ type }) => type))
  const groupOfGem = (name: string, class_id: string) => {
    if (colourOf.size > 0) return colourOf.get(name) ?? ''
    return lineageGems.has(name) ? 'lineage support' : (sortOfClass.get(class_id) ?? 'skill')
  }
  /** Classes of removed items, and of maps, which the table keeps apart, are named after their group on the trade site. */
  const classOf = (type: string, cat: string) => {
    const class_id = classes.get(type) ?? ''
    if (!['', 'RemovedItem', 'InstanceLocalItem', 'HiddenItem'].includes(class_id)) return class_id
    return `${cat.charAt(0).toUpperCase()}${cat.slice(1)}`
  }
  const addBase = (name: string, class_id: string, cat: string, plain = name) => {
    if (known.has(name)) return
    known.add(name)
    const kind = kindOfCategory.get(cat) ?? readKind(class_id, name)
    if (kind === 'gem') add('gem', groupOfGem(plain, class_id), name)
    else add(kind, kind === 'base' || otherCurrencies.has(class_id) ? class_id : '', name)
  }
  for (const { name, type, text, disc, cat } of entries) {
    const class_id = classOf(type, cat)
    if (name !== '') add('unique', class_id, name).add(type)
    // Variants of gems have names of their own. Other texts, and types that are not base types, are labels of the trade site.
    if (disc.startsWith('alt_') && text !== '' && !text.includes('(')) addBase(text, class_id, cat, type)
    if (disc === '' || classes.has(type)) addBase(type, class_id, cat)
  }
  if (games[game_version].legacy_items)
    for (const [name, class_id] of classes) if (!hiddenClasses.has(class_id) && !isPlaceholder(name)) addBase(name, class_id, '')
  return [...sections.values()].map(({ kind, group, names }) => ({
    kind,
    group,
    names: [...names].map(([name, bases]) => (bases.size === 0 ? { name } : { name, base: sayBases([...bases]) })),
  }))
}

/** Reforged variants of a base type are left out: they follow from its name. */
function sayBases(bases: readonly string[]): string {
  const plain = bases.filter((base) => !/^Rune(?:forged|mastered) /.test(base))
  return (plain.length > 0 ? plain : bases).join(' / ')
}
