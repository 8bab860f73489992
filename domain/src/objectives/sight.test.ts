import { objectiveTypes } from '@muster/contract/objectives'
import { numbersOf } from '../characters/number-rows.ts'
import { describe, expect, it } from 'vitest'
import { readFields } from '../items/copied/testing/read-fields.ts'
import { objectiveKinds } from './kinds.ts'
import { isSighting, listSightWays, readProofRule, type SightChoices, type SightedObjective, sightWays } from './sight.ts'

const event: SightChoices = {
  game_version: 'poe1',
  reports: 'reviewed',
  game_log: 'off',
  guild_log: 'names',
  reads_game: false,
  presets: [],
}
const reading: SightChoices = { ...event, reads_game: true }
const named = { field: 'NAME', operator: 'EQ', value: 'Goldrim' } as const
const aThing = (objective_type: keyof typeof objectiveKinds, more: Partial<SightedObjective> = {}): SightedObjective => ({
  objective_type,
  aggregation: 'EARLIEST',
  required_number: 1,
  scoring_preset_id: null,
  number_field: numbersOf[objective_type][0],
  conditions: objectiveKinds[objective_type].counts === 'items' ? [named] : [],
  ...more,
})
const item = (...conditions: SightedObjective['conditions']) => aThing('ITEM', { conditions })
const depth = aThing('PLAYER', { number_field: 'DELVE_DEPTH' })

describe('an objective is seen', () => {
  it('in the log only where the event follows it and the log shows the number', () => {
    const following: SightChoices = { ...event, game_log: 'followed' }
    const deaths = aThing('PLAYER', { number_field: 'DEATHS' })
    expect(listSightWays(deaths, event)).toEqual(['number'])
    expect(listSightWays(deaths, following)).toEqual(['log', 'number'])
    expect(listSightWays(deaths, { ...following, reads_game: true })).toEqual(['log', 'number'])
    expect(listSightWays(depth, following)).toEqual(['number'])
    expect(readProofRule('log', { report_proof: 'required' })).toBeNull()
  })

  it.each([
    ['ITEM', ['item_text'], ['tracked', 'item_text'], ['by_hand']],
    ['PLAYER', ['number'], ['tracked', 'number'], ['by_hand']],
    ['TEAM', ['by_hand'], ['tracked'], ['by_hand']],
    ['SUBMISSION', ['submission'], ['submission'], ['submission']],
    ['CATEGORY', ['parts'], ['parts'], ['parts']],
  ] as const)('%s: without the game %j, with it %j, without both game and reports %j', (type, without, withGame, refused) => {
    const thing = aThing(type)
    expect(listSightWays(thing, event)).toEqual(without)
    expect(listSightWays(thing, reading)).toEqual(withGame)
    expect(listSightWays(thing, { ...event, reports: 'refused' })).toEqual(refused)
    const tracked = withGame.filter((way) => way !== 'item_text' && way !== 'number')
    expect(listSightWays(thing, { ...reading, reports: 'refused' })).toEqual(tracked)
  })

  it('by hand if it asks for a property that no copied text shows, unless an alternative or its absence is enough', () => {
    const picture = { field: 'ICON_NAME', operator: 'EQ', value: 'Goldrim' } as const
    const unworn = { field: 'WORN_BY', operator: 'LENGTH_EQ', value: '0' } as const
    const ways = (thing: SightedObjective) => listSightWays(thing, event)
    expect(ways(item(named, picture))).toEqual(['by_hand'])
    expect(listSightWays(item(named, picture), reading)).toEqual(['tracked'])
    expect(ways(item({ ...named, any_of: 1 }, { ...picture, any_of: 1 }))).toEqual(['item_text'])
    const two = [named, picture, unworn].map((one) => ({ ...one, any_of: 1, at_least: 2 }))
    expect(ways(item(...two))).toEqual(['item_text'])
    expect(ways(item(...two.slice(0, 2)))).toEqual(['by_hand'])
    expect(ways(item(named, unworn))).toEqual(['item_text'])
  })

  it('in the code of a build if it asks who wears the item', () => {
    const worn = { field: 'WORN_BY', operator: 'EQ', value: 'Slayer' } as const
    const picture = { field: 'ICON_NAME', operator: 'EQ', value: 'Goldrim' } as const
    expect(listSightWays(item(named, worn), event)).toEqual(['build_code'])
    expect(listSightWays(item(named, worn), reading)).toEqual(['tracked', 'build_code'])
    expect(listSightWays(item(worn, picture), event)).toEqual(['by_hand'])
    expect(listSightWays(item(named, worn), { ...event, reports: 'refused' })).toEqual(['by_hand'])
  })

  it('not at all: without conditions, with an invalid condition, or by a number that the game does not have', () => {
    expect(listSightWays(item(), reading)).toEqual(['none'])
    expect(listSightWays(item({ ...named, operator: 'GT' }), reading)).toEqual(['none'])
    expect(listSightWays(depth, { ...reading, game_version: 'poe2' })).toEqual(['none'])
    expect(listSightWays(depth, reading)).toEqual(['tracked', 'number'])
  })

  it('by a deposit in a guild log where the event and the game have them, if it asks for one item by its name', () => {
    const logging: SightChoices = { ...event, guild_log: 'counts', reports: 'refused' }
    expect(listSightWays(item(named), logging)).toEqual(['guild_log'])
    expect(listSightWays(item(named), { ...logging, reports: 'reviewed' })).toEqual(['item_text', 'guild_log'])
    expect(listSightWays(item(named, named), logging)).toEqual(['by_hand'])
    expect(listSightWays(item(named), { ...logging, game_version: 'poe2' })).toEqual(['by_hand'])
    expect(listSightWays(aThing('ITEM', { aggregation: 'EARLIEST_FRESH_ITEM' }), logging)).toEqual(['by_hand'])
    expect(isSighting('guild_log')).toBe(true)
  })

  it('in no way while it is masked', () => {
    expect(listSightWays({ ...depth, objective_type: '', number_field: '' }, reading)).toEqual([])
    expect(isSighting(undefined)).toBe(false)
  })
})

it('every kind of objective counts in one of the listed ways', () => {
  const ways = objectiveTypes.flatMap((type) => listSightWays(aThing(type), reading))
  expect(new Set([...ways, 'build_code', 'log', 'guild_log', 'by_hand', 'none'])).toEqual(new Set(sightWays))
})

it('a proof belongs to reports and submissions', () => {
  const expected = [null, 'required', 'required', null, 'required', 'required', null, null, null, null]
  expect(sightWays.map((way) => readProofRule(way, { report_proof: 'required' }))).toEqual(expected)
})

it.each([
  ['ICON_NAME', 'LENGTH_GT', '0', '', 'by_hand'],
  ['WORN_BY', 'LENGTH_GT', '0', '', 'build_code'],
  ['INCUBATOR_KILLS', 'GT', '0', 0, 'by_hand'],
] as const)(
  '%s is empty on a copied text, and so no pasted item shows an objective that asks for it',
  (field, operator, value, empty, way) => {
    const text = `Item Class: Helmets
Rarity: Unique
Goldrim
Leather Cap
--------
Item Level: 12
--------
Incubating Diviner's Incubator
Level 70+ Monster Kills: 12,345/12,345`
    expect(readFields(text)[field]).toBe(empty)
    expect(listSightWays(item({ field, operator, value }), event)).toEqual([way])
  },
)
