import { expect, test } from 'vitest'
import type { EventDefinition, ObjectiveDefinition } from '../objectives/definition.ts'
import { createEngine } from './engine.ts'
import { rebuild } from './testing/rebuild.ts'
import type { DefinitionChange, Fact, LedgerEntry } from './ledger.ts'
import { sumTotals } from './rollup.ts'
import { aCategory, aFact, anEvent, anObjective, aPreset, aRetraction } from './testing/builders.ts'

const first = aPreset({ id: 1, scoring_method: 'RANKED_TIME', points: [10, 5] })
const present = aPreset({ id: 2, scoring_method: 'PRESENCE', points: [7] })
const bonus = aPreset({ id: 3, scoring_method: 'BONUS_PER_COMPLETION', points: [3, 4] })
const race = aPreset({ id: 4, scoring_method: 'RANKED_COMPLETION_TIME', points: [50, 20] })
const bingo = aPreset({ id: 5, scoring_method: 'BINGO_3', points: [100] })
const byValue = aPreset({ id: 6, scoring_method: 'POINTS_FROM_VALUE', points: [1] })
const presets = [first, present, bonus, race, bingo, byValue]

const anEventOf = (objectives: ObjectiveDefinition[], more: Partial<EventDefinition> = {}) =>
  anEvent({ objectives: [aCategory({ id: 1 }), ...objectives], presets, ...more })
const child = (id: number, more: Partial<ObjectiveDefinition> = {}) =>
  anObjective({ id, parent_id: 1, scoring_preset_id: 2, ...more })
const seen = (objective_id: number, timestamp: number, more: Partial<Fact> = {}) =>
  aFact({ sequence: objective_id * 1000 + timestamp, objective_id, timestamp, ...more })
const pointsOf = (definition: EventDefinition, entries: readonly LedgerEntry[], now = 1000) =>
  [...(sumTotals(rebuild(definition, entries, now).scoreboard()) ?? [])].sort(([a], [b]) => a - b)
const scoresOf = (definition: EventDefinition, entries: readonly LedgerEntry[], objective_id: number, now = 1000) =>
  rebuild(definition, entries, now).scoreboard().get(objective_id)
const changeTo = (sequence: number, definition: EventDefinition): DefinitionChange => ({
  kind: 'definition',
  sequence,
  definition,
})

test('a fact changes its objective and the nodes above it, and nothing else', () => {
  const engine = createEngine(
    anEventOf([child(2), child(3)], { objectives: [aCategory({ id: 1, scoring_preset_id: 3 }), child(2), child(3)] }),
    0,
  )
  const { deltas } = engine.apply([seen(2, 10)], 20)
  expect(deltas.map(({ objective_id, team_id, after }) => [objective_id, team_id, after?.points, after?.number])).toEqual([
    [1, 1, 0, 1],
    [2, 1, 10, 1],
  ])
})

test('one fact can change the ranks of other teams', () => {
  const engine = createEngine(anEventOf([child(2, { scoring_preset_id: 1 })]), 0)
  engine.apply([seen(2, 50)], 60)
  const { deltas } = engine.apply([seen(2, 40, { team_id: 2 })], 60)
  expect(deltas.map(({ team_id, before, after }) => [team_id, before?.points ?? null, after?.points])).toEqual([
    [1, 10, 5],
    [2, null, 10],
  ])
})

test('changes that cancel out within one call are not returned', () => {
  const engine = createEngine(anEventOf([child(2, { aggregation: 'SUM_LATEST', required_number: 0 })]), 0)
  engine.apply([seen(2, 10, { number: 5 })], 10)
  expect(
    engine.apply([seen(2, 10, { sequence: 3000, number: 9 }), seen(2, 10, { sequence: 3001, number: 5 })], 20).deltas,
  ).toEqual([])
})

test('a returned board never changes', () => {
  const engine = createEngine(anEventOf([child(2)]), 0)
  const before = engine.scoreboard()
  engine.apply([seen(2, 10)], 20)
  expect([before.has(2), engine.scoreboard().has(2)]).toEqual([false, true])
})

