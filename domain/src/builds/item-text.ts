import type { GameItem } from '@muster/contract/game-api'
import { readFrameType } from '../items/frames.ts'
import { type LegacyMods, readLegacyMods } from '../items/legacy-item.ts'
import {
  isSet,
  readList,
  readMods,
  readProperties,
  readProperty,
  readRecord,
  readText,
  readWholeNumber,
} from '../items/normalise.ts'

const rarities: Readonly<Record<number, string>> = { 0: 'NORMAL', 1: 'MAGIC', 2: 'RARE', 3: 'UNIQUE', 9: 'RELIC', 10: 'RELIC' }

/** The program's word for the rarity; undefined if it has none for such items. */
export const rarityOf = (item: GameItem): string | undefined => rarities[readFrameType(item)]

const defences = ['Armour', 'Evasion', 'Energy Shield', 'Ward'] as const
const defenceProperties: Readonly<Record<(typeof defences)[number], string>> = {
  Armour: 'Armour',
  Evasion: 'Evasion Rating',
  'Energy Shield': 'Energy Shield',
  Ward: 'Ward',
}

const influences = ['Shaper', 'Elder', 'Crusader', 'Hunter', 'Redeemer', 'Warlord'] as const
/** For these slots the program assumes the best quality if none is written. */
const slotsWithQuality = /^(?:Weapon|Offhand|Helm|BodyArmour|Gloves|Boots|Flask)/
export const hasQualityOfItsOwn = (item: GameItem): boolean => slotsWithQuality.test(readText(item.inventoryId))
const socketColours = new Set(['R', 'G', 'B', 'W', 'A'])

export const readDigits = (shown: string | undefined): number => readWholeNumber(/\d+/.exec(shown ?? '')?.[0])

/** Values from which the program derives how well a base was rolled. */
export const writeDefences = (item: GameItem): string[] =>
  defences.flatMap((defence) => {
    const value = readDigits(readProperty(item, defenceProperties[defence])[0])
    return value > 0 ? [`${defence}: ${value}`] : []
  })

/** Dashes join linked sockets, blanks separate groups; the program does not understand sockets of other kinds. */
function writeSockets(item: GameItem): string {
  let text = ''
  let last: unknown = null
  for (const socket of readList(item.sockets).map(readRecord)) {
    const colour = readText(socket.sColour)
    if (!socketColours.has(colour)) continue
    if (text !== '') text += socket.group === last ? '-' : ' '
    text += colour
    last = socket.group
  }
  return text
}

function writeInfluences(item: GameItem): string[] {
  const set = readRecord(item.influences)
  const lines = influences.filter((name) => isSet(set[name.toLowerCase()]) || isSet(item[name.toLowerCase()]))
  return [
    ...lines.map((name) => `${name} Item`),
    ...(isSet(item.searing) ? ['Searing Exarch Item'] : []),
    ...(isSet(item.tangled) ? ['Eater of Worlds Item'] : []),
  ]
}

export function writeLimits(item: GameItem): string[] {
  const [radius] = readProperty(item, 'Radius')
  const limit = readDigits(readProperty(item, 'Limited to')[0])
  const required = readProperties(item.requirements).find((row) => row.name === 'Class:')?.values[0]
  return [
    ...(radius ? [`Radius: ${radius}`] : []),
    ...(limit > 0 ? [`Limited to: ${limit}`] : []),
    ...(required ? [`Requires Class ${required}`] : []),
  ]
}

export const writeMods = (value: unknown, prefix = '') =>
  readMods(value).flatMap((mod) => mod.split('\n').map((line) => prefix + line.trim()))

/**
 * Fractured, plain and crafted modifiers, with `others` before the crafted ones. A modifier in both lists is written once with
 * both marks, in the order of `writeModLine` in the program's Item.lua; written twice, it would count twice.
 */
export function writeAffixes(mods: LegacyMods, others: readonly string[]): string[] {
  const { craftedMods, fracturedMods } = mods
  return [
    ...fracturedMods.flatMap((mod) => writeMods([mod], craftedMods.includes(mod) ? '{fractured}{crafted}' : '{fractured}')),
    ...writeMods(mods.explicitMods),
    ...others,
    ...writeMods(
      craftedMods.filter((mod) => !fracturedMods.includes(mod)),
      '{crafted}',
    ),
  ]
}

/** An item in the text form of Path of Building, one line each; null if the program has no word for it, as for quest items. */
export function writeItemText(item: GameItem): string | null {
  const rarity = rarityOf(item)
  const type = readText(item.typeLine)
  if (rarity === undefined || type === '') return null
  const name = readText(item.name)
  const heading = name === '' ? [type] : [name, type.replace(/^(?:Superior |Synthesised )+/, '')]
  if (!isSet(item.identified)) return [`Rarity: ${rarity}`, readText(item.baseType) || type].join('\n')
  const mods = readLegacyMods(item)
  // Marks of explicit modifiers since 3.29, a list of their own before.
  const mutated = mods.mutatedMods.filter((mod) => !mods.explicitMods.includes(mod))
  const quality = readDigits(readProperty(item, 'Quality', 'contains')[0])
  const level = readProperties(item.requirements).find((row) => row.name === 'Level')?.values[0]
  const hasQuality = quality > 0 || hasQualityOfItsOwn(item)
  const isSocketed = readList(item.socketedItems).length > 0
  const sockets = writeSockets(item)
  const implicits = [
    ...writeMods(mods.enchantMods, '{crafted}'),
    ...writeMods(mods.scourgeMods, '{scourge}'),
    ...writeMods(mods.implicitMods),
  ]
  return [
    `Rarity: ${rarity}`,
    ...heading,
    ...writeDefences(item),
    ...writeInfluences(item),
    `Item Level: ${readWholeNumber(item.ilvl)}`,
    ...(hasQuality ? [`Quality: ${quality}`] : []),
    ...(sockets === '' ? [] : [`Sockets: ${sockets}`]),
    ...(level !== undefined && !isSocketed ? [`LevelReq: ${readDigits(level)}`] : []),
    ...writeLimits(item),
    `Implicits: ${implicits.length}`,
    ...implicits,
    ...writeAffixes(mods, [...writeMods(mutated), ...writeMods(item['crucibleMods'], '{crucible}')]),
    ...(isSet(item.split) ? ['Split'] : []),
    ...(isSet(item.duplicated) ? ['Mirrored'] : []),
    ...(isSet(item.corrupted) ? ['Corrupted'] : []),
  ].join('\n')
}
