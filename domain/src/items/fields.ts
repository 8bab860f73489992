/**
 * Every field that a condition can read: its type, its source in the item, and the evidence that the game sends it in this form.
 * `AREA` and `BOSS` are read from the game's log (game-log/log-fields.ts). This table is the only definition; the valid mappings, the
 * compiler, the matcher, the explanations and docs/evidence.md all use it.
 */
import type { FieldType, ItemField } from '@muster/contract/conditions'
import type { GameItem } from '@muster/contract/game-api'
import { documented, type Evidence, guess, own, sample } from '../evidence.ts'
import { readFrameType } from './frames.ts'
import { readNamedLevel, readNamedTier } from './named-numbers.ts'
import {
  isSet,
  type ModTest,
  readFlaggedMods,
  readList,
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

/** The data that a field needs besides the item. */
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
  /** The evidence for the form that is read. */
  readonly evidence: Evidence
  /**
   * For a field that copies one key: `raw` reads the value, `show` formats a raw text. The matcher reads such texts without
   * creating a list.
   */
  readonly plain?: { readonly raw: (item: GameItem) => unknown; readonly show: (raw: string) => string }
  readonly read: (item: GameItem, context: FieldContext) => FieldValues[T]
}

type Reader<T extends FieldType> = (item: GameItem, context: FieldContext) => FieldValues[T]
const text = (evidence: Evidence, read: Reader<'string'>): FieldRow => ({ type: 'string', evidence, read })
// `raw` spells out its key, because a key in a variable is several times slower.
const plainText = (evidence: Evidence, raw: (item: GameItem) => unknown, show = showText): FieldRow => ({
  type: 'string',
  evidence,
  plain: { raw, show },
  read: (item) => {
    const seen = raw(item)
    return typeof seen === 'string' ? show(seen) : ''
  },
})
const mods = (evidence: Evidence, raw: (item: GameItem) => unknown): FieldRow => ({
  type: 'string[]',
  evidence,
  plain: { raw, show: showText },
  read: (item) => readMods(raw(item)),
})
const int = (evidence: Evidence, read: Reader<'int'>): FieldRow => ({ type: 'int', evidence, read })
const bool = (evidence: Evidence, read: Reader<'bool'>): FieldRow => ({ type: 'bool', evidence, read })
const texts = (evidence: Evidence, read: Reader<'string[]'>): FieldRow => ({ type: 'string[]', evidence, read })

/** The text of the first value of the first property of this name. */
function readPropertyText(item: GameItem, name: string): string {
  return readProperty(item, name)[0] ?? ''
}

/** The number in that text; the second name is tried if the first is absent. */
function readPropertyNumber(item: GameItem, name: string, otherName?: string): number {
  const [shown] = readProperty(item, name)
  return parseShownNumber(shown ?? (otherName === undefined ? '' : readPropertyText(item, otherName)))
}

/**
 * Removes the decorations that the game puts around numbers: `+20%`, `20 (Max)`, `1,204`. Memoised, because few keys repeat
 * often.
 */
const parseShownNumber = createTextMemo(1_024, (shown) => readWholeNumber(shown.replaceAll(/%|\+| \(Max\)/g, '')))

/** Uncut gems of the second game show their level only in the name. */
function readLevel(item: GameItem): number {
  const [shown] = readProperty(item, 'Level')
  return shown === undefined ? readNamedLevel(item) : parseShownNumber(shown)
}

/** Current maps show the tier only in the name, waystones also in a property, maps before 3.28 only there. */
function readMapTier(item: GameItem): number {
  return readPropertyNumber(item, 'Map Tier', 'Waystone Tier') || readNamedTier(item)
}

/** Contracts name target and value class, blueprints only the target. */
function readHeistTarget(item: GameItem): string {
  const contract = readProperty(item, 'Heist Target: {0} ({1})')
  const [target = '', valueClass = ''] = contract.length > 0 ? contract : readProperty(item, 'Heist Target: {0}')
  return target !== '' && valueClass !== '' ? `${target} (${valueClass})` : target
}

/** In the placeholders, value 0 is the level and value 1 the job. Of a blueprint's requirements, the first counts. */
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

/** Open and obstructed rooms whose text has this ending, without their tier. */
function readTempleRooms(item: GameItem, ending: string): readonly string[] {
  return readProperties(item.additionalProperties)
    .filter((property) => property.type === templeRoomType)
    .flatMap((property) => property.values)
    .filter((room) => room.endsWith(ending))
    .map((room) => room.split(' (Tier', 1)[0] ?? '')
    .filter((room) => room !== '')
}

