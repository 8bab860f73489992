/** An item of the second game in the format of its API: the first game's format, with marked-up texts and typed sockets. */
import type { PlacedItem, WorldItem } from '../items/item.ts'
import { type ItemViewOptions, renderItem } from './item-view.ts'

/** Words that the second game marks up, with the text before the bar if it differs from the word. */
const keywords: Readonly<Record<string, string>> = {
  'Energy Shield': 'EnergyShield',
  'Evasion Rating': 'Evasion',
  'Fire Resistance': 'Resistances',
  'Cold Resistance': 'Resistances',
  'Lightning Resistance': 'Resistances',
  'Chaos Resistance': 'Resistances',
  'Elemental Resistances': 'Resistances',
  'Critical Hit Chance': 'CriticalHit',
  'Critical Strike Chance': 'CriticalHit',
  'Item Rarity': 'ItemRarity',
  'Rarity of Items': 'ItemRarity',
  'Rune Socket': 'RuneSocket',
  'Martial Weapon': 'MartialWeapon',
  Waystones: 'Waystone',
  'Revives Available': 'LimitedRespawn',
  Attacks: 'Attack',
  Attack: '',
  Armour: '',
  Projectile: '',
  Quality: '',
  Bleeding: '',
  Physical: '',
  Fire: '',
  Cold: '',
  Lightning: '',
  Str: 'Strength',
  Dex: 'Dexterity',
  Int: 'Intelligence',
}

// longest first, so that a word inside a longer keyword is not marked separately
const pattern = new RegExp(
  `\\b(?:${Object.keys(keywords)
    .sort((a, b) => b.length - a.length)
    .join('|')})\\b`,
  'g',
)

/** `+30% to Fire Resistance` becomes `+30% to [Resistances|Fire Resistance]`, `Quality` becomes `[Quality]`. */
export const markUp = (text: string): string =>
  text.replace(pattern, (word) => (keywords[word] ? `[${keywords[word]}|${word}]` : `[${word}]`))

/** The kind at the start of the properties is always marked as a whole. */
const markHead = (name: string): string =>
  /^[A-Z][A-Za-z ]+$/.test(name) ? `[${name.replaceAll(' ', '')}|${name}]` : markUp(name)

type Json = Record<string, unknown>

const markMod = (mod: unknown): unknown =>
  typeof mod === 'string' ? markUp(mod) : { ...(mod as Json), description: markUp(String((mod as Json)['description'])) }

const markList = (list: unknown): unknown => (Array.isArray(list) ? list.map(markMod) : list)

const markProperties = (list: unknown): unknown =>
  Array.isArray(list)
    ? list.map((row: Json, at) => {
        const isHead = at === 0 && Array.isArray(row['values']) && row['values'].length === 0
        return { ...row, name: (isHead ? markHead : markUp)(String(row['name'])) }
      })
    : list

const modLists = ['implicitMods', 'explicitMods', 'enchantMods', 'fracturedMods', 'craftedMods', 'mutatedMods', 'desecratedMods']

const renderInside = ({ socketed = [], second_game }: WorldItem, options: ItemViewOptions) => {
  const { sockets } = second_game ?? {}
  if (!sockets) return undefined
  return socketed.map((item, at) => ({ ...renderSecondItem(item, options), socket: at }))
}

/** Skills describe their effect on a separate page. */
const renderGem = ({ frame, base_type, second_game }: WorldItem) => {
  if (frame !== 'Gem' || second_game?.gem_sockets === undefined) return {}
  return {
    gemSockets: Array.from({ length: second_game.gem_sockets }, () => 'W'),
    gemTabs: [
      { pages: [{ skillName: base_type, description: 'Does what its name says.', stats: [markUp('Deals Fire Damage')] }] },
    ],
    gemSkill: base_type.replace(/[^A-Za-z]/g, ''),
  }
}

export const renderSecondItem = (item: WorldItem, options: ItemViewOptions, place: Partial<PlacedItem> = {}): Json => {
  const plain: Json = renderItem(item, options, place)
  const { sockets, rune_mods, granted_skill, is_granted } = item.second_game ?? {}
  const marked = Object.fromEntries(modLists.map((name) => [name, markList(plain[name])]))
  return {
    realm: 'poe2',
    ...plain,
    id: is_granted ? undefined : item.id,
    sockets: sockets?.map(({ type, item: fits }, group) => ({ group, type, item: fits })),
    socketedItems: renderInside(item, options),
    properties: markProperties(plain['properties']),
    requirements: markProperties(plain['requirements']),
    ...marked,
    runeMods: rune_mods?.map(markUp),
    grantedSkills: granted_skill && [
      { name: 'Grants Skill', values: [[`Level ${granted_skill.level} ${granted_skill.name}`, 25]], displayMode: 0 },
    ],
    ...renderGem(item),
  }
}
