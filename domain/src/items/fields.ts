/**
 * Every item field a condition can read: its type, and where the value comes from. This table is the only place that
 * knows; the valid mappings, the compiler, the matcher and the "why not" answer all read it.
 */
import type { FieldType, ItemField } from '@muster/contract/conditions'
import type { GameItem } from '@muster/contract/game-api'
import { readFrameType } from './frames.ts'
import {
  isSet,
  type ModTest,
  readFlaggedMods,
  readMods,
  readProperties,
  readProperty,
  readRecord,
  readText,
  readWholeNumber,
  showText,
} from './normalise.ts'
import { countLinks, readSocketColours } from './sockets.ts'
import { createTextMemo } from './text-memo.ts'

/** What a field needs besides the item. */
export interface FieldContext {
  /** The item class id, "" when unknown (see classes.ts). */
  readonly classOf: (item: GameItem) => string
}

export interface FieldValues {
  readonly string: string
  readonly int: number
  readonly bool: boolean
  readonly 'string[]': readonly string[]
}
export type FieldValue = FieldValues[FieldType]

export interface FieldRow<T extends FieldType = FieldType> {
  readonly type: T
  /**
   * Where the field is a plain copy of one key: what stands there, and how a raw text becomes the shown one. Whoever reads a
   * great many items can then put off that work until a text is interesting.
   */
  readonly plain?: { readonly raw: (item: GameItem) => unknown; readonly show: (raw: string) => string }
  readonly read: (item: GameItem, context: FieldContext) => FieldValues[T]
}

/** For texts that were shown when they were read. */
export const showAsIs = (shown: string): string => shown

type Reader<T extends FieldType> = (item: GameItem, context: FieldContext) => FieldValues[T]
const text = (read: Reader<'string'>): FieldRow => ({ type: 'string', read })
// Keys are spelled out in `raw`: a key in a variable costs several times as much.
const plainText = (raw: (item: GameItem) => unknown, show = showText): FieldRow => ({
  type: 'string',
  plain: { raw, show },
  read: (item) => {
    const seen = raw(item)
    return typeof seen === 'string' ? show(seen) : ''
  },
})
const mods = (raw: (item: GameItem) => unknown): FieldRow => ({
  type: 'string[]',
  plain: { raw, show: showText },
  read: (item) => readMods(raw(item)),
})
const int = (read: Reader<'int'>): FieldRow => ({ type: 'int', read })
const bool = (read: Reader<'bool'>): FieldRow => ({ type: 'bool', read })
const texts = (read: Reader<'string[]'>): FieldRow => ({ type: 'string[]', read })

/** The text of the first value of the first property of this name. */
function readPropertyText(item: GameItem, name: string): string {
  return readProperty(item, name)[0] ?? ''
}

/** The number in that text; the second name is asked when the first is absent. */
function readPropertyNumber(item: GameItem, name: string, otherName?: string): number {
  const [shown] = readProperty(item, name)
  return parseShownNumber(shown ?? (otherName === undefined ? '' : readPropertyText(item, otherName)))
}

/** Without the decorations the game puts around numbers: `+20%`, `20 (Max)`, `1,204`. The same few keep coming back. */
const parseShownNumber = createTextMemo(1_024, (shown) => readWholeNumber(shown.replaceAll(/%|\+| \(Max\)/g, '')))

/** Contracts name target and value class, blueprints only the target. */
function readHeistTarget(item: GameItem): string {
  const contract = readProperty(item, 'Heist Target: {0} ({1})')
  const [target = '', valueClass = ''] = contract.length > 0 ? contract : readProperty(item, 'Heist Target: {0}')
  return target !== '' && valueClass !== '' ? `${target} (${valueClass})` : target
}

/** The placeholders count from the level: value 0 is the level, value 1 the job. A blueprint's first requirement counts. */
function readRogueRequirement(item: GameItem): string {
  const [level = '', job = ''] = readProperty(item, 'Requires {1} (Level {0})')
  return level !== '' && job !== '' ? `${job} (Level ${level})` : ''
}

const afflictionProperties = ['Minor Afflictions', 'Major Afflictions', 'Minor Boons', 'Major Boons']

function readAfflictions(item: GameItem): readonly string[] {
  return readProperties(item.properties)
    .filter((property) => afflictionProperties.includes(property.name))
    .flatMap((property) => property.values)
    .filter((value) => value !== '')
}

const templeRoomType = 49

/** Open and obstructed rooms alike, without their tier. */
function readTempleRooms(item: GameItem): readonly string[] {
  return readProperties(item.additionalProperties)
    .filter((property) => property.type === templeRoomType)
    .flatMap((property) => property.values)
    .map((room) => room.split(' (Tier', 1)[0] ?? '')
    .filter((room) => room !== '')
}