function readVesselBosses(item: GameItem): readonly string[] {
  const shown = readPropertyText(item, 'Monsters:\n{0}')
  return shown.split('\n').filter((boss) => boss !== '')
}

/**
 * The skill of a graft by its implicit modifier, which copied texts have too. The item inside a graft shows the same, but Muster
 * keeps no socketed items of characters.
 */
function readGraftSkill(item: GameItem): { readonly name: string; readonly level: number } {
  const shown = readMods(item.implicitMods).map((mod) => /^Uses level (\d+) (.+)$/.exec(mod))
  const [, level = '', name = ''] = shown.find((match) => match !== null) ?? []
  return { name, level: readWholeNumber(level) }
}

const nothing: readonly string[] = []

/** Sorted names of the influences that are set; the eldritch influences are flags of the item itself. */
function readInfluences(item: GameItem): readonly string[] {
  const { influences: raw, searing, tangled } = item
  if (raw === undefined && searing === undefined && tangled === undefined) return nothing
  const influences = readRecord(raw)
  const names = Object.keys(influences).filter((name) => isSet(influences[name]))
  const eldritch = ['searing', 'tangled'].filter((name) => isSet(item[name]) && !names.includes(name))
  return [...names, ...eldritch].sort()
}

/** Last part of the icon's path up to its first dot; the query string is ignored. */
function readIconName(item: GameItem): string {
  const path = readText(item.icon).split('?', 1)[0] ?? ''
  return path.slice(path.lastIndexOf('/') + 1).split('.', 1)[0] ?? ''
}

/** Modifiers with this flag since 3.29, in a list of their own before; a payload with both forms shows each once. */
const kindOfMods = (evidence: Evidence, isOfKind: ModTest, readOldList: (item: GameItem) => unknown): FieldRow =>
  texts(evidence, (item) => {
    const flagged = readFlaggedMods(item, isOfKind)
    return flagged.length > 0 ? flagged : readMods(readOldList(item))
  })

/**
 * All explicit modifiers, as one list. Since 3.29 that is the item's own list; before, crafted, fractured, mutated and desecrated
 * modifiers had separate lists. Only the older form has plain texts, so the newer form is detected by its first entry.
 */
function listExplicitMods(item: GameItem): unknown {
  const { explicitMods } = item
  if (Array.isArray(explicitMods) && typeof explicitMods[0] === 'object') return explicitMods
  const { fracturedMods, craftedMods, mutatedMods, desecratedMods } = item
  if (!fracturedMods && !craftedMods && !mutatedMods && !desecratedMods) return explicitMods
  return [fracturedMods, explicitMods, mutatedMods, desecratedMods, craftedMods].flatMap(readList)
}

const foulborn = 'Foulborn '

/** A foulborn unique is the same unique with mutated modifiers: organisers list it under its plain name. */
function showName(raw: string): string {
  const shown = showText(raw)
  return shown.includes(foulborn) ? shown.replaceAll(foulborn, '') : shown
}

/** Copied texts often show it only in the name. */
const isFoulborn = (item: GameItem): boolean => isSet(item.mutated) || readText(item.name).includes(foulborn)

const stashPage = sample(
  '24 items of a page of the public stash stream; 21 of the second game: Kvan7/Exiled-Exchange-2, fetchResponses.json',
)
const character = sample('59 items of a character of 3.27: cn-poe-community/pob-building-creator, src/__tests__/testcase')
const contract = sample('a contract and a blueprint of the Sanctum league, in the tests of a public trading tool')
const copiedMap = sample(
  'maps of 2026 as copied texts: Sidekick-Poe/Sidekick, MapParsing; a contract and a waystone as the API sends them',
)
const gameLog = sample(
  'a log of 2022: mapwatch/mapwatch, examples/bosses.txt; second game: a line of 2025 in ideas.md of thmsndk/poe2-death-tracker',
)
const temple = guess('temples were only seen as copied texts')
const vessel = documented("the game's own table of texts: RitualStoneVarieties, RitualStoneFromArea")

