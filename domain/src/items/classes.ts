/**
 * The class of an item, which the game's API does not send: derived from the item itself, with an imported table of base
 * types on top (see class-table.ts). A class is a function of one item and the table, never of items seen before.
 */
import type { GameVersion } from '@muster/contract/events'
import type { GameItem } from '@muster/contract/game-api'
import {
  classOfEquipmentFolder,
  classOfLabel,
  classOfName,
  classOfOtherFolder,
  classOfRogueGear,
  plainGemWithOf,
} from './class-evidence.ts'
import type { ClassTable } from './class-table.ts'
import { readFrameType } from './frames.ts'
import { readArtPath } from './icon-path.ts'
import { findProperty, isSet, readList, readRecord, readText } from './normalise.ts'

const frames = { gem: 4, card: 6, quest: 7, necropolis: 11, gold: 12 }

function readFirstLabel(item: GameItem): string {
  return readText(readRecord(readList(item.properties)[0]).name)
}

function hasProperty(item: GameItem, wanted: string): boolean {
  return findProperty(item, (name) => name === wanted) !== null
}

function deriveGemClass(item: GameItem, base: string, game_version: GameVersion): string {
  if (isSet(item.support) || /\bSupport$/.test(base)) return 'Support Skill Gem'
  const plain = base.replace(/^Vaal /, '')
  const head = / of /.test(plain) ? plain.slice(0, plain.lastIndexOf(' of ')) : ''
  // "Rain of Arrows" is a plain gem, "Rain of Arrows of Artillery" its transfigured form.
  const isTransfigured = game_version === 'poe1' && head !== '' && (plainGemWithOf.test(head) || !plainGemWithOf.test(plain))
  return isTransfigured ? 'TransfiguredGem' : 'Active Skill Gem'
}

function deriveFromFolder(table: ReadonlyMap<string, string>, folders: readonly string[]): string {
  const folder = folders.findLast((name) => table.has(name))
  return folder === undefined ? '' : (table.get(folder) ?? '')
}

/** The class id of one item from its own evidence, strongest first; "" when nothing gives it away. */
export function deriveClass(item: GameItem, game_version: GameVersion): string {
  const base = readText(item.baseType)
  const frame = readFrameType(item)
  if (frame === frames.gem) return deriveGemClass(item, base, game_version)
  if (frame === frames.card || readText(item.artFilename) !== '') return 'DivinationCard'
  if (frame === frames.gold) return 'Gold'
  const folders = readArtPath(readText(item.icon)).split('/').slice(0, -1)
  const worn = deriveFromFolder(classOfEquipmentFolder, folders)
  // Thrusting swords carry the label of ordinary ones; only their art is filed apart.
  if (worn === 'Thrusting One Hand Sword') return worn
  const labelled = classOfLabel.get(readFirstLabel(item))
  if (labelled !== undefined) return labelled
  if (worn !== '') return worn
  if (isSet(item.abyssJewel)) return 'AbyssJewel'
  const named = classOfName.find((row) => (row.game ?? game_version) === game_version && row.name.test(base))
  if (named !== undefined) return named.class_id
  if (hasProperty(item, 'Map Tier')) return 'Map'
  if (hasProperty(item, 'Requires {1} (Level {0})')) return classOfRogueGear.find((row) => row.name.test(base))?.class_id ?? ''
  if (hasProperty(item, 'Corpse Level') || frame === frames.necropolis) return 'ItemisedCorpse'
  if (frame === frames.quest) return 'QuestItem'
  return deriveFromFolder(classOfOtherFolder, folders) || (hasProperty(item, 'Stack Size') ? 'StackableCurrency' : '')
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

const unknownLimit = 1_000
const memoLimit = 20_000

interface Remembered {
  readonly icon: unknown
  readonly properties: number
  readonly label: unknown
  readonly frame: unknown
  readonly class_id: string
}

/** Answers classes for one game version; `table` wins over what an item shows. */
export function createClassifier(options: { game_version: GameVersion; table?: ClassTable }): Classifier {
  const { game_version, table } = options
  const unknown = new Map<string, UnknownBase>()

  function classOf(item: GameItem): string {
    const base = readText(item.baseType)
    const class_id = table?.get(base) ?? deriveClass(item, game_version)
    if (class_id === '') note(base, item)
    return class_id
  }

  function note(base: string, item: GameItem): void {
    const known = unknown.get(base)
    if (known) known.items += 1
    else if (unknown.size < unknownLimit) unknown.set(base, { base_type: base, icon: readText(item.icon), items: 1 })
  }

  return { classOf, unknown }
}

/** Every base type among these items that has no class, most frequent first: what an import should add. */
export function listUnknownBases(
  items: readonly GameItem[],
  options: { game_version: GameVersion; table?: ClassTable },
): readonly UnknownBase[] {
  const classifier = createClassifier(options)
  for (const item of items) classifier.classOf(item)
  return [...classifier.unknown.values()].sort((a, b) => b.items - a.items || (a.base_type < b.base_type ? -1 : 1))
}
