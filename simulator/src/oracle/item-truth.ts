/**
 * Item properties for the fields of conditions. Read from the world's own item instead of the API format, and written
 * independently of the product's reader, because two readers rarely make the same mistake.
 */
import type { ItemField } from '@muster/contract/conditions'
import { type BaseKindName, bases } from '../items/bases.ts'
import { countLinks, frames, type StateFlag, type WorldItem } from '../items/item.ts'
import { transfiguredGems } from '../world/catalogue.ts'
import { getSecondGameBase, type KindName } from '../world/second-game/catalogue.ts'

export type Truth = string | number | boolean | readonly string[]

const classOfKind: Partial<Record<BaseKindName, string>> = {
  BodyArmour: 'Body Armour',
  Sword: 'One Hand Sword',
  ClusterJewel: 'Jewel',
}
const classOfFamily: Readonly<Record<string, string>> = {
  divination_card: 'DivinationCard',
  currency: 'StackableCurrency',
  fossil: 'StackableCurrency',
  resonator: 'DelveStackableSocketableCurrency',
  oil: 'StackableCurrency',
  essence: 'StackableCurrency',
  catalyst: 'StackableCurrency',
  delirium_orb: 'StackableCurrency',
  ritual_vessel: 'MapFragment',
  beast: 'StackableCurrency',
  graft: 'BrequelGraft',
  warrant: 'MapFragment',
  organ: 'MetamorphosisDNA',
  lens: 'StackableCurrency',
  incubator: 'IncubatorStackable',
  scarab: 'MapFragment',
  fragment: 'MapFragment',
  invitation: 'MiscMapItem',
  temple: 'MiscMapItem',
  ultimatum: 'MiscMapItem',
  heist_contract: 'HeistContract',
  heist_blueprint: 'HeistBlueprint',
  logbook: 'ExpeditionLogbook',
  sanctum_tome: 'ItemisedSanctum',
  memory: 'MemoryLine',
  corpse: 'ItemisedCorpse',
}
const classOfLastWord: Readonly<Record<string, string>> = {
  Cloak: 'HeistEquipmentUtility',
  Brooch: 'HeistEquipmentReward',
  Arrowhead: 'HeistEquipmentWeapon',
  Lockpick: 'HeistEquipmentTool',
  'Sensing Charm': 'HeistEquipmentTool',
  Charm: 'AnimalCharm',
  Tincture: 'Tincture',
  'Life Flask': 'LifeFlask',
  Flask: 'UtilityFlask',
}

const kindByBase = new Map(bases.map(({ name, kind }) => [name, kind]))
/** The same for the second game, with other labels, bags and gems. */
const classOfSecondKind: Readonly<Record<KindName, string>> = {
  Helmet: 'Helmet',
  BodyArmour: 'Body Armour',
  Gloves: 'Gloves',
  Boots: 'Boots',
  Shield: 'Shield',
  Buckler: 'Buckler',
  Focus: 'Focus',
  Quiver: 'Quiver',
  Belt: 'Belt',
  Amulet: 'Amulet',
  Ring: 'Ring',
  Quarterstaff: 'Warstaff',
  Crossbow: 'Crossbow',
  Bow: 'Bow',
  Wand: 'Wand',
  Sceptre: 'Sceptre',
  Spear: 'Spear',
  Mace: 'One Hand Mace',
  Jewel: 'Jewel',
  LifeFlask: 'LifeFlask',
  ManaFlask: 'ManaFlask',
  Charm: 'UtilityFlask',
}
const classOfSecondFamily: Readonly<Record<string, string>> = {
  skill_gem: 'Active Skill Gem',
  support_gem: 'Support Skill Gem',
  soul_core: 'SoulCore',
  rune: 'SoulCore',
  waystone: 'Map',
}

const has = (item: WorldItem, flag: StateFlag) => item.flags?.includes(flag) ?? false

