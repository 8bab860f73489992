import { describe, expect, test } from 'vitest'
import type { EventDefinition, ObjectiveDefinition, PresetDefinition } from '../objectives/definition.ts'
import { createDepositIndex, readDeposits, type GuildLogEntry } from './attribution.ts'
import { rebuild } from './testing/rebuild.ts'
import { aCategory, aFact, anEvent, anObjective, aPreset, nameIs } from './testing/builders.ts'

const vision = anObjective({ id: 2, parent_id: 1, conditions: [nameIs('Vision')], scoring_preset_id: 1 })
const aLine = (more: Partial<GuildLogEntry>): GuildLogEntry => ({
  id: '77',
  action: 'added',
  team_id: 1,
  user_id: 5,
  item_name: 'Vision',
  number: 1,
  timestamp: 40,
  ...more,
})
const asked = (objectives: ObjectiveDefinition[], line: Partial<GuildLogEntry>) =>
  readDeposits(createDepositIndex(objectives), [aLine(line)]).map(({ objective_id }) => objective_id)

test('a deposit of a single item becomes a fact with player and time', () => {
  expect(readDeposits(createDepositIndex([vision]), [aLine({})])).toEqual([
    { kind: 'fact', objective_id: 2, team_id: 1, user_id: 5, source: 'deposit:77', number: 1, timestamp: 40 },
  ])
})

test('A1: the longest name within the text wins', () => {
  const sublime = anObjective({ id: 3, conditions: [nameIs('Sublime Vision')] })
  expect(asked([vision, sublime], { item_name: 'Sublime Vision Prismatic Jewel' })).toEqual([3])
  expect(asked([vision, sublime], { item_name: 'Clear Vision Ring' })).toEqual([2])
})

test('A2: names beyond ASCII match', () => {
  expect(asked([anObjective({ id: 3, conditions: [nameIs('Mjölner')] })], { item_name: 'Mjölner Gavel' })).toEqual([3])
})

test('A4: every objective for the name gets the deposit', () => {
  expect(asked([vision, anObjective({ id: 3, conditions: [nameIs('Vision')] })], {})).toEqual([2, 3])
})

test('only single added items count', () => {
  expect(asked([vision], { action: 'removed' })).toEqual([])
  expect(asked([vision], { action: 'modified' })).toEqual([])
  expect(asked([vision], { number: 5 })).toEqual([])
})

test('objectives with further conditions, other fields or operators are ignored', () => {
  const more = [nameIs('Vision'), nameIs('Vision')]
  expect(asked([anObjective({ id: 3, conditions: more })], {})).toEqual([])
  expect(asked([anObjective({ id: 3, conditions: [{ field: 'ITEM_CLASS', operator: 'EQ', value: 'Vision' }] })], {})).toEqual([])
  expect(asked([anObjective({ id: 3, conditions: [{ field: 'NAME', operator: 'CONTAINS', value: 'Vision' }] })], {})).toEqual([])
  expect(asked([anObjective({ id: 3, conditions: [nameIs('')] })], {})).toEqual([])
})

const deposit = (sequence: number, timestamp: number, user_id: number) =>
  aFact({ sequence, timestamp, user_id, source: `deposit:${sequence}` })
const seen = aFact({ sequence: 1, timestamp: 50, source: 'stash:guild' })
const definition = (more: Partial<ObjectiveDefinition> = {}, preset: Partial<PresetDefinition> = {}) =>
  anEvent({
    start_at: 30,
    objectives: [aCategory({ id: 1 }), { ...vision, ...more }],
    presets: [aPreset({ id: 1, scoring_method: 'RANKED_TIME', points: [10, 5], ...preset })],
  })
const score = (
  facts: ReturnType<typeof aFact>[],
  more: Partial<ObjectiveDefinition> = {},
  preset: Partial<PresetDefinition> = {},
) => rebuild(definition(more, preset), facts, 100).scoreboard()

test("a deposit names the finder and time of its item's score", () => {
  expect(
    score([seen, deposit(2, 40, 5)])
      .get(2)
      ?.get(1),
  ).toMatchObject({ user_id: 5, timestamp: 40 })
})

test('A3: the earliest deposit counts; if simultaneous, the smaller user id', () => {
  expect(
    score([seen, deposit(2, 45, 5), deposit(3, 40, 7), deposit(4, 40, 6)])
      .get(2)
      ?.get(1),
  ).toMatchObject({ user_id: 6, timestamp: 40 })
})

test('A5: a deposit from before the event names no finder', () => {
  expect(
    score([seen, deposit(2, 29, 5)])
      .get(2)
      ?.get(1),
  ).toMatchObject({ user_id: null, timestamp: 50 })
})

test('a deposit later than the score names no finder', () => {
  expect(
    score([seen, deposit(2, 51, 5)])
      .get(2)
      ?.get(1)?.user_id,
  ).toBeNull()
})