test('facts of teams outside the event, and of unknown objectives, score nothing', () => {
  expect(pointsOf(anEventOf([child(2)]), [seen(2, 10, { team_id: 9 }), seen(99, 10)])).toEqual([])
})

test('a team that joins later scores with its earlier facts', () => {
  const definition = anEventOf([child(2)], { team_ids: [1] })
  const engine = createEngine(definition, 0)
  engine.apply([seen(2, 10, { team_id: 2 })], 20)
  const { deltas, refold } = engine.apply([changeTo(2, { ...definition, team_ids: [1, 2] })], 20)
  expect(deltas.map(({ team_id, after }) => [team_id, after?.points])).toEqual([[2, 7]])
  expect(refold).toEqual([])
})

// Windows and the event's end

test('M5: a window is compared with the time of the fact, both ends included, never with the current time', () => {
  const definition = anEventOf([child(2, { valid_from: 100, valid_to: 200 })])
  const counts = (timestamp: number, now: number) => scoresOf(definition, [seen(2, timestamp)], 2, now) !== undefined
  expect([99, 100, 200, 201].map((timestamp) => counts(timestamp, 9999))).toEqual([false, true, true, false])
  expect(counts(150, 9_999_999)).toBe(true)
})

test.each([
  ['P2: player', { objective_type: 'PLAYER', aggregation: 'MAXIMUM' }],
  ['P2: team', { objective_type: 'TEAM', aggregation: 'SUM_LATEST' }],
  ['submission', { objective_type: 'SUBMISSION', aggregation: 'EARLIEST' }],
] as const)('windows apply to %s objectives, too', (_, more) => {
  const definition = anEventOf([child(2, { ...more, valid_to: 100 })])
  expect(scoresOf(definition, [seen(2, 101)], 2)).toBeUndefined()
  expect(scoresOf(definition, [seen(2, 100)], 2)?.get(1)?.points).toBe(7)
})

test('facts before the start and after the end of the event never score', () => {
  const definition = anEventOf([child(2)], { start_at: 100, end_at: 200 })
  expect([99, 100, 200, 201].map((timestamp) => scoresOf(definition, [seen(2, timestamp)], 2)?.get(1)?.points ?? 0)).toEqual([
    0, 7, 7, 0,
  ])
})

test('an item taken out after the end changes nothing', () => {
  const definition = anEventOf([child(2, { aggregation: 'EARLIEST_FRESH_ITEM' })], { end_at: 200 })
  expect(pointsOf(definition, [seen(2, 150), seen(2, 201, { number: 0 })])).toEqual([[1, 7]])
  expect(pointsOf(definition, [seen(2, 150), seen(2, 199, { number: 0 })])).toEqual([])
})

test('DIFFERENCE_BETWEEN uses values from before its window and before the event', () => {
  const definition = anEventOf(
    [
      child(2, {
        objective_type: 'TEAM',
        aggregation: 'DIFFERENCE_BETWEEN',
        valid_from: 100,
        valid_to: 200,
        scoring_preset_id: 6,
      }),
    ],
    { start_at: 80 },
  )
  expect(pointsOf(definition, [seen(2, 50, { number: 4 }), seen(2, 150, { number: 10 })])).toEqual([[1, 6]])
})

// Time alone

const difference = anEventOf([
  child(2, { objective_type: 'TEAM', aggregation: 'DIFFERENCE_BETWEEN', valid_from: 100, valid_to: 200 }),
  child(3, { objective_type: 'TEAM', aggregation: 'DIFFERENCE_BETWEEN', valid_from: 100, valid_to: 300 }),
])

test('the engine returns the next moment at which time alone changes a score, and changes it then', () => {
  const engine = createEngine(difference, 0)
  engine.apply([seen(2, 150), seen(3, 150)], 160)
  expect(engine.nextWake(160)).toBe(201)
  expect(engine.advance(200)).toEqual([])
  expect(engine.advance(201).map(({ objective_id, after }) => [objective_id, after?.points])).toEqual([[2, 7]])
  expect([engine.nextWake(201), engine.nextWake(301)]).toEqual([301, null])
})