/** The class of a base type by its name alone; undefined for items that are not equipment. */
export const classOfBase = (base_type: string): string | undefined => {
  const ending = Object.keys(classOfLastWord).find((words) => base_type.endsWith(` ${words}`))
  if (ending !== undefined) return classOfLastWord[ending]
  const kind = kindByBase.get(base_type)
  return kind && (classOfKind[kind] ?? kind)
}

/** The same for the second game. */
export const classOfSecondBase = (base_type: string): string => classOfSecondKind[getSecondGameBase(base_type).kind]

const readClass = (item: WorldItem): string => {
  if (item.second_game) return classOfSecondFamily[item.family] ?? classOfSecondBase(item.base_type)
  if (item.frame === 'Gem') {
    if (has(item, 'support')) return 'Support Skill Gem'
    return transfiguredGems.some((name) => name === item.base_type) ? 'TransfiguredGem' : 'Active Skill Gem'
  }
  // a map's type line names only its tier; blighted maps have a class of their own
  if (item.family === 'map') return item.base_type.startsWith('Blight') ? 'BlightedMapKey' : 'MapKey'
  // splinters are in the fragment family, but are currency until complete
  if (item.family === 'fragment' && item.base_type.includes('Splinter')) return 'StackableCurrency'
  return classOfBase(item.base_type) ?? classOfFamily[item.family] ?? item.family
}

const readProperty = (item: WorldItem, name: string): string[] =>
  item.properties?.find((property) => property.name === name)?.values.map(([text]) => text) ?? []

/** The tier in parentheses at the end of a name. */
const tierInName = (name: string): number => Number(name.split('(Tier ')[1]?.split(')')[0] ?? 0)

/** Removes the colour tags of a card's reward, which players do not see. */
const plainWords = (text: string): string => text.replaceAll(/<[a-z]+>\{|[}\r]/g, '')

const readNumber = (text: string | undefined): number => Number(/\d+/.exec(text ?? '')?.[0] ?? 0)

const readTarget = (item: WorldItem): string => {
  const [target = '', worth = ''] = readProperty(item, 'Heist Target: {0} ({1})')
  return target === '' ? (readProperty(item, 'Heist Target: {0}')[0] ?? '') : `${target} (${worth})`
}

const modsWith = (item: WorldItem, flag: 'crafted' | 'fractured' | 'mutated') =>
  (item.explicit_mods ?? []).filter((mod) => mod.flag === flag).map((mod) => mod.text)

const rarities = new Set(['Normal', 'Magic', 'Rare', 'Unique'])

/** Lists that the product receives as one text, or as several properties. */
const valuesOf = (item: WorldItem, wanted: readonly string[]): string[] => wanted.flatMap((name) => readProperty(item, name))

const listRooms = (item: WorldItem): { name: string; tier: number }[] =>
  (item.family === 'temple' ? (item.additional_properties ?? []) : []).flatMap(({ values }) =>
    values.map(([text]) => ({ name: text.replace(/ \(Tier \d\)/, ''), tier: tierInName(text) })),
  )

const readIncubator = (item: WorldItem): number => {
  const incubated = item.extra?.['incubatedItem'] as { progress: number } | undefined
  return incubated?.progress ?? 0
}

/** The skill of a graft is the item inside it. */
const readGraft = (item: WorldItem): WorldItem | undefined => (item.family === 'graft' ? item.socketed?.[0] : undefined)

/** `wearer` is the display name of the wearing character's class; '' if the item is not worn. */
type TruthReader = (item: WorldItem, wearer: string) => Truth

