/**
 * Items of the game's side mechanics: each kind has its own member or property. Names and property types come from the game's
 * API; kinds without a source follow the nearest known one.
 */
import type { Draws } from '../prng.ts'
import * as names from '../world/mechanics-catalogue.ts'
import { areaLevel } from './curios.ts'
import type { Frame, Property, WorldItem } from './item.ts'
import { drawRareName, rollMods } from './mods.ts'
import { artKeyOf } from './stackables.ts'

interface Keepsake {
  family: string
  base: string
  frame: Frame
  /** Folder of the picture below `2DItems`. */
  folder: string
}

const makeKeepsake = (draws: Draws, { family, base, frame, folder }: Keepsake, more: Partial<WorldItem> = {}): WorldItem => ({
  id: draws.hex(64),
  family,
  name: '',
  type_line: base,
  base_type: base,
  frame,
  art: `${folder}/${artKeyOf(base)}`,
  w: 1,
  h: 1,
  ilvl: 0,
  identified: true,
  ...more,
})

/** `count` different entries, in the order of the list. */
const drawSome = <T>(draws: Draws, all: readonly T[], count: number): T[] => {
  const left = all.map((_, at) => at)
  const taken = Array.from({ length: Math.min(count, all.length) }, () => left.splice(draws.int(left.length), 1)[0] ?? 0)
  return taken.toSorted((a, b) => a - b).flatMap((at) => all[at] ?? [])
}

/** Rooms are open or obstructed; the second number of a room says which. The last one has no tier. */
export const makeTemple = (draws: Draws, ilvl: number): WorldItem => {
  const tiered = drawSome(draws, names.templeRooms, 11).map((room) => {
    const isOpen = draws.chance(0.6)
    const tier = draws.between(1, 3)
    return [`${room[tier - 1]} (Tier ${tier})`, isOpen ? 0 : 1] as const
  })
  const rooms = [...tiered, ['Apex of Atzoatl', 0] as const].map(
    ([text, way]): Property => ({ name: '{0}', values: [[text, way]], displayMode: 3, type: 49 }),
  )
  return makeKeepsake(
    draws,
    { family: 'temple', base: 'Chronicle of Atzoatl', frame: 'Normal', folder: 'Maps' },
    { ilvl, properties: [areaLevel(Math.min(83, ilvl))], additional_properties: rooms },
  )
}

export const makeVessel = (draws: Draws): WorldItem => {
  const monsters = drawSome(draws, names.vesselBosses, draws.between(2, 5))
  return makeKeepsake(
    draws,
    { family: 'ritual_vessel', base: 'Blood-filled Vessel', frame: 'Currency', folder: 'Currency/Ritual' },
    {
      properties: [
        { name: 'From', values: [[draws.pick(names.vesselMaps), 0]], displayMode: 0 },
        { name: 'Monsters:\n{0}', values: [[monsters.join('\n'), 0]], displayMode: 3 },
      ],
      description: 'Can be used in the Map Device to bring its monsters to a ritual.',
    },
  )
}

export const makeTome = (draws: Draws, ilvl: number): WorldItem => {
  const listOf = (name: string, all: readonly string[], most: number): Property[] => {
    const entries = drawSome(draws, all, draws.between(0, most))
    return entries.length === 0 ? [] : [{ name, values: entries.map((text) => [text, 0]), displayMode: 0 }]
  }
  return makeKeepsake(
    draws,
    { family: 'sanctum_tome', base: 'Forbidden Tome', frame: 'Normal', folder: 'Currency/Sanctum' },
    {
      ilvl,
      properties: [
        areaLevel(Math.min(83, ilvl)),
        { name: 'Resolve', values: [[`${draws.between(80, 300)}/300`, 0]], displayMode: 0 },
        { name: 'Inspiration', values: [[String(draws.between(0, 200)), 0]], displayMode: 0 },
        ...listOf('Minor Afflictions', names.minorAfflictions, 4),
        ...listOf('Major Afflictions', names.majorAfflictions, 2),
        ...listOf('Minor Boons', names.minorBoons, 3),
        ...listOf('Major Boons', names.majorBoons, 1),
      ],
    },
  )
}

export const makeUltimatum = (draws: Draws, ilvl: number): WorldItem =>
  makeKeepsake(
    draws,
    { family: 'ultimatum', base: 'Inscribed Ultimatum', frame: 'Normal', folder: 'Maps' },
    {
      ilvl,
      properties: [
        { name: 'Challenge', values: [[draws.pick(names.ultimatumChallenges), 0]], displayMode: 0 },
        areaLevel(Math.min(83, ilvl)),
      ],
      extra: {
        ultimatumMods: drawSome(draws, names.ultimatumMods, 3).map((type) => ({ type, tier: draws.between(1, 4) })),
      },
    },
  )

/** Corpses and beasts are items in tabs; their base names them. */
export const makeCorpse = (draws: Draws, ilvl: number): WorldItem =>
  makeKeepsake(
    draws,
    { family: 'corpse', base: draws.pick(names.corpses), frame: 'Necropolis', folder: 'Currency/Necropolis' },
    {
      ilvl,
      properties: [{ name: 'Corpse Level', values: [[String(Math.min(85, ilvl)), 0]], displayMode: 0 }],
      explicit_mods: [{ text: '250% increased chance of Life Modifiers' }],
    },
  )

