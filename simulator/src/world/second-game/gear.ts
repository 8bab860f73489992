/** Use of found items in the second game: wear, socket or carry them. */
import type { SlottedItem, WorldItem } from '../../items/item.ts'
import { countFreeRuneSockets, putRune } from '../../items/second-game/sockets.ts'
import type { Draws } from '../../prng.ts'
import { getSecondGameBase, type KindName } from './catalogue.ts'
import { listGrantedSkills, MAX_SKILLS } from './character.ts'
import type { SecondGameCharacter } from './model.ts'

interface Place {
  slot: string
  x: number
}

const at = (slot: string, ...places: readonly number[]): Place[] => (places.length > 0 ? places : [0]).map((x) => ({ slot, x }))

/** Slots for each kind of item. */
const placesOfKind: Readonly<Record<KindName, readonly Place[]>> = {
  Helmet: at('Helm'),
  BodyArmour: at('BodyArmour'),
  Gloves: at('Gloves'),
  Boots: at('Boots'),
  Belt: at('Belt'),
  Amulet: at('Amulet'),
  Ring: [...at('Ring'), ...at('Ring2')],
  Shield: at('Offhand'),
  Buckler: at('Offhand'),
  Focus: at('Offhand'),
  Quiver: at('Offhand'),
  // the second weapon set is worn as well
  Quarterstaff: [...at('Weapon'), ...at('Weapon2')],
  Crossbow: [...at('Weapon'), ...at('Weapon2')],
  Bow: [...at('Weapon'), ...at('Weapon2')],
  Wand: [...at('Weapon'), ...at('Weapon2')],
  Sceptre: [...at('Weapon'), ...at('Weapon2')],
  Spear: [...at('Weapon'), ...at('Weapon2')],
  Mace: [...at('Weapon'), ...at('Weapon2')],
  Jewel: at('PassiveJewels', 0, 1, 2, 3),
  LifeFlask: at('Flask', 0),
  ManaFlask: at('Flask', 1),
  Charm: at('Flask', 2, 3, 4),
}

const isAt = (place: Place) => (worn: SlottedItem) => worn.slot === place.slot && worn.x === place.x
const without = (list: readonly SlottedItem[], place: Place) => list.filter((worn) => !isAt(place)(worn))

/** The slot for this item: a free one, or else the slot of the worst item. Null if it cannot be worn. */
const choosePlace = (character: SecondGameCharacter, item: WorldItem): Place | null => {
  if (item.family === 'skill_gem') {
    const taken = character.skills.filter(({ slot }) => slot === 'SkillSlots').map(({ x }) => x)
    const free = Array.from({ length: MAX_SKILLS }, (_, x) => x).find((x) => !taken.includes(x))
    return free === undefined ? null : { slot: 'SkillSlots', x: free }
  }
  const piece = item.second_game && !['rune', 'soul_core', 'support_gem', 'waystone'].includes(item.family)
  if (!piece || item.frame === 'Gem') return null
  const places = placesOfKind[getSecondGameBase(item.base_type).kind]
  const worn = [...character.equipment, ...character.jewels]
  const valueAt = (place: Place) => worn.find(isAt(place))?.item.ilvl ?? -1
  return [...places].sort((a, b) => valueAt(a) - valueAt(b))[0] ?? null
}

/**
 * Puts on an item, which replaces the item in its slot. A given slot is not checked.
 * @returns the item in its slot, or null if there is no slot for it
 */
export const putOn = (
  character: SecondGameCharacter,
  item: WorldItem,
  draws: Draws,
  wanted?: Partial<Place>,
): SlottedItem | null => {
  const usual = choosePlace(character, item)
  const place = wanted?.slot === undefined ? usual : { slot: wanted.slot, x: wanted.x ?? 0 }
  if (!place) return null
  const worn = { item, ...place }
  if (item.frame === 'Gem') character.skills = [...without(character.skills, place), worn]
  else if (place.slot === 'PassiveJewels') character.jewels = [...without(character.jewels, place), worn]
  else {
    character.equipment = [...without(character.equipment, place), worn]
    if (place.slot === 'Weapon') {
      const gems = character.skills.filter((skill) => !skill.item.second_game?.is_granted)
      character.skills = [...gems, ...listGrantedSkills(draws, character.equipment)]
    }
  }
  return worn
}

