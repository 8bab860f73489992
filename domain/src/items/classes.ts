/**
 * The class of an item, which the game's API does not send: derived from the item itself, or taken from an imported table of base
 * types (see class-table.ts). The class depends on the item and the table only, never on items seen before.
 */
import type { GameVersion } from '@muster/contract/events'
import type { GameItem } from '@muster/contract/game-api'
import { games } from '../events/games.ts'
import {
  classesSettledByArt,
  classOfArt,
  classOfEquipmentFolder,
  classOfLabel,
  classOfName,
  classOfOtherFolder,
  classOfRogueGear,
  classOfSingleBase,
  plainGemWithOf,
} from './class-evidence.ts'
import type { ClassTable } from './class-table.ts'
import { readFrameType } from './frames.ts'
import { readArtFolders, readArtPath } from './icon-path.ts'
import { isSet, readProperties, readText } from './normalise.ts'
import { createTextMemo } from './text-memo.ts'

const frames = { gem: 4, card: 6, quest: 7, necropolis: 11, gold: 12 }

/** Families that the frame determines; "" for frames that say nothing about the class. */
function deriveFromFrame(item: GameItem, game_version: GameVersion): string {
  switch (readFrameType(item)) {
    case frames.gem:
      return deriveGemClass(item, game_version)
    case frames.card:
      return 'DivinationCard'
    case frames.quest:
      return 'QuestItem'
    case frames.necropolis:
      return readText(item.baseType).includes('Allflame Ember') ? 'NecropolisPack' : 'ItemisedCorpse'
    case frames.gold:
      return 'Gold'
    default:
      return ''
  }
}

function deriveGemClass(item: GameItem, game_version: GameVersion): string {
  const base = readText(item.baseType)
  if (isSet(item.support) || base.endsWith(' Support')) return 'Support Skill Gem'
  const plain = base.replace(/^Vaal /, '')
  const head = plain.includes(' of ') ? plain.slice(0, plain.lastIndexOf(' of ')) : ''
  // "Rain of Arrows" is a plain gem, "Rain of Arrows of Artillery" its transfigured form.
  const isTransfigured =
    games[game_version].transfigured_gems && head !== '' && (plainGemWithOf.test(head) || !plainGemWithOf.test(plain))
  return isTransfigured ? 'TransfiguredGem' : 'Active Skill Gem'
}

/** Name of the first property. */
function readLabel({ properties }: GameItem): unknown {
  const first: unknown = Array.isArray(properties) ? properties[0] : undefined
  return typeof first === 'object' && first !== null ? (first as { name?: unknown }).name : undefined
}

function pickFolder(table: ReadonlyMap<string, string>, folders: readonly string[]): string {
  return table.get(folders.findLast((name) => table.has(name)) ?? '') ?? ''
}

/** The raw address, because it is not display text. */
const readIcon = ({ icon }: GameItem): string => (typeof icon === 'string' ? icon : '')

/** Classes determined by a picture's folders and by its whole path; "" if unknown. */
interface Picture {
  readonly worn: string
  readonly by_art: string
  readonly by_folder: string
}

function readPicture(icon: string, game_version: GameVersion): Picture {
  const art = readArtPath(icon)
  const folders = readArtFolders(icon)
  return {
    worn: pickFolder(classOfEquipmentFolder, folders),
    by_art: classOfArt.find((row) => isOfGame(row, game_version) && row.art.test(art))?.class_id ?? '',
    by_folder: pickFolder(classOfOtherFolder, folders),
  }
}

const isOfGame = ({ game }: { readonly game?: GameVersion }, game_version: GameVersion): boolean =>
  (game ?? game_version) === game_version

/** The class of the family that a base name belongs to, or "". */
const readFamily = (base: string, game_version: GameVersion): string =>
  classOfName.find((row) => isOfGame(row, game_version) && row.name.test(base))?.class_id ?? ''