export const makeBeast = (draws: Draws, ilvl: number): WorldItem =>
  makeKeepsake(
    draws,
    { family: 'beast', base: draws.pick(names.beasts), frame: 'Rare', folder: 'Currency' },
    {
      name: drawRareName(draws),
      ilvl,
      properties: [
        { name: 'Genus', values: [[draws.pick(names.beastGenera), 0]], displayMode: 0 },
        { name: 'Group', values: [['The Wilds', 0]], displayMode: 0 },
      ],
      explicit_mods: rollMods(draws, 'map', 2).map((text) => ({ text })),
    },
  )

export const makeLens = (draws: Draws): WorldItem =>
  makeKeepsake(
    draws,
    { family: 'lens', base: "Facetor's Lens", frame: 'Currency', folder: 'Currency' },
    {
      stack: 1,
      max_stack: 10,
      properties: [
        { name: 'Stored Experience: {0}', values: [[String(draws.between(1, 9000) * 100_000), 0]], displayMode: 3, type: 31 },
      ],
    },
  )

/** Its skill is an item inside, which has no id. */
export const makeGraft = (draws: Draws, ilvl: number): WorldItem => {
  const { base, picture, implicit, skill } = draws.pick(names.grafts)
  const level = draws.between(1, 30)
  const inside: WorldItem = makeKeepsake(
    draws,
    { family: 'gem', base: skill, frame: 'BreachSkill', folder: 'Gems' },
    {
      id: '',
      properties: [{ name: 'Level', values: [[String(level), 0]], displayMode: 0, type: 5 }],
      description: 'This skill will be used by your Graft and cannot be used directly.',
    },
  )
  const blood: Property = {
    name: 'Graftblood: {0}/{1}',
    values: [
      ['0', 0],
      [String(125 * ilvl), 0],
    ],
    displayMode: 3,
  }
  return makeKeepsake(
    draws,
    { family: 'graft', base, frame: 'Rare', folder: 'Currency/BreachLeague' },
    {
      name: drawRareName(draws),
      art: `Currency/BreachLeague/${picture}`,
      ilvl,
      h: 2,
      sockets: [],
      socketed: [inside],
      properties: [{ name: 'Quality', values: [[`+${Math.min(level, 20)}%`, 1]], displayMode: 0, type: 6 }, blood],
      implicit_mods: [{ text: implicit }, { text: `Uses level ${level} ${skill}` }],
      explicit_mods: rollMods(draws, 'jewel', 3).map((text) => ({ text })),
      description: 'Graft items can only be modified by Implant currencies.',
    },
  )
}

export const makeWarrant = (draws: Draws, ilvl: number): WorldItem =>
  makeKeepsake(
    draws,
    { family: 'warrant', base: 'Mercenary Warrant', frame: 'Normal', folder: 'Currency' },
    {
      name: drawRareName(draws),
      ilvl,
      extra: {
        mercenarySkills: drawSome(draws, names.mercenarySkills, 2).map((name) => ({
          hash: draws.between(1, 60_000),
          icon: `https://web.poecdn.com/image/Art/2DArt/SkillIcons/${artKeyOf(name)}.png`,
          name,
          supports: [{ hash: draws.between(1, 60_000), name: draws.pick(names.mercenarySupports), tier: draws.between(1, 3) }],
        })),
      },
    },
  )

/** A memory of an atlas master, run like a map. */
export const makeMemory = (draws: Draws): WorldItem =>
  makeKeepsake(
    draws,
    { family: 'memory', base: draws.pick(names.memories), frame: 'Normal', folder: 'Maps/AtlasMemories' },
    {
      ilvl: 83,
      properties: [{ name: 'Memories', values: [[String(draws.between(3, 5)), 0]], displayMode: 0 }],
      explicit_mods: rollMods(draws, 'map', 2).map((text) => ({ text })),
      extra: { memoryItem: true },
    },
  )

export const makeOrgan = (draws: Draws, ilvl: number): WorldItem =>
  makeKeepsake(
    draws,
    { family: 'organ', base: draws.pick(names.organs), frame: 'Normal', folder: 'Currency/Metamorphosis' },
    { ilvl, properties: [{ name: 'Uses', values: [[draws.pick(names.vesselBosses), 0]], displayMode: 0 }] },
  )

export const makeRogueGear = (draws: Draws, ilvl: number): WorldItem => {
  const { base, job, job_type } = draws.pick(names.rogueGear)
  return makeKeepsake(
    draws,
    { family: 'rogue_gear', base, frame: 'Rare', folder: 'Items/Heist' },
    {
      name: drawRareName(draws),
      ilvl,
      properties: [
        {
          name: 'Requires {1} (Level {0})',
          values: [
            [String(draws.between(2, 5)), 0],
            [job, 0],
          ],
          displayMode: 3,
          type: job_type,
        },
      ],
      explicit_mods: rollMods(draws, 'jewel', 2).map((text) => ({ text })),
    },
  )
}

/** Charms and tinctures: worn like flasks, recognised by their names. */
export const makeWildwood = (draws: Draws, ilvl: number): WorldItem =>
  makeKeepsake(
    draws,
    { family: 'wildwood', base: draws.pick(names.wildwoodBases), frame: 'Magic', folder: 'Flasks' },
    { ilvl, h: 2, explicit_mods: rollMods(draws, 'jewel', 1).map((text) => ({ text })) },
  )