test('a window counts up to its last moment, so the engine wakes one after it, for the first of windows that end together', () => {
  const until = (id: number, valid_to: number) =>
    child(id, { objective_type: 'TEAM', aggregation: 'DIFFERENCE_BETWEEN', valid_from: 100, valid_to })
  const engine = createEngine(anEventOf([until(2, 200), until(3, 201)]), 0)
  expect([engine.nextWake(160), engine.nextWake(200), engine.nextWake(201), engine.nextWake(202)]).toEqual([201, 201, 202, null])
})

test('a call with facts also returns changes caused by time', () => {
  const engine = createEngine(difference, 0)
  engine.apply([seen(2, 150)], 160)
  expect(engine.apply([seen(3, 150)], 250).deltas.map(({ objective_id, after }) => [objective_id, after?.points])).toEqual([
    [2, 7],
    [3, 0],
  ])
})

// Retractions and definitions

test('a retracted fact no longer counts once the history was passed in', () => {
  const engine = createEngine(anEventOf([child(2)]), 0)
  const facts = [seen(2, 10, { sequence: 1 }), seen(2, 30, { sequence: 2 })]
  engine.apply(facts, 40)
  const retraction = aRetraction({ sequence: 3, retracts: 1 })
  expect(engine.apply([retraction], 40)).toEqual({ deltas: [], refold: [2] })
  expect(
    engine.refold([...facts, retraction], [2], 40).map(({ before, after }) => [before?.timestamp, after?.timestamp]),
  ).toEqual([[10, 30]])
  expect(engine.apply([], 40).refold).toEqual([])
})

test('an objective that waits for its history keeps its score and is listed until the history is passed in', () => {
  const engine = createEngine(anEventOf([child(2)]), 0)
  const fact = seen(2, 10, { sequence: 1 })
  engine.apply([fact, aRetraction({ sequence: 2, retracts: 1 })], 20)
  expect(engine.apply([seen(2, 15, { sequence: 3 })], 20)).toEqual({ deltas: [], refold: [2] })
})

test('U2: a withdrawn submission retracts its own fact, not a sibling with the same number', () => {
  const definition = anEventOf([child(2, { objective_type: 'SUBMISSION', aggregation: 'EARLIEST' })])
  const submission = (sequence: number) =>
    seen(2, sequence, { sequence, user_id: 5, source: `submission:${sequence}`, number: 1 })
  const entries = [submission(1), submission(2), aRetraction({ sequence: 3, retracts: 1 })]
  expect(scoresOf(definition, entries, 2)?.get(1)).toMatchObject({ points: 7, timestamp: 2 })
})

test('U1: a submission approved twice counts once', () => {
  const definition = anEventOf([child(2, { objective_type: 'SUBMISSION', aggregation: 'SUM_LATEST', scoring_preset_id: 6 })])
  const fact = seen(2, 10, { sequence: 1, user_id: 5, source: 'submission:1', number: 4 })
  expect(pointsOf(definition, [fact, { ...fact, sequence: 2 }])).toEqual([[1, 4]])
})

test('a retraction affects only earlier facts of its own objective', () => {
  const definition = anEventOf([child(2), child(3)])
  const later = aRetraction({ sequence: 1, retracts: 2 })
  const foreign = aRetraction({ sequence: 3, retracts: 2, objective_id: 3 })
  expect(pointsOf(definition, [later, seen(2, 10, { sequence: 2 }), foreign])).toEqual([[1, 7]])
})

test('a changed preset applies to past facts without their history', () => {
  const definition = anEventOf([child(2)])
  const engine = createEngine(definition, 0)
  engine.apply([seen(2, 10)], 20)
  const { deltas, refold } = engine.apply([changeTo(2, { ...definition, presets: [aPreset({ id: 2, points: [99] })] })], 20)
  expect(deltas.map(({ after }) => after?.points)).toEqual([99])
  expect(refold).toEqual([])
})

test('a changed rule keeps the score until the history arrives, then applies to the past', () => {
  const definition = anEventOf([child(2)])
  const engine = createEngine(definition, 0)
  const facts = [seen(2, 10, { number: 1 }), seen(2, 30, { number: 5 })]
  engine.apply(facts, 40)
  const stricter = anEventOf([child(2, { required_number: 5 })])
  expect(engine.apply([changeTo(3, stricter)], 40)).toEqual({ deltas: [], refold: [2] })
  expect(engine.refold(facts, [2], 40).map(({ after }) => after?.timestamp)).toEqual([30])
})

