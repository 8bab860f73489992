/** The character as the calculator reads it: the game's own object, unwrapped, in the older or the newer format. */

type Json = Readonly<Record<string, unknown>>

export interface SentGem {
  name: string
  level: number
  quality: number
  isSupport: boolean
}

export interface SentItem {
  slot: string
  /** Position number, for flasks and jewels. */
  place: number
  rarity: string
  name: string
  base: string
  ilvl: number
  mods: readonly string[]
  gems: readonly SentGem[]
}

export interface SentCharacter {
  name: string
  class: string
  level: number
  items: readonly SentItem[]
  jewels: readonly SentItem[]
  nodes: readonly number[]
  bandit: string
  pantheon: readonly [major: string, minor: string]
}

const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const readRecord = (value: unknown): Json => (isRecord(value) ? value : {})
const readList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const readText = (value: unknown): string => (typeof value === 'string' ? value : '')
const readWhole = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? Math.floor(value) : 0)

/** Lines of text, from texts or objects. */
const readMods = (value: unknown): string[] =>
  readList(value).flatMap((mod) => (typeof mod === 'string' ? mod : readText(readRecord(mod)['description'])) || [])

const rarities = ['Normal', 'Magic', 'Rare', 'Unique', 'Gem'] as const

/** `20 (Max)`, `+20%` */
const readProperty = (gem: Json, name: string): number => {
  const property = readList(gem['properties'])
    .map(readRecord)
    .find((one) => one['name'] === name)
  const [text] = readList(readList(property?.['values'])[0])
  return Number(/\d+/.exec(readText(text))?.[0] ?? 0)
}

const readGem = (value: unknown): SentGem => {
  const gem = readRecord(value)
  return {
    name: readText(gem['typeLine']) || readText(gem['baseType']),
    level: readProperty(gem, 'Level'),
    quality: readProperty(gem, 'Quality'),
    isSupport: gem['support'] === true,
  }
}

const readItem = (value: unknown): SentItem => {
  const item = readRecord(value)
  const lists = ['implicitMods', 'explicitMods', 'craftedMods', 'fracturedMods', 'enchantMods']
  return {
    slot: readText(item['inventoryId']),
    place: readWhole(item['x']),
    rarity: readText(item['rarity']) || (rarities[readWhole(item['frameType'])] ?? 'Rare'),
    name: readText(item['name']),
    base: readText(item['baseType']) || readText(item['typeLine']),
    ilvl: readWhole(item['ilvl']),
    mods: lists.flatMap((list) => readMods(item[list])),
    gems: readList(item['socketedItems']).map(readGem),
  }
}

/** null: not a character. */
export const readCharacter = (value: unknown): SentCharacter | null => {
  if (!isRecord(value) || readText(value['class']) === '' || !isRecord(value['passives'])) return null
  const { passives } = value
  const level = readWhole(value['level'])
  if (level < 1 || level > 100) return null
  return {
    name: readText(value['name']),
    class: readText(value['class']),
    level,
    items: readList(value['equipment']).map(readItem),
    jewels: readList(value['jewels']).map(readItem),
    nodes: readList(passives['hashes']).filter((node) => typeof node === 'number'),
    bandit: readText(passives['bandit_choice']) || 'None',
    pantheon: [readText(passives['pantheon_major']) || 'None', readText(passives['pantheon_minor']) || 'None'],
  }
}
