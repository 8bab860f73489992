import type { CharacterDetail } from '@muster/contract/game-api'
import { describe, expect, test } from 'vitest'
import { readCalculatedFigures, readFigures, readStats } from './calculated-figures.ts'
import { downgradeItem, reduceCharacter, writeCalculatorRequest } from './calculator-request.ts'

const aCharacter = (more: Record<string, unknown> = {}) =>
  ({ id: 'a', name: 'Spark', class: 'Witch', level: 12, experience: 5, league: 'A league (PL1)', ...more }) as CharacterDetail

describe('a character for a service that expects the older format', () => {
  test('mods become texts, each in its old list', () => {
    const item = downgradeItem({
      name: null,
      typeLine: 'Robe',
      frameTypeId: 'Rare',
      implicitMods: [{ description: 'an implicit' }],
      explicitMods: [
        { description: 'a plain one', flags: [] },
        { description: 'a crafted one', flags: { crafted: true } },
        { description: 'a fractured one', flags: ['fractured'] },
      ],
      mutatedMods: ['a mutated one'],
      icon: 'https://example.invalid/a.png',
    })
    expect(item).toMatchObject({
      name: '',
      frameType: 2,
      properties: [],
      implicitMods: ['an implicit'],
      explicitMods: ['a plain one', 'a mutated one'],
      craftedMods: ['a crafted one'],
      fracturedMods: ['a fractured one'],
    })
    expect(item).not.toHaveProperty('icon')
    expect(item).not.toHaveProperty('mutatedMods')
  })

  test('empty defaults are sent for properties that an early character lacks', () => {
    const { passives, league } = writeCalculatorRequest(aCharacter({ league: undefined, passives: { hashes_ex: [65_536] } }))
    expect(league).toBe('Standard')
    expect(passives).toMatchObject({ pantheon_major: 'None', pantheon_minor: 'None', hashes_ex: [65_536, 65_536] })
  })

  test('a bloodline is sent if there is one', () => {
    const asked = (passives: object) => writeCalculatorRequest(aCharacter({ passives }))['passives']
    expect(asked({ alternate_ascendancy: 'Catarina' })).toMatchObject({ alternate_ascendancy: 'Catarina' })
    expect(asked({})).not.toHaveProperty('alternate_ascendancy')
  })

  test('a reduced character has no tattoos, no timeless jewels and no bloodline', () => {
    const character = aCharacter({
      jewels: [{ typeLine: 'Timeless Jewel' }, { typeLine: 'Cobalt Jewel' }],
      passives: { skill_overrides: { 1: { name: 'Tattoo' } }, alternate_ascendancy: 'Catarina' },
    })
    expect(writeCalculatorRequest(character)['jewels']).toHaveLength(2)
    const reduced = writeCalculatorRequest(reduceCharacter(character))
    expect(reduced['jewels']).toMatchObject([{ typeLine: 'Cobalt Jewel' }])
    expect(reduced['passives']).toMatchObject({ skill_overrides: {} })
    expect(reduced['passives']).not.toHaveProperty('alternate_ascendancy')
  })
})

describe('the figures of a calculated build', () => {
  const figuresOf = (text: string) => readFigures(readStats(text))
  const xml = (stats: Record<string, string>, minion: Record<string, string> = {}) =>
    [
      ...Object.entries(stats).map(([stat, value]) => `<PlayerStat stat="${stat}" value="${value}"/>`),
      ...Object.entries(minion).map(([stat, value]) => `<MinionStat value="${value}" stat="${stat}"/>`),
    ].join('\n')

  test('damage is the highest figure, including minions', () => {
    expect(figuresOf(xml({ Life: '100', TotalDPS: '10.4' }, { CombinedDPS: '3234.2' }))).toEqual({ hp: 100, dps: 3234 })
  })

  test('a missing figure is unknown, not 0', () => {
    expect(figuresOf(xml({ Life: '100', FireMaximumHitTaken: '5' }))).toEqual({ hp: 100 })
  })

  test("speed is rounded to percent, infinite numbers are capped at the column's maximum, other texts are left out", () => {
    const stats = {
      Life: '1',
      EffectiveMovementSpeedMod: '1.149999',
      PhysicalMaximumHitTaken: 'inf',
      Mana: 'nan',
      FireMaximumHitTaken: '30',
      ColdMaximumHitTaken: '20.6',
      LightningMaximumHitTaken: 'inf',
    }
    expect(figuresOf(xml(stats))).toEqual({ hp: 1, movement_speed: 115, phys_max_hit: 2 ** 31 - 1, ele_max_hit: 21 })
  })

  test('objectives also count blocks, and the lowest of the three resistances to elements', () => {
    const stats = { Life: '1', EffectiveBlockChance: '62.4', FireResist: '75', ColdResist: '-12', LightningResist: '76' }
    const read = (more: Record<string, string>) => readCalculatedFigures(readStats(xml({ ...stats, ...more })))
    expect(read({ EffectiveSpellBlockChance: '30' })).toEqual({ hp: 1, attack_block: 62, spell_block: 30, lowest_resistance: 0 })
    expect(read({ ColdResist: '76' })).toEqual({ hp: 1, attack_block: 62, lowest_resistance: 75 })
    expect(read({ ColdResist: 'nan' })).toEqual({ hp: 1, attack_block: 62 })
  })

  test('a build without life is not calculated', () => {
    expect(figuresOf(xml({ TotalDPS: '10' }))).toBeNull()
    expect(figuresOf('')).toBeNull()
  })
})

test('a character of the second game keeps its skills and weapon sets, in texts without markup', () => {
  const character = aCharacter({
    realm: 'poe2',
    skills: [{ typeLine: 'Spark', frameTypeId: 'Gem', socketedItems: [{ typeLine: 'Chain', support: true }] }],
    equipment: [{ typeLine: 'Ring', explicitMods: [{ description: '+30% to [Resistances|Fire Resistance]' }] }],
    passives: { specialisations: { set1: [1] }, quest_stats: ['+30 to [Spirit]'] },
  })
  expect(writeCalculatorRequest(character)).toMatchObject({
    realm: 'poe2',
    skills: [{ frameType: 4, socketedItems: [{ typeLine: 'Chain' }] }],
    equipment: [{ explicitMods: ['+30% to Fire Resistance'] }],
    passives: { specialisations: { set1: [1] }, quest_stats: ['+30 to Spirit'] },
  })
  expect(writeCalculatorRequest(aCharacter())).not.toHaveProperty('skills')
})
