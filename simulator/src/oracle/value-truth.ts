/** Numbers of characters that can also fall, read from the world: what items add up to, and figures of the calculated build. */
import { readCharacter } from '../calculator/character.ts'
import { calculateFigures } from '../calculator/figures.ts'
import type { SlottedItem, WorldItem } from '../items/item.ts'
import { dressCharacter } from '../views/gear-view.ts'
import { renderCharacter } from '../views/character-view.ts'
import { renderSecondCharacter } from '../views/second-character-view.ts'
import type { Account, Character } from '../world/model.ts'
import type { SecondGameCharacter } from '../world/second-game/model.ts'

/** The possessions of a character; `figures`: by the names of the calculator. */
export interface Belongings {
  readonly worn: readonly SlottedItem[]
  readonly jewels: readonly SlottedItem[]
  readonly gems: readonly WorldItem[]
  /** The second game has no gems in sockets of items. */
  readonly has_sockets: boolean
  readonly experience: number
  readonly figures: () => Readonly<Record<string, number>>
}

const view = { wire_version: '3.29', image_base: 'https://pictures.invalid', shows_inventory: false } as const

/** The words that players see of a text of the second game: `[Resistances|Fire Resistance]` is "Fire Resistance". */
const withoutMarkup = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll(/\[(?:[^[\]|]*\|)?([^[\]|]*)\]/g, '$1') : value

const calculate = (rendered: Buffer | null): Readonly<Record<string, number>> => {
  const sent = rendered && readCharacter((JSON.parse(rendered.toString(), withoutMarkup) as { character: unknown }).character)
  if (!sent) return {}
  const { player, minion } = calculateFigures(sent)
  const dealt = [player, minion].flatMap((stats) => Object.entries(stats).filter(([name]) => name.endsWith('DPS')))
  return { ...player, damage: Math.max(0, ...dealt.map(([, value]) => value)) }
}

export const belongingsOf = (seed: number, account: Account, character: Character): Belongings => {
  const { equipment, jewels } = dressCharacter(seed, character.record)
  return {
    worn: equipment,
    jewels,
    gems: [...equipment, ...jewels].flatMap(({ item }) => item.socketed ?? []).filter(({ frame }) => frame === 'Gem'),
    has_sockets: true,
    experience: character.record.experience,
    figures: () => calculate(renderCharacter(seed, account, character.record.name, view)),
  }
}

export const secondBelongingsOf = (seed: number, account: Account, { record }: SecondGameCharacter): Belongings => ({
  worn: record.equipment,
  jewels: record.jewels,
  gems: record.skills.map(({ item }) => item),
  has_sockets: false,
  experience: record.experience,
  figures: () => calculate(renderSecondCharacter(seed, account, record.name, view)),
})

const numberIn = (item: WorldItem, property: string): number =>
  Number(/\d+/.exec(item.properties?.find(({ name }) => name.startsWith(property))?.values[0]?.[0] ?? '')?.[0] ?? 0)

const sumQuality = (items: readonly SlottedItem[]) => items.reduce((sum, { item }) => sum + numberIn(item, 'Quality'), 0)

const isOffHand = ({ item }: SlottedItem) => /\/(?:Shields|Bucklers|Focii)\//.test(`/${item.art}`)
const isQuiver = ({ item }: SlottedItem) => `/${item.art}`.includes('/Quivers/')
const isInHands = ({ slot }: SlottedItem) => /^(?:Weapon|Offhand)2?$/.test(slot)
const isArmour = (one: SlottedItem) =>
  ['Helm', 'BodyArmour', 'Gloves', 'Boots'].includes(one.slot) || (isInHands(one) && isOffHand(one))
const isWeapon = (one: SlottedItem) => isInHands(one) && !isOffHand(one) && !isQuiver(one)
const isFlask = ({ slot }: SlottedItem) => slot === 'Flask'
const has = (item: WorldItem, ...flags: string[]) => flags.some((flag) => item.flags?.some((own) => own === flag))

/** How the product learns of a number: with the character, as a calculation after it, or from ladder and list as well. */
type Way = 'character' | 'calculation'

export interface ValueRow {
  readonly way: Way
  readonly read: (all: Belongings, pieces_from: number) => number
}

const ofItems = (read: ValueRow['read']): ValueRow => ({ way: 'character', read })
const countAll = (holds: (item: WorldItem) => boolean): ValueRow =>
  ofItems(({ worn, jewels }) => [...worn, ...jewels].filter(({ item }) => holds(item)).length)
/** The calculator writes three decimals. */
const asWritten = (value: number | undefined) => Math.round((value ?? 0) * 1000) / 1000
const round = (value: number) => Math.max(0, Math.round(value))
const figure = (name: string, factor = 1): ValueRow => ({
  way: 'calculation',
  read: ({ figures }) => round(asWritten(figures()[name]) * factor),
})
const lowest = (...names: string[]): ValueRow => ({
  way: 'calculation',
  read: ({ figures }) => round(Math.min(...names.map((name) => asWritten(figures()[name])))),
})

/** One row per number that can fall, written from docs/scoring.md. */
export const valueRows = {
  EXPERIENCE: ofItems(({ experience }) => experience),
  LIFE: figure('Life'),
  MANA: figure('Mana'),
  ENERGY_SHIELD: figure('EnergyShield'),
  ARMOUR: figure('Armour'),
  EVASION: figure('Evasion'),
  ATTACK_BLOCK: figure('EffectiveBlockChance'),
  SPELL_BLOCK: figure('EffectiveSpellBlockChance'),
  LOWEST_RESISTANCE: lowest('FireResist', 'ColdResist', 'LightningResist'),
  PHYSICAL_MAX_HIT: figure('PhysicalMaximumHitTaken'),
  ELEMENTAL_MAX_HIT: lowest('FireMaximumHitTaken', 'ColdMaximumHitTaken', 'LightningMaximumHitTaken'),
  EHP: figure('TotalEHP'),
  DPS: figure('damage'),
  MOVEMENT_SPEED: figure('EffectiveMovementSpeedMod', 100),
  FLASK_QUALITY: ofItems(({ worn }) => sumQuality(worn.filter(isFlask))),
  WEAPON_QUALITY: ofItems(({ worn }) => sumQuality(worn.filter(isWeapon))),
  ARMOUR_QUALITY: ofItems(({ worn }) => sumQuality(worn.filter(isArmour))),
  INFLUENCED_WORN: countAll((item) => (item.influences ?? []).length > 0 || has(item, 'searing', 'tangled')),
  CORRUPTED_WORN: countAll((item) => has(item, 'corrupted')),
  FOULBORN_WORN: countAll((item) => has(item, 'mutated')),
  ENCHANTED_WORN: ofItems(({ worn }) => worn.filter(({ item }) => (item.enchant_mods ?? []).length > 0).length),
  UNIQUES_WORN: countAll(({ frame }) => frame === 'Unique' || frame === 'SupporterFoil'),
  JEWELS_WITH_IMPLICITS: ofItems(({ jewels }) => jewels.filter(({ item }) => (item.implicit_mods ?? []).length > 0).length),
  SOCKETED_GEMS: ofItems(({ gems, has_sockets }) => (has_sockets ? gems.length : 0)),
  GEMS_OF_LEVEL: ofItems(({ gems }, least) => gems.filter((gem) => numberIn(gem, 'Level') >= least).length),
  FLASKS_OF_ITEM_LEVEL: ofItems(({ worn }, least) => worn.filter((one) => isFlask(one) && one.item.ilvl >= least).length),
} as const satisfies Readonly<Record<string, ValueRow>>
