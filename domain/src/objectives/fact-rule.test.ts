import type { GameVersion } from '@muster/contract/events'
import type { NumberField } from '@muster/contract/objectives'
import { describe, expect, test } from 'vitest'
import { aCategory, anObjective, nameIs } from '../scoring/testing/builders.ts'
import type { ConditionDefinition, ObjectiveDefinition } from './definition.ts'
import { type FactRule, isSameFactRule, mustRematch, readFactRule } from './fact-rule.ts'

const ring = nameIs('Ring')
const ilvl: ConditionDefinition = { field: 'ILVL', operator: 'GT', value: '80' }
const axe = nameIs('Axe')
const alternatives = (any_of: number, ...conditions: readonly ConditionDefinition[]) =>
  conditions.map((condition) => ({ ...condition, any_of }))
const read = (more: Partial<ObjectiveDefinition>, start_at: number | null = null) =>
  readFactRule(anObjective({ id: 1, conditions: [ring], ...more }), { start_at })
const rule = (more: Partial<ObjectiveDefinition> = {}): FactRule | null => read(more)

describe('the rule of an objective', () => {
  test('reads items by conditions, players and teams by a number, and nothing for other kinds', () => {
    expect(read({})).toEqual({ reads: 'items', conditions: [ring], from: null, to: null })
    expect(read({ objective_type: 'PLAYER', number_field: 'DELVE_DEPTH', valid_to: 9 })).toEqual({
      reads: 'player',
      number_field: 'DELVE_DEPTH',
      from: null,
      to: 9,
    })
    expect(read({ objective_type: 'TEAM', number_field: 'PANTHEON' })).toMatchObject({ reads: 'team' })
    expect(read({ conditions: [] })).toBeNull()
    expect(read({ objective_type: 'SUBMISSION' })).toBeNull()
    expect(readFactRule(aCategory({ id: 1 }), { start_at: null })).toBeNull()
  })

  test("reads characters' items if a condition asks for the wearer, or if the game shows no tabs", () => {
    const worn: ConditionDefinition = { field: 'WORN_BY', operator: 'EQ', value: 'Juggernaut' }
    expect(read({ conditions: [ring, worn] })).toMatchObject({ reads: 'character_items', conditions: [ring, worn] })
    expect(read({ conditions: alternatives(1, ring, worn) })).toMatchObject({ reads: 'character_items' })
    const inGame = (game_version?: GameVersion) =>
      readFactRule(anObjective({ id: 1, conditions: [ring] }), { start_at: null, ...(game_version && { game_version }) })
    expect(inGame('poe2')).toMatchObject({ reads: 'character_items' })
    expect(inGame('poe1')).toEqual(inGame())
    expect(mustRematch(inGame('poe1'), inGame('poe2'))).toBe(true)
    expect(isSameFactRule(inGame('poe1'), inGame('poe2'))).toBe(false)
  })

  test('for personal points has the rules of the event, if it defines any', () => {
    const personal_objectives = { cap: 1, steps: [], figures_cap: 0, figures: [] }
    const readOne = (number_field: NumberField, own = true) =>
      readFactRule(anObjective({ id: 1, objective_type: 'TEAM', number_field }), {
        start_at: null,
        ...(own && { personal_objectives }),
      })
    expect(readOne('PLAYER_SCORE')).toMatchObject({ personal_objectives })
    expect(readOne('PLAYER_SCORE', false)).not.toHaveProperty('personal_objectives')
    expect(mustRematch(readOne('PLAYER_SCORE', false), readOne('PLAYER_SCORE'))).toBe(true)
    expect(isSameFactRule(readOne('PLAYER_SCORE'), readOne('PLAYER_SCORE'))).toBe(true)
    expect(readOne('PLAYER_LEVEL')).toEqual(readOne('PLAYER_LEVEL', false))
  })

  test('opens with the window, but not before the event', () => {
    expect(read({ valid_from: 5 }, 3)).toMatchObject({ from: 5 })
    expect(read({ valid_from: 5 }, 7)).toMatchObject({ from: 7 })
    expect(read({}, 7)).toMatchObject({ from: 7 })
  })

  test('for a difference also reads values from before the window and the event', () => {
    expect(read({ aggregation: 'DIFFERENCE_BETWEEN', valid_from: 5, valid_to: 9 }, 3)).toMatchObject({ from: null, to: 9 })
  })
})

