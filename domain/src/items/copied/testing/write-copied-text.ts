/**
 * Writes the text that the game copies for an item from the API's form. Modelled on texts from the game, not on the reader, so
 * that the two can disagree.
 */
import type { GameItem } from '@muster/contract/game-api'

interface Property {
  readonly name: string
  readonly values: readonly (readonly [string, number])[]
  readonly displayMode?: number
}

const list = <T>(value: unknown): readonly T[] => (Array.isArray(value) ? (value as T[]) : [])
const rarityOf: Record<number, string> = {
  0: 'Normal',
  1: 'Magic',
  2: 'Rare',
  3: 'Unique',
  4: 'Gem',
  5: 'Currency',
  6: 'Divination Card',
  10: 'Unique',
}

function writeProperty({ name, values, displayMode = 0 }: Property): string {
  const shown = values.map(([text, colour]) => (colour === 1 ? `${text} (augmented)` : text))
  if (displayMode === 3) return name.replaceAll(/\{(\d)\}/g, (_, place) => shown[Number(place)] ?? '')
  return shown.length === 0 ? name : `${name}: ${shown.join(', ')}`
}

function writeSockets(item: GameItem): string[] {
  const sockets = list<{ group: number; sColour: string }>(item['sockets'])
  if (sockets.length === 0) return []
  const text = sockets.map(({ group, sColour }, at) =>
    at === 0 ? sColour : `${sockets[at - 1]?.group === group ? '-' : ' '}${sColour}`,
  )
  return [`Sockets: ${text.join('')} `]
}

const writeMods = (value: unknown, mark?: string): string[] =>
  list<string | { description: string; flags?: { crafted?: boolean; fractured?: boolean } }>(value).flatMap((mod) => {
    const text = typeof mod === 'string' ? mod : mod.description
    const flags = typeof mod === 'string' ? {} : (mod.flags ?? {})
    const shown = mark ?? (flags.crafted ? 'crafted' : flags.fractured ? 'fractured' : undefined)
    return text.split('\n').map((line) => (shown === undefined ? line : `${line} (${shown})`))
  })

const influences = {
  shaper: 'Shaper',
  elder: 'Elder',
  crusader: 'Crusader',
  hunter: 'Hunter',
  redeemer: 'Redeemer',
  warlord: 'Warlord',
}

/** @param label the class as displayed to players */
export function writeCopiedText(item: GameItem, label: string): string {
  const frame = item['frameType'] as number
  const isIdentified = item['identified'] === true
  const requirements = list<Property>(item['requirements']).map(writeProperty)
  const utility = list<string>(item['utilityMods'])
  const set = item['influences'] as Record<string, boolean> | undefined
  const sections: string[][] = [
    [
      `Item Class: ${label}`,
      `Rarity: ${rarityOf[frame]}`,
      ...(item['name'] === '' ? [] : [item['name'] as string]),
      item['typeLine'] as string,
    ],
    [...list<Property>(item['properties']).map(writeProperty), ...utility],
    requirements.length > 0 ? ['Requirements:', ...requirements] : [],
    writeSockets(item),
    (item['ilvl'] as number) > 0 ? [`Item Level: ${item['ilvl'] as number}`] : [],
    item['talismanTier'] === undefined ? [] : [`Talisman Tier: ${item['talismanTier'] as number}`],
    writeMods(item['enchantMods'], 'enchant'),
    writeMods(item['implicitMods'], 'implicit'),
    isIdentified
      ? [
          ...writeMods(item['fracturedMods'], 'fractured'),
          ...writeMods(item['explicitMods']),
          ...writeMods(item['craftedMods'], 'crafted'),
        ]
      : ['Unidentified'],
    list<string>(item['flavourText']).map((line) => line.trim()),
    item['descrText'] === undefined ? [] : [item['descrText'] as string],
    item['split'] === true ? ['Split'] : [],
    item['corrupted'] === true ? ['Corrupted'] : [],
    item['duplicated'] === true ? ['Mirrored'] : [],
    frame === 10 ? ['Foil Unique (Celestial Amethyst)'] : [],
    Object.entries(influences).flatMap(([key, name]) => (set?.[key] ? [`${name} Item`] : [])),
    item['searing'] === true ? ['Searing Exarch Item'] : [],
    item['tangled'] === true ? ['Eater of Worlds Item'] : [],
    item['note'] === undefined ? [] : [`Note: ${item['note'] as string}`],
  ]
  return sections
    .filter((section) => section.length > 0)
    .map((section) => section.join('\r\n'))
    .join('\r\n--------\r\n')
}