/** One row per field; the compiler requires a row for each new field of the contract. */
export const truthReaders: Readonly<Record<ItemField, TruthReader>> = {
  BASE_TYPE: (item) => item.base_type,
  NAME: (item) => item.name,
  TYPE_LINE: (item) => item.type_line,
  ITEM_CLASS: readClass,
  RARITY: (item) => (item.frame === 'SupporterFoil' ? 'Unique' : rarities.has(item.frame) ? item.frame : ''),
  FRAME_TYPE: (item) => frames[item.frame],
  ILVL: (item) => item.ilvl,
  LEVEL: (item) => readNumber(readProperty(item, 'Level')[0]),
  QUALITY: (item) => readNumber(readProperty(item, 'Quality')[0]),
  TALISMAN_TIER: (item) => Number(item.extra?.['talismanTier'] ?? 0),
  MAP_TIER: (item) => (item.family === 'map' || item.family === 'waystone' ? tierInName(item.base_type) : 0),
  MAP_QUANT: (item) => readNumber(readProperty(item, 'Item Quantity')[0]),
  MAP_RARITY: (item) => readNumber(readProperty(item, 'Item Rarity')[0]),
  MAP_PACK_SIZE: (item) => readNumber(readProperty(item, 'Monster Pack Size')[0]),
  // sockets of the second game are never linked, so each is a group by definition
  MAX_LINKS: (item) => (item.second_game?.sockets ? 1 : countLinks(item.sockets ?? [])),
  SOCKETS: (item) => (item.sockets ?? []).map(({ sColour }) => sColour).join(''),
  HEIST_TARGET: readTarget,
  HEIST_ROGUE_REQUIREMENT: (item) => {
    const [level, job] = readProperty(item, 'Requires {1} (Level {0})')
    return level && job ? `${job} (Level ${level})` : ''
  },
  INFLUENCES: (item) => [...(item.influences ?? []), ...(['searing', 'tangled'] as const).filter((flag) => has(item, flag))],
  CRAFTED_MODS: (item) => modsWith(item, 'crafted'),
  FRACTURED_MODS: (item) => modsWith(item, 'fractured'),
  FOULBORN_MODS: (item) => modsWith(item, 'mutated'),
  ENCHANT_MODS: (item) => item.enchant_mods ?? [],
  IMPLICIT_MODS: (item) => (item.implicit_mods ?? []).map(({ text }) => text.replaceAll('\r', '')),
  ICON_NAME: (item) => item.art.slice(item.art.lastIndexOf('/') + 1),
  INCUBATOR_KILLS: readIncubator,
  MEMORY_STRANDS: (item) => readNumber(readProperty(item, 'Memory Strands')[0]),
  GRAFT_SKILL_NAME: (item) => readGraft(item)?.base_type ?? '',
  GRAFT_SKILL_LEVEL: (item) => readNumber(readGraft(item)?.properties?.[0]?.values[0]?.[0]),
  FACETOR_LENS_EXP: (item) => readNumber(readProperty(item, 'Stored Experience: {0}')[0]),
  SANCTUM_AFFLICTIONS: (item) => valuesOf(item, ['Minor Afflictions', 'Major Afflictions', 'Minor Boons', 'Major Boons']),
  TEMPLE_ROOMS: (item) => listRooms(item).map(({ name }) => name),
  TEMPLE_ROOMS_T3: (item) => listRooms(item).flatMap(({ name, tier }) => (tier === 3 ? name : [])),
  RITUAL_VESSEL_BOSSES: (item) => readProperty(item, 'Monsters:\n{0}').flatMap((text) => text.split('\n')),
  RITUAL_VESSEL_MAP: (item) => readProperty(item, 'From')[0] ?? '',
  IS_CORRUPTED: (item) => has(item, 'corrupted'),
  IS_SPLIT: (item) => has(item, 'split'),
  IS_MIRRORED: (item) => has(item, 'duplicated'),
  IS_FOULBORN: (item) => has(item, 'mutated'),
  IS_IDENTIFIED: (item) => item.identified,
  EXPLICIT_MODS: (item) =>
    (item.explicit_mods ?? []).map(({ text }) =>
      item.family === 'divination_card' ? plainWords(text) : text.replaceAll('\r', ''),
    ),
  WORN_BY: (_item, wearer) => wearer,
  IS_VAAL: (item) => typeof item.extra?.['hybrid'] === 'object',
  // fields of log lines, which items do not have
  AREA: () => '',
  BOSS: () => '',
}