/**
 * Takes off the item with this id.
 * @returns the item, or null
 */
export const takeOff = (character: SecondGameCharacter, item_id: string): WorldItem | null => {
  const found = [...character.equipment, ...character.jewels, ...character.skills].find(({ item }) => item.id === item_id)
  if (!found) return null
  const rest = (list: readonly SlottedItem[]) => list.filter((worn) => worn !== found)
  character.equipment = rest(character.equipment)
  character.jewels = rest(character.jewels)
  character.skills = rest(character.skills)
  return found.item
}

/** Puts a rune into a worn item with a free socket. */
export const socketRune = (character: SecondGameCharacter, rune: WorldItem, draws: Draws): WorldItem | null => {
  const open = character.equipment.filter(({ item }) => countFreeRuneSockets(item) > 0)
  if (open.length === 0) return null
  const chosen = draws.pick(open)
  const item = putRune(chosen.item, rune)
  character.equipment = character.equipment.map((worn) => (worn === chosen ? { ...worn, item } : worn))
  return item
}

/** Adds a support to a skill with room, unless the skill already has the same support. */
const socketSupport = (character: SecondGameCharacter, support: WorldItem, draws: Draws): WorldItem | null => {
  const open = character.skills.filter(
    ({ item }) =>
      !item.second_game?.is_granted &&
      (item.socketed ?? []).length < (item.second_game?.gem_sockets ?? 0) &&
      !(item.socketed ?? []).some(({ base_type }) => base_type === support.base_type),
  )
  if (open.length === 0) return null
  const chosen = draws.pick(open)
  const item = { ...chosen.item, socketed: [...(chosen.item.socketed ?? []), support] }
  character.skills = character.skills.map((skill) => (skill === chosen ? { ...skill, item } : skill))
  return item
}

const BAG_CELLS = 60

/** Puts an item into the bag; when the bag is full, the oldest item is sold. */
export const keep = (character: SecondGameCharacter, item: WorldItem): void => {
  const kept = [...character.carried.map((one) => one.item), item].slice(-BAG_CELLS)
  character.carried = kept.map((one, place) => ({ item: one, slot: 'MainInventory', x: place }))
}
/** How a found item was used; `what` is the action for the journal. */
export interface Used {
  what: 'wear' | 'socket' | 'carry'
  item: WorldItem
}

const isWorthIt = (character: SecondGameCharacter, item: WorldItem, draws: Draws): boolean => {
  const place = choosePlace(character, item)
  if (!place) return false
  const present = [...character.equipment, ...character.jewels].find(isAt(place))?.item
  if (!present) return true
  if (item.frame === 'Unique') return draws.chance(0.8)
  // a worn unique is rarely replaced
  const patience = present.frame === 'Unique' ? 0.15 : 0.6
  return item.frame !== 'Normal' && item.ilvl > present.ilvl && draws.chance(patience)
}

export const useFind = (character: SecondGameCharacter, item: WorldItem, draws: Draws): Used => {
  const socketed =
    item.family === 'rune' || item.family === 'soul_core'
      ? draws.chance(0.7) && socketRune(character, item, draws)
      : item.family === 'support_gem' && socketSupport(character, item, draws)
  if (socketed) return { what: 'socket', item: socketed }
  if (isWorthIt(character, item, draws) && putOn(character, item, draws)) return { what: 'wear', item }
  keep(character, item)
  return { what: 'carry', item }
}

/** Levels skill gems together with the character. */
export const growSkills = (character: SecondGameCharacter): void => {
  const level = Math.max(1, Math.min(20, Math.floor(character.level / 4.5)))
  const grow = (item: WorldItem): WorldItem => ({
    ...item,
    properties: item.properties?.map((property) =>
      property.name === 'Level' ? { ...property, values: [[level >= 20 ? `${level} (Max)` : String(level), 0]] } : property,
    ),
  })
  character.skills = character.skills.map((skill) =>
    skill.item.second_game?.is_granted ? skill : { ...skill, item: grow(skill.item) },
  )
}
