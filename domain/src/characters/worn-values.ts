import type { CharacterDetail, GameItem } from '@muster/contract/game-api'
import type { GameVersion } from '@muster/contract/events'
import { createClassifier } from '../items/classes.ts'
import { type FieldContext, fields } from '../items/fields.ts'
import { readFrameType } from '../items/frames.ts'
import { isSet, readList, readRecord } from '../items/normalise.ts'

/** Sums and counts over a character's items: both sets of weapons, flasks, and jewels in the tree. */
export interface WornValues {
  /** Sums of the quality shown, in percent. */
  readonly flask_quality: number
  readonly weapon_quality: number
  readonly armour_quality: number
  /** Numbers of items. */
  readonly influenced: number
  readonly corrupted: number
  readonly foulborn: number
  readonly enchanted: number
  readonly uniques: number
  readonly jewels_with_implicits: number
  /** The level of each socketed gem; in the second game of each skill gem. */
  readonly gem_levels: readonly number[]
  /** The item level of each flask. */
  readonly flask_levels: readonly number[]
}

/** An item in a slot, which is named as by the game (`Offhand2`) or by Path of Building (`Weapon 2 Swap`). */
export interface PlacedItem {
  readonly slot: string
  readonly item: GameItem
}

const armourSlots: ReadonlySet<string> = new Set(['Helm', 'Helmet', 'BodyArmour', 'Body Armour', 'Gloves', 'Boots'])
const handSlot = /^(?:Weapon|Offhand)/
const flaskSlot = /^Flask/
const jewelSlot = /Jewels?$/
const shields: ReadonlySet<string> = new Set(['Shield', 'Buckler', 'Focus'])
const quiver = 'Quiver'

const contexts: Readonly<Record<GameVersion, FieldContext>> = {
  poe1: createClassifier({ game_version: 'poe1' }),
  poe2: createClassifier({ game_version: 'poe2' }),
}

type Group = 'flask' | 'weapon' | 'armour' | 'jewel' | 'other'

function groupItem({ slot, item }: PlacedItem, context: FieldContext): Group {
  if (armourSlots.has(slot)) return 'armour'
  if (flaskSlot.test(slot)) return 'flask'
  if (jewelSlot.test(slot)) return 'jewel'
  if (!handSlot.test(slot)) return 'other'
  const class_id = context.classOf(item)
  return shields.has(class_id) ? 'armour' : class_id === quiver ? 'other' : 'weapon'
}

/** @param gem_levels of gems, which are not items of their own */
export function readWornValues(
  worn: readonly PlacedItem[],
  gem_levels: readonly number[],
  game_version: GameVersion,
): WornValues {
  const context = contexts[game_version]
  const grouped = worn.map((placed) => ({ item: placed.item, group: groupItem(placed, context) }))
  const itemsOf = (wanted: Group) => grouped.flatMap(({ item, group }) => (group === wanted ? [item] : []))
  const readQuality = (group: Group) => itemsOf(group).reduce((sum, item) => sum + Number(fields.QUALITY.read(item, context)), 0)
  const count = (holds: (item: GameItem, group: Group) => boolean) =>
    grouped.filter(({ item, group }) => holds(item, group)).length
  return {
    flask_quality: readQuality('flask'),
    weapon_quality: readQuality('weapon'),
    armour_quality: readQuality('armour'),
    influenced: count((item) => readList(fields.INFLUENCES.read(item, context)).length > 0),
    corrupted: count((item) => isSet(item.corrupted)),
    foulborn: count((item) => fields.IS_FOULBORN.read(item, context) === true),
    // The size of a cluster jewel is an enchantment, too.
    enchanted: count((item, group) => group !== 'jewel' && readList(item.enchantMods).length > 0),
    uniques: count((item) => item.rarity === 'Unique'),
    jewels_with_implicits: count((item, group) => group === 'jewel' && readList(item.implicitMods).length > 0),
    gem_levels,
    flask_levels: itemsOf('flask').map((item) => Number(fields.ILVL.read(item, context))),
  }
}

const gemFrame = 4

/** Levels of the gems among these items; abyss jewels, runes and the items inside grafts have other frames. */
const readGemLevels = (items: readonly GameItem[]): number[] =>
  items
    .map((item) => readRecord(item))
    .filter((item) => readFrameType(item) === gemFrame)
    .map((item) => Number(fields.LEVEL.read(item, contexts.poe1)))

/** The values of a character's items, as the game shows them. */
export function readWornOfCharacter(
  { equipment, jewels, skills }: Pick<CharacterDetail, 'equipment' | 'jewels' | 'skills'>,
  game_version: GameVersion,
): WornValues {
  const items = [...(equipment ?? []), ...(jewels ?? [])]
  const socketed = items.flatMap(({ socketedItems }) => readList(socketedItems).map((gem) => readRecord(gem)))
  return readWornValues(
    items.map((item) => ({ slot: typeof item.inventoryId === 'string' ? item.inventoryId : '', item })),
    readGemLevels([...socketed, ...(skills ?? [])]),
    game_version,
  )
}