export const fields: Readonly<Record<ItemField, FieldRow>> = {
  BASE_TYPE: plainText(stashPage, (item) => item.baseType),
  NAME: plainText(stashPage, (item) => item.name, showName),
  ITEM_CLASS: text(documented('not sent by the game; see the item classes'), (item, context) => context.classOf(item)),
  ICON_NAME: text(stashPage, readIconName),
  TYPE_LINE: plainText(stashPage, (item) => item.typeLine),
  QUALITY: int(character, (item) => parseShownNumber(readProperty(item, 'Quality', 'contains')[0] ?? '')),
  LEVEL: int(character, readLevel),
  RARITY: plainText(character, (item) => item.rarity),
  ILVL: int(stashPage, (item) => readWholeNumber(item.ilvl)),
  FRAME_TYPE: int(stashPage, readFrameType),
  TALISMAN_TIER: int(guess('no current talisman was seen, and the API document no longer lists their tier'), (item) =>
    readWholeNumber(item.talismanTier),
  ),
  MAP_TIER: int(
    sample(
      'in the type line of 13,417 of 59,042 items, the property in none: peterm2024/PoE-VIEW2, item_table.py; a waystone with both: Kvan7/Exiled-Exchange-2',
    ),
    readMapTier,
  ),
  MAP_QUANT: int(copiedMap, (item) => readPropertyNumber(item, 'Item Quantity')),
  MAP_RARITY: int(copiedMap, (item) => readPropertyNumber(item, 'Item Rarity', 'Map Rarity')),
  MAP_PACK_SIZE: int(copiedMap, (item) => readPropertyNumber(item, 'Monster Pack Size')),
  HEIST_TARGET: text(contract, readHeistTarget),
  HEIST_ROGUE_REQUIREMENT: text(contract, readRogueRequirement),
  ENCHANT_MODS: mods(character, (item) => item.enchantMods),
  EXPLICIT_MODS: mods(stashPage, listExplicitMods),
  IMPLICIT_MODS: mods(stashPage, (item) => item.implicitMods),
  CRAFTED_MODS: kindOfMods(
    character,
    (flags) => isSet(flags.crafted),
    (item) => item.craftedMods,
  ),
  FRACTURED_MODS: kindOfMods(
    character,
    (flags) => isSet(flags.fractured),
    (item) => item.fracturedMods,
  ),
  FOULBORN_MODS: kindOfMods(
    character,
    (flags) => isSet(flags.mutated),
    (item) => item.mutatedMods,
  ),
  INFLUENCES: texts(stashPage, readInfluences),
  MAX_LINKS: int(stashPage, countLinks),
  SOCKETS: text(stashPage, readSocketColours),
  INCUBATOR_KILLS: int(sample('a worn item of the Heist league, in the stories of a public profile page'), (item) =>
    readWholeNumber(readRecord(item.incubatedItem).progress),
  ),
  IS_CORRUPTED: bool(character, (item) => isSet(item.corrupted)),
  IS_VAAL: bool(character, (item) => isSet(readRecord(item.hybrid).isVaalGem)),
  IS_SPLIT: bool(character, (item) => isSet(item.split)),
  IS_MIRRORED: bool(documented('`duplicated`, in the API document; copied: Sidekick-Poe/Sidekick, AccessoryParsing'), (item) =>
    isSet(item.duplicated),
  ),
  IS_FOULBORN: bool(character, isFoulborn),
  IS_IDENTIFIED: bool(stashPage, (item) => isSet(item.identified)),
  SANCTUM_AFFLICTIONS: texts(guess('no real Forbidden Tome was seen'), readAfflictions),
  TEMPLE_ROOMS: texts(temple, (item) => readTempleRooms(item, '')),
  TEMPLE_ROOMS_T3: texts(temple, (item) => readTempleRooms(item, ' (Tier 3)')),
  RITUAL_VESSEL_BOSSES: texts(vessel, readVesselBosses),
  RITUAL_VESSEL_MAP: text(vessel, (item) => readPropertyText(item, 'From')),
  FACETOR_LENS_EXP: int(
    documented('a test of gerwaric/acquisition, tst_itemtooltiptext.cpp, for the answers of the API'),
    (item) => readPropertyNumber(item, 'Stored Experience: {0}'),
  ),
  MEMORY_STRANDS: int(guess('memory strands were only seen in copied texts'), (item) =>
    readPropertyNumber(item, 'Memory Strands'),
  ),
  GRAFT_SKILL_NAME: text(character, (item) => readGraftSkill(item).name),
  GRAFT_SKILL_LEVEL: int(character, (item) => readGraftSkill(item).level),
  WORN_BY: plainText(
    documented('the class of a character in the API document; Muster adds it to what the character wears'),
    (item) => item.worn_by,
  ),
  AREA: text(gameLog, () => ''),
  BOSS: text(own('ids by Muster; the lines as BOSS_LINES'), () => ''),
}