/** For items whose picture and name leave the class open: kinds that share their art, and new kinds in unknown folders. */
function deriveFromProperties(item: GameItem): string {
  const names = readProperties(item.properties).map((property) => property.name)
  if (names.includes('Map Tier') || names.includes('Waystone Tier')) return 'Map'
  if (names.includes('Corpse Level')) return 'ItemisedCorpse'
  if (names.includes('Requires {1} (Level {0})')) {
    return classOfRogueGear.find((row) => row.name.test(readText(item.baseType)))?.class_id ?? ''
  }
  if (readText(item.artFilename) !== '') return 'DivinationCard'
  if (readArtPath(readIcon(item)).includes('/Maps/')) return 'MapFragment'
  return names.includes('Stack Size') ? 'StackableCurrency' : ''
}

function refineAppearance(item: GameItem, class_id: string): string {
  if (class_id === 'Jewel' && isSet(item.abyssJewel)) return 'AbyssJewel'
  return class_id || deriveFromProperties(item)
}

/** A base type without a class, with the details an importer needs to see why. */
export interface UnknownBase {
  readonly base_type: string
  readonly icon: string
  items: number
}

export interface Classifier {
  readonly classOf: (item: GameItem) => string
  /** Base types without a class among the items classified so far, at most `unknownLimit` of them. */
  readonly unknown: ReadonlyMap<string, UnknownBase>
}

export interface ClassifierOptions {
  readonly game_version: GameVersion
  /** Has priority over the derived class. */
  readonly table?: ClassTable | undefined
}

const unknownLimit = 1_000
const basesRemembered = 4_096
const picturesRemembered = 4_096

/** A copied text names the class of its item; a symbol, so that no outside data can contain it. */
const namedClass = Symbol('named class')

/** The item with the class that its text names, which counts like one in the table. */
export const nameClass = (item: GameItem, class_id: string | null): GameItem =>
  class_id === null ? item : Object.assign({ ...item }, { [namedClass]: class_id })

const readNamedClass = (item: GameItem): string => (item as { [namedClass]?: string })[namedClass] ?? ''

/** Classifies the items of one game version. */
export function createClassifier({ game_version, table }: ClassifierOptions): Classifier {
  const unknown = new Map<string, UnknownBase>()
  const pictureOf = createTextMemo(picturesRemembered, (icon) => readPicture(icon, game_version))
  const familyOf = createTextMemo(basesRemembered, (base) => readFamily(base, game_version))
  const singleBases = classOfSingleBase[game_version]
  const { art_outranks_labels } = games[game_version]

  function derive(item: GameItem): string {
    const framed = deriveFromFrame(item, game_version)
    if (framed !== '') return framed
    const picture = pictureOf(readIcon(item))
    const labelled = () => classOfLabel.get(readText(readLabel(item)))
    if (picture.worn !== '') {
      // Art determines every class except weapons.
      const isSettled = art_outranks_labels && classesSettledByArt.has(picture.worn)
      return isSettled ? picture.worn : (labelled() ?? picture.worn)
    }
    const base = readText(item.baseType)
    const single = singleBases.get(base)
    if (single !== undefined) return refineAppearance(item, single)
    const shown = picture.by_art || familyOf(base) || picture.by_folder
    // The label is only needed for new kinds.
    const isSettled = art_outranks_labels && shown !== ''
    return refineAppearance(item, isSettled ? shown : (labelled() ?? shown))
  }

  /** The community's table puts transfigured gems into the class of plain gems; organisers distinguish them. */
  function lookUp(item: GameItem): string {
    const listed = table?.get(readText(item.baseType)) ?? readNamedClass(item)
    return listed === 'Active Skill Gem' ? deriveGemClass(item, game_version) : listed
  }

  function noteUnknown(item: GameItem): void {
    const base_type = readText(item.baseType)
    const known = unknown.get(base_type)
    if (known) known.items += 1
    else if (unknown.size < unknownLimit) unknown.set(base_type, { base_type, icon: readText(item.icon), items: 1 })
  }

  function classOf(item: GameItem): string {
    const class_id = lookUp(item) || derive(item)
    if (class_id === '') noteUnknown(item)
    return class_id
  }

  return { classOf, unknown }
}

/** Every base type among these items without a class, most frequent first: the list of what an import should add. */
export function listUnknownBases(items: readonly GameItem[], options: ClassifierOptions): readonly UnknownBase[] {
  const classifier = createClassifier(options)
  for (const item of items) classifier.classOf(item)
  return [...classifier.unknown.values()].sort((a, b) => b.items - a.items || (a.base_type < b.base_type ? -1 : 1))
}
