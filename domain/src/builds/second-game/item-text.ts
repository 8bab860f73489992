import type { GameItem } from '@muster/contract/game-api'
import { readLegacyMods } from '../../items/legacy-item.ts'
import {
  isSet,
  readList,
  readMods,
  readProperties,
  readProperty,
  readRecord,
  readText,
  readWholeNumber,
} from '../../items/normalise.ts'
import { hasQualityOfItsOwn, rarityOf, readDigits, writeAffixes, writeDefences, writeLimits, writeMods } from '../item-text.ts'

/** A blank for each socket, then the contents of the sockets in their order. */
function writeRunes(item: GameItem): string[] {
  const sockets = readList(item.sockets)
    .map(readRecord)
    .filter(({ type }) => type === undefined || type === 'rune')
  if (sockets.length === 0) return []
  const inside = new Map(
    readList(item.socketedItems)
      .map(readRecord)
      .map((rune, place) => [typeof rune.socket === 'number' ? rune.socket : place, readText(rune.baseType)]),
  )
  return [`Sockets: ${sockets.map(() => 'S').join(' ')}`, ...sockets.map((_, place) => `Rune: ${inside.get(place) || 'None'}`)]
}

/** Skills granted by an item are written among its implicit lines. */
const writeGranted = (item: GameItem) =>
  readProperties(item.grantedSkills).flatMap(({ name, values }) => (values[0] ? [`${name}: ${values[0]}`] : []))

/**
 * An item in the text form of the second game's program, one line each; null if the program has no word for it, as for quest
 * items.
 */
export function writeSecondItemText(item: GameItem): string | null {
  const rarity = rarityOf(item)
  const type = readText(item.typeLine)
  if (rarity === undefined || type === '') return null
  const name = readText(item.name)
  const heading = name === '' ? [type] : [name, readText(item.baseType) || type]
  if (!isSet(item.identified)) return [`Rarity: ${rarity}`, readText(item.baseType) || type].join('\n')
  const mods = readLegacyMods(item)
  const quality = readDigits(readProperty(item, 'Quality', 'contains')[0])
  const level = readProperties(item.requirements).find((row) => row.name === 'Level')?.values[0]
  const implicits = [
    ...writeMods(item['runeMods'], '{enchant}{rune}'),
    ...writeMods(mods.enchantMods, '{enchant}'),
    ...writeMods(mods.implicitMods),
    ...writeGranted(item),
  ]
  // Marks of explicit modifiers since 0.5, lists of their own before.
  const others = [...readMods(item.desecratedMods), ...readMods(item.mutatedMods)].filter(
    (one) => !mods.explicitMods.includes(one),
  )
  return [
    `Rarity: ${rarity}`,
    ...heading,
    ...writeDefences(item),
    `Item Level: ${readWholeNumber(item.ilvl)}`,
    ...(quality > 0 || hasQualityOfItsOwn(item) ? [`Quality: ${quality}`] : []),
    ...writeRunes(item),
    ...(level === undefined ? [] : [`LevelReq: ${readDigits(level)}`]),
    ...writeLimits(item),
    `Implicits: ${implicits.length}`,
    ...implicits,
    ...writeAffixes(mods, writeMods(others)),
    ...(isSet(item.duplicated) ? ['Mirrored'] : []),
    ...(isSet(item.corrupted) || isSet(item.doubleCorrupted) ? ['Corrupted'] : []),
  ].join('\n')
}