test('a removed objective is removed from the board, and returns with its history', () => {
  const definition = anEventOf([child(2)])
  const engine = createEngine(definition, 0)
  const fact = seen(2, 10)
  engine.apply([fact], 20)
  expect(engine.apply([changeTo(2, anEventOf([]))], 20).deltas).toMatchObject([{ objective_id: 2, after: null }])
  expect(engine.apply([changeTo(3, definition)], 20)).toEqual({ deltas: [], refold: [2] })
  expect(engine.refold([fact], [2], 20)).toMatchObject([{ objective_id: 2, before: null, after: { points: 7 } }])
})

// The tree

test('E3: a bonus counts direct children, so a nested category is one child of its parent', () => {
  const definition = anEventOf(
    [child(2, { objective_type: 'CATEGORY', aggregation: 'NONE', scoring_preset_id: 4 }), child(3, { parent_id: 2 })],
    {
      objectives: [
        aCategory({ id: 1, scoring_preset_id: 3 }),
        aCategory({ id: 2, parent_id: 1, scoring_preset_id: 4 }),
        child(3, { parent_id: 2 }),
      ],
    },
  )
  expect(scoresOf(definition, [seen(3, 10)], 1)?.get(1)).toMatchObject({ number: 1, finished: true })
  // The race pays 50, and finishing it earns the first bonus of 3.
  expect(scoresOf(definition, [seen(3, 10)], 2)?.get(1)?.points).toBe(53)
})

test('E4: a leaf without a preset is finished by its result, and a bonus gives it a score', () => {
  const definition = anEvent({
    presets,
    objectives: [aCategory({ id: 1, scoring_preset_id: 3 }), anObjective({ id: 2, parent_id: 1 })],
  })
  expect(scoresOf(definition, [seen(2, 10)], 1)?.get(1)?.finished).toBe(true)
  expect(scoresOf(definition, [seen(2, 10)], 2)?.get(1)).toEqual({
    points: 3,
    rank: 0,
    number: 1,
    finished: true,
    timestamp: 10,
    user_id: null,
  })
  expect(scoresOf(definition, [], 1)?.get(1)?.finished).toBe(false)
})

test('E4: a category without a preset is finished when all its children are', () => {
  const definition = anEvent({
    presets,
    objectives: [
      aCategory({ id: 1, scoring_preset_id: 4 }),
      aCategory({ id: 2, parent_id: 1 }),
      child(3, { parent_id: 2 }),
      child(4, { parent_id: 2 }),
    ],
  })
  expect(scoresOf(definition, [seen(3, 10)], 1)).toBeUndefined()
  expect(scoresOf(definition, [seen(3, 10), seen(4, 30)], 1)?.get(1)).toMatchObject({ finished: true, timestamp: 30, points: 50 })
})

test('E4: a category without children is never finished', () => {
  const definition = anEvent({
    presets,
    objectives: [aCategory({ id: 1, scoring_preset_id: 4 }), aCategory({ id: 2, parent_id: 1 })],
  })
  expect(scoresOf(definition, [], 1)).toBeUndefined()
})

test('E5: a bingo board removes the points of later children, and restores them when an earlier one is withdrawn', () => {
  const definition = anEvent({
    presets,
    objectives: [aCategory({ id: 1, scoring_preset_id: 5 }), child(2), child(3), child(4), child(5)],
  })
  const facts = [seen(2, 10, { sequence: 1 }), seen(3, 20), seen(4, 30), seen(5, 40)]
  expect(pointsOf(definition, facts)).toEqual([[1, 121]])
  expect(scoresOf(definition, facts, 5)?.get(1)?.points).toBe(0)
  expect(pointsOf(definition, [...facts, aRetraction({ sequence: 9999, retracts: 1 })])).toEqual([[1, 121]])
})

