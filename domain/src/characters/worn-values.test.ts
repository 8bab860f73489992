import type { CharacterDetail, GameItem } from '@muster/contract/game-api'
import { expect, test } from 'vitest'
import { writeBuild } from '../builds/export.ts'
import { readBuildNumber, readReportedBuild } from '../submissions/build-report.ts'
import { readPlayerNumber } from './numbers.ts'
import type { PlayerState } from './player-state.ts'
import { readWornOfCharacter } from './worn-values.ts'

const art = (path: string) =>
  `https://web.poecdn.com/gen/image/${btoa(JSON.stringify([25, 14, { f: `2DItems/${path}`, w: 1, h: 3, scale: 1 }]))}/0/art.png`
const quality = (shown: string) => [{ name: 'Quality', values: [[shown, 1]], displayMode: 0, type: 6 }]
const item = (inventoryId: string, baseType: string, more: GameItem = {}): GameItem => ({
  id: `${inventoryId} ${baseType}`,
  inventoryId,
  name: 'Gale Bane',
  typeLine: baseType,
  baseType,
  rarity: 'Rare',
  frameType: 2,
  ilvl: 84,
  identified: true,
  x: 0,
  y: 0,
  explicitMods: [`+${baseType.length} to maximum Life`],
  ...more,
})
const gem = (typeLine: string, shown: string, more: GameItem = {}): GameItem => ({
  typeLine,
  baseType: typeLine,
  frameType: 4,
  properties: [{ name: 'Level', values: [[shown, 0]], displayMode: 0, type: 5 }],
  socket: 0,
  ...more,
})

// Forms as in the sample of the evidence: `20 (Max)`, `+27%`, an abyss jewel in a belt, a graft with its skill, `mutated`.
const sockets = [{ group: 0, attr: 'I', sColour: 'B' }]
const equipment = [
  item('Helm', 'Lich’s Circlet', {
    properties: quality('+20%'),
    name: 'Foulborn Gale Bane',
    rarity: 'Unique',
    frameType: 3,
    mutated: true,
  }),
  item('Gloves', 'Warlock Gloves', {
    properties: quality('+27%'),
    sockets,
    socketedItems: [gem('Reap', '20 (Max)'), gem('Empower Support', '4 (Max)', { support: true, socket: 1 })],
  }),
  item('Weapon', 'Profane Wand', { properties: quality('+20%'), icon: art('Weapons/OneHandWeapons/Wands/Wand1') }),
  item('Offhand', 'Titanium Spirit Shield', {
    properties: quality('+15%'),
    icon: art('Armours/Shields/ShieldInt'),
    influences: { shaper: true },
    sockets,
    socketedItems: [gem('Exsanguinate', '21 (Max)')],
  }),
  item('Belt', 'Stygian Vise', {
    sockets: [{ group: 0, attr: false, sColour: 'A' }],
    socketedItems: [item('', 'Searching Eye Jewel', { abyssJewel: true, socket: 0 })],
  }),
  item('Amulet', 'Focused Amulet', { properties: quality('+19%'), enchantMods: ['Allocates Spiritual Aid'], corrupted: true }),
  item('Flask', 'Ruby Flask', { properties: quality('+20%'), ilvl: 80, enchantMods: ['Used when Charges reach full'] }),
  item('Flask', 'Topaz Flask', { properties: quality('+10%'), ilvl: 85, x: 1 }),
]
const jewels = [
  item('PassiveJewels', 'Cobalt Jewel', { corrupted: true, implicitMods: ['Corrupted Blood cannot be inflicted on you'] }),
  item('PassiveJewels', 'Large Cluster Jewel', { enchantMods: ['Adds 8 Passive Skills'], x: 1 }),
]
const graft = item('BrequelGrafts', 'Hardening Uulgraft', {
  properties: quality('+12%'),
  socketedItems: [gem('Tender Embrace', '30', { frameType: 13 })],
})
const character: CharacterDetail = {
  id: 'c1',
  name: 'Sparkwitch',
  class: 'Occultist',
  level: 92,
  experience: 1,
  league: 'Muster',
  equipment,
  jewels,
  passives: { hashes: [26725, 36634] },
  metadata: { version: '3.29.3' },
}

test('the items of a character are counted as the game shows them', () => {
  const worn = readWornOfCharacter({ equipment: [...equipment, graft], jewels }, 'poe1')
  expect(worn).toEqual({
    flask_quality: 30,
    weapon_quality: 20,
    armour_quality: 62,
    influenced: 1,
    corrupted: 2,
    foulborn: 1,
    enchanted: 2,
    uniques: 1,
    jewels_with_implicits: 1,
    gem_levels: [20, 4, 21],
    flask_levels: [80, 85],
  })
})

test('a character without items has nothing, and a quiver is neither weapon nor armour', () => {
  const quiver = item('Offhand', 'Spike-Point Arrow Quiver', {
    properties: quality('+20%'),
    icon: art('Quivers/Quiver1'),
  })
  const worn = readWornOfCharacter({ equipment: [quiver] }, 'poe1')
  expect(worn).toMatchObject({ weapon_quality: 0, armour_quality: 0, uniques: 0, gem_levels: [] })
  expect(readWornOfCharacter({}, 'poe2')).toEqual({ ...worn, gem_levels: [], flask_levels: [] })
})

test('in the second game the levels of skills count, and the contents of item sockets do not', () => {
  const skills = [gem('Spark', '19', { socketedItems: [gem('Chain', '1', { support: true })] })]
  const rune = { typeLine: 'Glacial Rune', frameType: 5 }
  const worn = readWornOfCharacter({ equipment: [item('Helm', 'Tribal Mask', { socketedItems: [rune] })], skills }, 'poe2')
  expect(worn.gem_levels).toEqual([19])
})

test('the code of a build shows the same numbers of its items as the game', () => {
  const read = readReportedBuild(writeBuild(character).xml, 'poe1')
  if (!read.ok) throw new Error(read.reason)
  const state: PlayerState = {
    level: 92,
    experience: 1,
    ascendancy_points: 0,
    pantheon_major: null,
    pantheon_minor: null,
    delve_depth: 0,
    atlas_node_count: 0,
    figures: null,
    worn: readWornOfCharacter(character, 'poe1'),
  }
  const fields = [
    'FLASK_QUALITY',
    'WEAPON_QUALITY',
    'ARMOUR_QUALITY',
    'INFLUENCED_WORN',
    'CORRUPTED_WORN',
    'FOULBORN_WORN',
    'ENCHANTED_WORN',
    'UNIQUES_WORN',
    'JEWELS_WITH_IMPLICITS',
    'SOCKETED_GEMS',
    'GEMS_OF_LEVEL',
    'FLASKS_OF_ITEM_LEVEL',
  ] as const
  const goal = { objective_type: 'PLAYER', aggregation: 'MAXIMUM', required_number: 1, valid_from: null, valid_to: null } as const
  const ofCode = fields.map((number_field) => [
    number_field,
    readBuildNumber({ ...goal, number_field, pieces_from: 20 }, read.reported, 0, null)?.number,
  ])
  expect(ofCode).toEqual(
    fields.map((field) => [field, readPlayerNumber(field, state, { game_version: 'poe1', personal_objectives: null }, 20)]),
  )
})