function readVesselBosses(item: GameItem): readonly string[] {
  const shown = readPropertyText(item, 'Monsters:\n{0}')
  return shown.split('\n').filter((boss) => boss !== '')
}

const nothing: readonly string[] = []

/** Sorted names of the influences that are set; the eldritch pair are flags of the item itself. */
function readInfluences(item: GameItem): readonly string[] {
  const { influences: raw, searing, tangled } = item
  if (raw === undefined && searing === undefined && tangled === undefined) return nothing
  const influences = readRecord(raw)
  const names = Object.keys(influences).filter((name) => isSet(influences[name]))
  const eldritch = ['searing', 'tangled'].filter((name) => isSet(item[name]) && !names.includes(name))
  return [...names, ...eldritch].sort()
}

/** Last part of the icon's path up to its first dot; the query is not part of the path. */
function readIconName(item: GameItem): string {
  const path = readText(item.icon).split('?', 1)[0] ?? ''
  return path.slice(path.lastIndexOf('/') + 1).split('.', 1)[0] ?? ''
}

/** Modifiers with this flag since 3.29, in a list of their own before; a payload that has both shows each once. */
const kindOfMods = (isOfKind: ModTest, readOldList: (item: GameItem) => unknown): FieldRow =>
  texts((item) => {
    const flagged = readFlaggedMods(item, isOfKind)
    return flagged.length > 0 ? flagged : readMods(readOldList(item))
  })

/** A foulborn unique is the same unique with changed modifiers: organisers list it under its plain name. */
function showName(raw: string): string {
  const shown = showText(raw)
  return shown.includes('Foulborn ') ? shown.replaceAll('Foulborn ', '') : shown
}

export const fields: Readonly<Record<ItemField, FieldRow>> = {
  BASE_TYPE: plainText((item) => item.baseType),
  NAME: plainText((item) => item.name, showName),
  ITEM_CLASS: text((item, context) => context.classOf(item)),
  ICON_NAME: text(readIconName),
  TYPE_LINE: plainText((item) => item.typeLine),
  QUALITY: int((item) => parseShownNumber(readProperty(item, 'Quality', 'contains')[0] ?? '')),
  LEVEL: int((item) => readPropertyNumber(item, 'Level')),
  RARITY: plainText((item) => item.rarity),
  ILVL: int((item) => readWholeNumber(item.ilvl)),
  FRAME_TYPE: int(readFrameType),
  TALISMAN_TIER: int((item) => readWholeNumber(item.talismanTier)),
  MAP_TIER: int((item) => readPropertyNumber(item, 'Map Tier', 'Waystone Tier')),
  MAP_QUANT: int((item) => readPropertyNumber(item, 'Item Quantity')),
  MAP_RARITY: int((item) => readPropertyNumber(item, 'Item Rarity', 'Map Rarity')),
  MAP_PACK_SIZE: int((item) => readPropertyNumber(item, 'Monster Pack Size')),
  HEIST_TARGET: text(readHeistTarget),
  HEIST_ROGUE_REQUIREMENT: text(readRogueRequirement),
  ENCHANT_MODS: mods((item) => item.enchantMods),
  EXPLICIT_MODS: mods((item) => item.explicitMods),
  IMPLICIT_MODS: mods((item) => item.implicitMods),
  CRAFTED_MODS: kindOfMods(
    (flags) => isSet(flags.crafted),
    (item) => item.craftedMods,
  ),
  FRACTURED_MODS: kindOfMods(
    (flags) => isSet(flags.fractured),
    (item) => item.fracturedMods,
  ),
  INFLUENCES: texts(readInfluences),
  MAX_LINKS: int(countLinks),
  SOCKETS: text(readSocketColours),
  INCUBATOR_KILLS: int((item) => readWholeNumber(readRecord(item.incubatedItem).progress)),
  IS_CORRUPTED: bool((item) => isSet(item.corrupted)),
  IS_VAAL: bool((item) => isSet(readRecord(item.hybrid).isVaalGem)),
  IS_SPLIT: bool((item) => isSet(item.split)),
  IS_IDENTIFIED: bool((item) => isSet(item.identified)),
  SANCTUM_AFFLICTIONS: texts(readAfflictions),
  TEMPLE_ROOMS: texts(readTempleRooms),
  RITUAL_VESSEL_BOSSES: texts(readVesselBosses),
  RITUAL_VESSEL_MAP: text((item) => readPropertyText(item, 'From')),
  FACETOR_LENS_EXP: int((item) => readPropertyNumber(item, 'Stored Experience: {0}')),
  MEMORY_STRANDS: int((item) => readPropertyNumber(item, 'Memory Strands')),
  WORN_BY: plainText((item) => item.worn_by),
}
