/** A character's gear, derived from its id and gear stage, so that nothing has to be stored. */
import { bases, getBase, type BaseKindName } from '../items/bases.ts'
import { makeEquipment } from '../items/equipment.ts'
import { makeGem } from '../items/gems.ts'
import { makeGraft } from '../items/mechanics.ts'
import type { SlottedItem, WorldItem } from '../items/item.ts'
import { createDraws, type Draws } from '../prng.ts'
import { activeGems, supportGems, uniques } from '../world/catalogue.ts'
import type { CharacterRecord } from '../world/model.ts'

const slots: readonly (readonly [slot: string, kind: BaseKindName])[] = [
  ['Helm', 'Helmet'],
  ['BodyArmour', 'BodyArmour'],
  ['Gloves', 'Gloves'],
  ['Boots', 'Boots'],
  ['Belt', 'Belt'],
  ['Amulet', 'Amulet'],
  ['Ring', 'Ring'],
  ['Ring2', 'Ring'],
]
const weapons: readonly BaseKindName[] = ['Sword', 'Claw', 'Wand', 'Sceptre', 'Bow', 'Staff']

const fillSockets = (draws: Draws, item: WorldItem, level: number): WorldItem => {
  if (!item.sockets) return item
  const gemLevel = Math.max(1, Math.min(20, Math.floor(level / 4)))
  const socketed = item.sockets.map((_, at) => {
    const support = at > 0
    return makeGem(draws, {
      name: draws.pick(support ? supportGems : activeGems),
      level: gemLevel,
      quality: level > 70 ? 20 : 0,
      support,
      max_level: 20,
    })
  })
  return { ...item, socketed }
}

/** Some pieces are corrupted, enchanted or, among uniques, foulborn. */
const adorn = (draws: Draws, item: WorldItem): WorldItem => {
  const [isCorrupted, isEnchanted, isMutated] = [0.15, 0.15, 0.3].map((chance) => draws.chance(chance))
  const flags = new Set(item.flags)
  if (isCorrupted) flags.add('corrupted')
  if (isMutated && item.frame === 'Unique') flags.add('mutated')
  return {
    ...item,
    flags: flags.size > 0 ? [...flags] : undefined,
    ...(isCorrupted && item.family === 'jewel' && { implicit_mods: [{ text: 'Corrupted Blood cannot be inflicted on you' }] }),
    enchant_mods: item.enchant_mods ?? (isEnchanted ? ['Used when Charges reach full'] : undefined),
  }
}

/** `stage` increases with the level; each stage has another set of gear. */
export const dressCharacter = (
  seed: number,
  record: CharacterRecord,
): { equipment: SlottedItem[]; jewels: SlottedItem[]; inventory: SlottedItem[] } => {
  const level = Math.max(1, record.gear_stage * 8)
  const draw = (slot: string) => createDraws(seed, `gear/${record.id}/${slot}/${record.gear_stage}`)
  const wear = (slot: string, kind: BaseKindName, x = 0): SlottedItem => {
    const draws = draw(`${slot}/${x}`)
    const open = bases.filter((base) => base.kind === kind && base.level <= Math.max(level, 4))
    const base = open.length > 0 ? draws.pick(open) : bases.find((candidate) => candidate.kind === kind)
    if (!base) throw new Error(`no base of kind ${kind}`)
    const known = uniques.filter((row) => getBase(row.base).kind === kind && row.from_level <= level && row.weight >= 1)
    const unique = known.length > 0 && draws.chance(0.25) ? draws.pick(known) : undefined
    const item = unique
      ? makeEquipment(draws, { base: unique.base, rarity: 'Unique', name: unique.name, ilvl: level })
      : makeEquipment(draws, {
          base: base.name,
          rarity: level < 12 || kind === 'Flask' ? 'Magic' : 'Rare',
          ilvl: level,
          traits: {
            links: slot === 'BodyArmour' && level >= 64 ? 6 : undefined,
            influences: level >= 80 && draws.chance(0.2) ? ['hunter'] : undefined,
            crafted: level > 60,
          },
        })
    return { item: adorn(draw(`${slot}/${x}/marks`), fillSockets(draws, item, level)), slot, x }
  }
  const weapon = draw('weapon-kind').pick(weapons)
  const isTwoHanded = weapon === 'Bow' || weapon === 'Staff'
  const equipment = [
    ...slots.map(([slot, kind]) => wear(slot, kind)),
    wear('Weapon', weapon),
    ...(isTwoHanded ? (weapon === 'Bow' ? [wear('Offhand', 'Quiver')] : []) : [wear('Offhand', 'Shield')]),
    ...[0, 1, 2, 3, 4].map((x) => wear('Flask', 'Flask', x)),
    ...grafts.flatMap(({ slot, from_level }) =>
      level >= from_level ? [{ item: makeGraft(draw(slot), level), slot, x: 0 }] : [],
    ),
  ]
  const jewels = Array.from({ length: Math.max(0, Math.min(4, record.gear_stage - 6)) }, (_, x) =>
    wear('PassiveJewels', 'Jewel', x),
  )
  const inventory = ['Ceremonial', 'Decayed', 'Grasping', 'Omniscient']
    .slice(0, record.voidstones)
    .map((name, x) => ({ item: makeVoidstone(draw(`voidstone/${x}`), name), slot: 'MainInventory', x }))
  const put_on = (list: readonly SlottedItem[], isMeant: (worn: SlottedItem) => boolean): SlottedItem[] => {
    const meant = record.put_on.filter(isMeant)
    return [...list.filter((worn) => !meant.some(({ slot, x }) => slot === worn.slot && x === worn.x)), ...meant]
  }
  return {
    equipment: put_on(equipment, ({ slot }) => slot !== 'PassiveJewels'),
    jewels: put_on(jewels, ({ slot }) => slot === 'PassiveJewels'),
    inventory,
  }
}

/** Slots of grafts since 3.27. */
const grafts = [
  { slot: 'BrequelGrafts', from_level: 80 },
  { slot: 'BrequelGrafts2', from_level: 88 },
] as const

const makeVoidstone = (draws: Draws, name: string): WorldItem => ({
  id: draws.hex(64),
  family: 'voidstone',
  name: '',
  type_line: `${name} Voidstone`,
  base_type: `${name} Voidstone`,
  frame: 'Normal',
  art: `Atlas/${name}Voidstone`,
  w: 1,
  h: 1,
  ilvl: 84,
  identified: true,
  description: 'Socket this into your Atlas to increase the Tier of all Maps.',
})