test('a deposit alone creates no score', () => {
  expect(score([deposit(2, 40, 5)]).has(2)).toBe(false)
})

test('E9: teams are ranked after attribution', () => {
  const other = aFact({ sequence: 3, team_id: 2, timestamp: 45 })
  expect(
    score([seen, deposit(2, 40, 5), other])
      .get(2)
      ?.get(1)?.rank,
  ).toBe(1)
  expect(score([seen, other]).get(2)?.get(1)?.rank).toBe(2)
})

test.each<[string, Partial<ObjectiveDefinition>, Partial<PresetDefinition>]>([
  ['need several items', { required_number: 2 }, {}],
  ['pay by value', {}, { scoring_method: 'POINTS_FROM_VALUE' }],
  ['rank by value', {}, { scoring_method: 'RANKED_VALUE' }],
  ['rank by the lowest value', {}, { scoring_method: 'RANKED_REVERSE' }],
  ['do not depend on the first time', { aggregation: 'MAXIMUM' }, {}],
])('A7: objectives that %s are ignored', (_, more, preset) => {
  expect(
    score([{ ...seen, number: 2 }, deposit(2, 40, 5)], more, preset)
      .get(2)
      ?.get(1),
  ).toMatchObject({ user_id: null, timestamp: 50 })
})

describe('where the event says that deposits count', () => {
  type Facts = readonly ReturnType<typeof aFact>[]
  const counting = (...parts: Parameters<typeof definition>) => ({ ...definition(...parts), guild_log: 'counts' as const })
  const read = (facts: Facts, event = counting()) => {
    const engine = rebuild(event, facts, 100)
    const verdicts = engine.explain(2, 1, facts, 100).facts.map(({ fact, verdict }) => [fact.sequence, verdict])
    return { score: engine.scoreboard().get(2)?.get(1), verdicts: Object.fromEntries(verdicts) as unknown }
  }

  test('the earliest deposit is the result of a team that has no other', () => {
    expect(read([deposit(2, 45, 5), deposit(3, 40, 7)])).toMatchObject({
      score: { number: 1, finished: true, user_id: 7, timestamp: 40, rank: 1, points: 10 },
      verdicts: { 2: 'not_first', 3: 'counts' },
    })
  })

  test.each(['stash:guild', 'worn:hero', 'submission:4'])('a deposit and a sighting by %s are one result', (source) => {
    const sighting = aFact({ sequence: 1, timestamp: 50, source, user_id: 6 })
    const one = { number: 1, finished: true, points: 10 }
    expect(read([deposit(2, 40, 5), sighting])).toMatchObject({
      score: { ...one, user_id: 5, timestamp: 40 },
      verdicts: { 1: 'counts', 2: 'names' },
    })
    expect(read([sighting, deposit(2, 60, 5)])).toMatchObject({
      score: { ...one, user_id: 6, timestamp: 50 },
      verdicts: { 1: 'counts', 2: 'not_first' },
    })
  })

  test('teams are ranked by it', () => {
    const rival = aFact({ sequence: 3, team_id: 2, timestamp: 45 })
    const board = rebuild(counting(), [deposit(2, 40, 5), rival], 100)
      .scoreboard()
      .get(2)
    expect([board?.get(1)?.rank, board?.get(2)?.rank]).toEqual([1, 2])
  })

  test.each<[string, Facts, Partial<ObjectiveDefinition>, Partial<PresetDefinition>]>([
    ['from before the event', [deposit(2, 29, 5)], {}, {}],
    ['for an objective that needs several', [deposit(2, 40, 5)], { required_number: 2 }, {}],
    ['for an objective that needs the item to be there', [deposit(2, 40, 5)], { aggregation: 'EARLIEST_FRESH_ITEM' }, {}],
    ['for an objective that ranks by value', [deposit(2, 40, 5)], {}, { scoring_method: 'RANKED_VALUE' }],
    ['for an objective with further conditions', [deposit(2, 40, 5)], { conditions: [nameIs('Vision'), nameIs('Vision')] }, {}],
  ])('a deposit %s is not a result', (_, facts, more, preset) => {
    expect(read(facts, counting(more, preset)).score).toBeUndefined()
  })

  test('a change of the choice needs no history, and changes the board at once', () => {
    const engine = rebuild(definition(), [deposit(2, 40, 5)], 100)
    const change = (sequence: number, next: EventDefinition) =>
      engine.apply([{ kind: 'definition', sequence, definition: next }], 100)
    expect(change(3, counting())).toMatchObject({ refold: [], deltas: [{ objective_id: 2, team_id: 1 }] })
    expect(engine.scoreboard().get(2)?.get(1)).toMatchObject({ points: 10, timestamp: 40 })
    expect(change(4, definition()).refold).toEqual([])
    expect(engine.scoreboard().has(2)).toBe(false)
  })
})