const edits: { edit: string; made: FactRule | null; wanted: FactRule | null; must: boolean; same: boolean }[] = [
  { edit: 'nothing', made: rule(), wanted: rule(), must: false, same: true },
  {
    edit: 'conditions in another order',
    made: rule({ conditions: [ring, ilvl] }),
    wanted: rule({ conditions: [ilvl, ring] }),
    must: false,
    same: true,
  },
  { edit: 'another condition', made: rule(), wanted: rule({ conditions: [ilvl] }), must: true, same: false },
  { edit: 'a condition twice', made: rule(), wanted: rule({ conditions: [ring, ring] }), must: true, same: false },
  {
    edit: 'two conditions turned into alternatives',
    made: rule({ conditions: [ring, ilvl] }),
    wanted: rule({ conditions: alternatives(1, ring, ilvl) }),
    must: true,
    same: false,
  },
  {
    edit: 'other numbers and order for the same alternatives',
    made: rule({ conditions: alternatives(1, ring, ilvl) }),
    wanted: rule({ conditions: alternatives(7, ilvl, ring) }),
    must: false,
    same: true,
  },
  {
    edit: 'a number for a single condition',
    made: rule(),
    wanted: rule({ conditions: alternatives(1, ring) }),
    must: false,
    same: true,
  },
  {
    edit: 'alternatives in other groups',
    made: rule({ conditions: [...alternatives(1, ring, ilvl), ...alternatives(2, axe)] }),
    wanted: rule({ conditions: [...alternatives(1, ring), ...alternatives(2, ilvl, axe)] }),
    must: true,
    same: false,
  },
  {
    edit: 'another count of a group',
    made: rule({ conditions: alternatives(1, ring, ilvl, axe) }),
    wanted: rule({ conditions: alternatives(1, ring, { ...ilvl, at_least: 2 }, axe) }),
    must: true,
    same: false,
  },
  {
    edit: 'another amount of a piece',
    made: rule(),
    wanted: rule({ conditions: [{ ...ring, counts_as: 40 }] }),
    must: true,
    same: false,
  },
  { edit: 'a later opening', made: rule({ valid_from: 3 }), wanted: rule({ valid_from: 5 }), must: true, same: false },
  { edit: 'an earlier opening', made: rule({ valid_from: 3 }), wanted: rule(), must: true, same: false },
  { edit: 'a later end', made: rule({ valid_to: 3 }), wanted: rule({ valid_to: 5 }), must: true, same: false },
  { edit: 'no end instead of an end', made: rule({ valid_to: 3 }), wanted: rule(), must: true, same: false },
  { edit: 'an earlier end', made: rule({ valid_to: 5 }), wanted: rule({ valid_to: 3 }), must: false, same: false },
  { edit: 'an end instead of no end', made: rule(), wanted: rule({ valid_to: 3 }), must: false, same: false },
  { edit: 'a new objective', made: null, wanted: rule(), must: true, same: false },
  { edit: 'conditions taken away', made: rule(), wanted: null, must: true, same: false },
  { edit: 'still nothing', made: null, wanted: null, must: false, same: true },
  { edit: 'another type', made: rule(), wanted: rule({ objective_type: 'PLAYER' }), must: true, same: false },
  {
    edit: 'another number',
    made: rule({ objective_type: 'PLAYER', number_field: 'PLAYER_LEVEL' }),
    wanted: rule({ objective_type: 'PLAYER', number_field: 'PANTHEON' }),
    must: true,
    same: false,
  },
  {
    edit: 'a number of the team instead of the player',
    made: rule({ objective_type: 'PLAYER', number_field: 'PLAYER_LEVEL' }),
    wanted: rule({ objective_type: 'TEAM', number_field: 'PLAYER_LEVEL' }),
    must: true,
    same: false,
  },
]

test.each(edits)('$edit: re-evaluation needed: $must', ({ made, wanted, must, same }) => {
  expect(mustRematch(made, wanted)).toBe(must)
  expect(isSameFactRule(made, wanted)).toBe(same)
})