test('bonuses of nested parents add up, and the total counts nothing twice', () => {
  const definition = anEvent({
    presets,
    objectives: [
      aCategory({ id: 1, scoring_preset_id: 3 }),
      aCategory({ id: 2, parent_id: 1, scoring_preset_id: 3 }),
      child(3, { parent_id: 2 }),
    ],
  })
  const board = rebuild(definition, [seen(3, 10)], 20).scoreboard()
  expect([1, 2, 3].map((id) => board.get(id)?.get(1)?.points)).toEqual([0, 3, 10])
  expect(sumTotals(board)).toEqual(
    new Map([
      [1, 13],
      [2, 0],
    ]),
  )
})

// Invalid input does not throw

test('E8: each part that cannot be scored is reported in a sentence, and the rest is scored', () => {
  const lottery = { ...aPreset({ id: 9, points: [5] }), scoring_method: 'LOTTERY' } as unknown as (typeof presets)[number]
  const guess = 'GUESS' as unknown as ObjectiveDefinition['aggregation']
  const definition = anEventOf(
    [
      child(2),
      child(3, { scoring_preset_id: 9 }),
      child(4, { scoring_preset_id: 77 }),
      child(5, { aggregation: guess }),
      child(6, { aggregation: 'DIFFERENCE_BETWEEN' }),
      child(7, { valid_from: 20, valid_to: 10 }),
      child(8, { parent_id: 99 }),
      child(9, { required_number: Number.NaN }),
      child(10, { valid_to: Number.NaN }),
    ],
    {
      start_at: 50,
      end_at: 5,
      presets: [
        ...presets,
        lottery,
        aPreset({ id: 9 }),
        aPreset({ id: 10, points: [Number.NaN] }),
        aPreset({ id: 11, point_cap: -5 }),
      ],
    },
  )
  const problems = createEngine(definition, 0).problems()
  expect(problems.map(({ code, objective_id, preset_id }) => [code, objective_id, preset_id])).toEqual([
    ['missing_parent', 8, null],
    ['unknown_method', null, 9],
    ['duplicate_preset', null, 9],
    ['bad_points', null, 10],
    ['bad_points', null, 11],
    ['bad_dates', null, null],
    ['unknown_preset', 4, 77],
    ['unknown_aggregation', 5, 2],
    ['incomplete_aggregation', 6, 2],
    ['bad_dates', 7, 2],
    ['bad_number', 9, 2],
    ['bad_dates', 10, 2],
  ])
  for (const { message } of problems) expect(message).toMatch(/^\S.+\S$/)
  expect(
    pointsOf({ ...definition, start_at: null, end_at: null }, [seen(2, 10), seen(3, 10), seen(4, 10), seen(5, 10), seen(9, 10)]),
  ).toEqual([[1, 7]])
})

test('an event without objectives, or whose tree is a cycle, has an empty board', () => {
  expect(createEngine(anEvent({}), 0).scoreboard().size).toBe(0)
  const engine = createEngine(
    anEvent({ objectives: [aCategory({ id: 1, parent_id: 2 }), aCategory({ id: 2, parent_id: 1 })] }),
    0,
  )
  expect(engine.scoreboard().size).toBe(0)
  expect(engine.problems().map(({ code }) => code)).toEqual(['no_root', 'cycle', 'cycle'])
})

test.each([Number.NaN])('a fact with the number %s, or without a time, does not count and is reported', (number) => {
  const engine = createEngine(anEventOf([child(2)]), 0)
  engine.apply([seen(2, 10, { number }), seen(2, Number.NaN, { sequence: 2 })], 20)
  expect(engine.scoreboard().has(2)).toBe(false)
  expect(engine.problems()).toMatchObject([{ code: 'unusable_fact', objective_id: 2 }])
})

test.each([
  [2 ** 62, Number.MAX_SAFE_INTEGER],
  [-(2 ** 62), -Number.MAX_SAFE_INTEGER],
  [Infinity, Number.MAX_SAFE_INTEGER],
  [5_000_000_000, 5_000_000_000],
  [2.9, 2],
  [-2.9, -2],
])('the number %d counts as %d: whole, and exact up to 2^53 - 1', (number, counted) => {
  expect(scoresOf(anEventOf([child(2)]), [seen(2, 10, { number })], 2)?.get(1)?.number).toBe(counted)
})
