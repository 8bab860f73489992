/**
 * The class of an item, which the game's API does not send: derived from the item itself, with an imported table of base
 * types on top (see class-table.ts). A class is a function of one item and the table, never of items seen before.
 */
import type { GameVersion } from '@muster/contract/events'
import type { GameItem } from '@muster/contract/game-api'
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
import { createFolderMemo, readArtFolders, readArtPath } from './icon-path.ts'
import { isSet, readProperties, readText } from './normalise.ts'
import { createQuickMemo } from './text-memo.ts'

const frames = { gem: 4, card: 6, quest: 7, necropolis: 11, gold: 12 }

/** Families that the frame decides; "" for the frames that say nothing about the class. */
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
  const isTransfigured = game_version === 'poe1' && head !== '' && (plainGemWithOf.test(head) || !plainGemWithOf.test(plain))
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

/** An address is no text that is shown. */
const readIcon = ({ icon }: GameItem): string => (typeof icon === 'string' ? icon : '')

/** What equipment is whose pictures lie in one folder; `worn` is "" for all other folders. */
interface Equipment {
  readonly worn: string
  /** Whether the label has a say: in the first game, art settles everything but weapons. */
  readonly isLabelled: boolean
  /** Classes by the labels that were met there. */
  readonly labelled: { readonly label: unknown; readonly class_id: string }[]
}

/** Labels remembered of a folder: its own, and the properties that stand first where there is none. */
const labelsPerFolder = 16

function readEquipment(folders: readonly string[], game_version: GameVersion): Equipment {
  const worn = pickFolder(classOfEquipmentFolder, folders)
  return { worn, isLabelled: game_version === 'poe2' || !classesSettledByArt.has(worn), labelled: [] }
}

function classOfEquipment(item: GameItem, { worn, isLabelled, labelled }: Equipment): string {
  if (!isLabelled) return worn
  const label = readLabel(item)
  for (const known of labelled) if (known.label === label) return known.class_id
  const class_id = classOfLabel.get(readText(label)) ?? worn
  if (labelled.length < labelsPerFolder) labelled.push({ label, class_id })
  return class_id
}

/** Whether the label has a say: in the first game, name and folder settle everything but what is new. */
interface Appearance {
  readonly class_id: string
  readonly isLabelled: boolean
}

/** The class of what is no equipment, by base name, picture and label; "" when they leave it open. */
function deriveFromAppearance(item: GameItem, game_version: GameVersion): Appearance {
  const base = readText(item.baseType)
  const single = classOfSingleBase[game_version].get(base)
  if (single !== undefined) return { class_id: single, isLabelled: false }
  const icon = readIcon(item)
  const art = readArtPath(icon)
  const isOfGame = ({ game }: { readonly game?: GameVersion }) => (game ?? game_version) === game_version
  const row =
    classOfArt.find((one) => isOfGame(one) && one.art.test(art)) ??
    classOfName.find((one) => isOfGame(one) && one.name.test(base))
  const filed = row?.class_id ?? pickFolder(classOfOtherFolder, readArtFolders(icon))
  const isLabelled = game_version === 'poe2' || filed === ''
  const labelled = isLabelled ? classOfLabel.get(readText(readLabel(item))) : undefined
  return { class_id: labelled ?? filed, isLabelled }
}

/** What the appearance leaves open: kinds whose art is shared, and new kinds in folders nobody knows yet. */
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

/** A base type that nothing could place, with what an importer needs to see why. */
export interface UnknownBase {
  readonly base_type: string
  readonly icon: string
  items: number
}

export interface Classifier {
  readonly classOf: (item: GameItem) => string
  /** Bases without a class among the items asked about so far, at most `unknownLimit` of them. */
  readonly unknown: ReadonlyMap<string, UnknownBase>
}

export interface ClassifierOptions {
  readonly game_version: GameVersion
  /** Wins over what an item shows. */
  readonly table?: ClassTable | undefined
}

const unknownLimit = 1_000
/** Bases remembered, and appearances of each: its own picture and those of the uniques made from it. */
const basesRemembered = 4_096
const appearancesPerBase = 40

interface KnownAppearance extends Appearance {
  readonly icon: string
  readonly label: unknown
}

/** Answers classes for one game version. Remembers appearances, which changes no answer. */
export function createClassifier({ game_version, table }: ClassifierOptions): Classifier {
  const unknown = new Map<string, UnknownBase>()
  const appearancesOf = createQuickMemo(basesRemembered, (): KnownAppearance[] => [])

  const equipmentIn = createFolderMemo((folders) => readEquipment(folders, game_version))

  function derive(item: GameItem): string {
    const framed = deriveFromFrame(item, game_version)
    if (framed !== '') return framed
    const icon = readIcon(item)
    const equipment = equipmentIn(icon)
    if (equipment.worn !== '') return classOfEquipment(item, equipment)
    const { baseType: base } = item
    const appearances = appearancesOf(typeof base === 'string' ? base : '')
    for (const known of appearances) {
      if (known.icon !== icon) continue
      if (!known.isLabelled || known.label === readLabel(item)) return refineAppearance(item, known.class_id)
    }
    const appearance = deriveFromAppearance(item, game_version)
    // A base with ever new pictures is not worth remembering further.
    if (appearances.length < appearancesPerBase) appearances.push({ ...appearance, icon, label: readLabel(item) })
    return refineAppearance(item, appearance.class_id)
  }

  /** The community's table files transfigured gems with the plain ones, organisers do not. */
  function lookUp(item: GameItem): string {
    const listed = table?.get(readText(item.baseType)) ?? ''
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

/** Every base type among these items that has no class, most frequent first: what an import should add. */
export function listUnknownBases(items: readonly GameItem[], options: ClassifierOptions): readonly UnknownBase[] {
  const classifier = createClassifier(options)
  for (const item of items) classifier.classOf(item)
  return [...classifier.unknown.values()].sort((a, b) => b.items - a.items || (a.base_type < b.base_type ? -1 : 1))
}
