import { expect, test } from 'vitest'
import type { ObjectiveDefinition, PresetDefinition } from '../objectives/definition.ts'
import { rebuild } from './testing/rebuild.ts'
import type { Fact, Retraction } from './ledger.ts'
import { aCategory, aFact, anEvent, anObjective, aPreset, aRetraction } from './testing/builders.ts'

const presets: PresetDefinition[] = [
  aPreset({ id: 1, scoring_method: 'RANKED_TIME', points: [10, 5] }),
  aPreset({ id: 2, scoring_method: 'BONUS_PER_COMPLETION', points: [3, 1] }),
  aPreset({ id: 3, scoring_method: 'BINGO_3', points: [100] }),
  aPreset({ id: 4, scoring_method: 'POINTS_FROM_VALUE', points: [2] }),
  aPreset({ id: 5, scoring_method: 'PRESENCE', points: [1] }),
  aPreset({ id: 6, scoring_method: 'POINTS_PER_UNIT', points: [5, 2] }),
  aPreset({ id: 8, scoring_method: 'POINTS_BY_THRESHOLD', points: [1, 2, 4], parameters: { thresholds: [5, 8, 9] } }),
  aPreset({ id: 9, scoring_method: 'RANKED_CHILD_SUM', points: [30] }),
  aPreset({ id: 10, scoring_method: 'RANKED_COMPLETION_TIME', points: [40], parameters: { required_children: 2 } }),
  aPreset({ id: 7, scoring_method: 'SHARED_BY_FINISHERS', points: [6, 4] }),
]
const ask = (
  history: (Fact | Retraction)[],
  more: Partial<ObjectiveDefinition> = {},
  root: number | null = null,
  objective_id = 2,
) => {
  const objectives = [
    aCategory({ id: 1, name: 'Set', scoring_preset_id: root }),
    anObjective({ id: 2, parent_id: 1, scoring_preset_id: 1, ...more }),
    ...[3, 4, 5].map((id) => anObjective({ id, parent_id: 1, scoring_preset_id: 5 })),
  ]
  return rebuild(anEvent({ objectives, presets, end_at: 900 }), history, 1000).explain(objective_id, 1, history, 1000)
}
const on = (objective_id: number, timestamp: number) =>
  aFact({ sequence: objective_id * 1000 + timestamp, objective_id, timestamp })

test('a receipt says how many pieces are enough where some count more than others', () => {
  const conditions = [
    { field: 'NAME', operator: 'EQ', value: 'Mageblood', any_of: 1, counts_as: 40 },
    { field: 'BASE_TYPE', operator: 'EQ', value: 'Fragment', any_of: 1 },
  ] as const
  const { sentence } = ask([aFact({ sequence: 1, number: 13 })], { conditions, required_number: 40 })
  expect(sentence).toMatch(/ 40 are needed: 1 piece is enough if its name is Mageblood, 40 otherwise\.$/)
  expect(ask([aFact({ sequence: 1, number: 13 })], { required_number: 40 }).sentence).not.toContain('piece')
})

test('a receipt gives the verdict on every fact of the team', () => {
  const history = [
    aFact({ sequence: 1 }),
    aFact({ sequence: 2 }),
    aFact({ sequence: 3 }),
    aFact({ sequence: 4, number: 0 }),
    aFact({ sequence: 5, timestamp: 901 }),
    aFact({ sequence: 6, team_id: 2 }),
    aFact({ sequence: 7, objective_id: 3 }),
    aRetraction({ sequence: 8, retracts: 1 }),
    aFact({ sequence: 9, number: Number.NaN }),
  ]
  const receipt = ask(history)
  expect(receipt.facts.map(({ fact, verdict }) => [fact.sequence, verdict])).toEqual([
    [1, 'retracted'],
    [2, 'counts'],
    [3, 'not_first'],
    [4, 'gone'],
    [9, 'unusable'],
    [5, 'too_late'],
  ])
  expect(receipt.facts[0]?.reason).toBe('was withdrawn')
  expect(receipt).toMatchObject({
    points: 10,
    own_points: 10,
    rank: 1,
    number: 1,
    finished: true,
    timestamp: 20,
    adjustments: [],
  })
  expect(receipt.sentence).toBe('1 of 1: 1st place, 10 points.')
})

test('facts on a receipt are ordered by time, then by ledger number, in any order of arrival', () => {
  const history = [4, 1, 3, 2].map((sequence) => aFact({ sequence, timestamp: sequence === 1 ? 30 : 20 }))
  expect(ask(history).facts.map(({ fact }) => fact.sequence)).toEqual([2, 3, 4, 1])
})

test('the receipt names the bonus from the parent', () => {
  const receipt = ask([on(3, 5), on(2, 10)], {}, 2)
  expect(receipt).toMatchObject({
    points: 11,
    own_points: 10,
    adjustments: [{ kind: 'bonus', objective_id: 1, place: 2, points: 1 }],
  })
  expect(receipt.sentence).toBe(
    '1 of 1: 1st place, 10 points. "Set" adds 1 point: it is number 2 of the parts the team finished there.',
  )
})

test('the receipt names the points that a complete bingo board takes away', () => {
  const receipt = ask([on(3, 1), on(4, 2), on(5, 3), on(2, 10)], {}, 3)
  expect(receipt).toMatchObject({ points: 0, own_points: 10, adjustments: [{ kind: 'bingo', place: 4, points: -10 }] })
  expect(receipt.sentence).toBe(
    '1 of 1: 1st place, 10 points. "Set" was already complete, and this was number 4, so its 10 points do not count.',
  )
})

test.each<[string, Partial<ObjectiveDefinition>, Fact[], string]>([
  ['unfinished', { required_number: 3 }, [aFact({ sequence: 1, number: 2 })], '2 of 3: unfinished, 0 points.'],
  ['paid by value', { scoring_preset_id: 4 }, [aFact({ sequence: 1, number: 6 })], '6 counted: 12 points.'],
  ['paid by the unit', { scoring_preset_id: 6 }, [aFact({ sequence: 1, number: 3 })], '3 counted: 9 points.'],
  [
    'on the way to a threshold',
    { scoring_preset_id: 8, required_number: 9 },
    [aFact({ sequence: 1, number: 6 })],
    '6 counted, 1 of 3 thresholds reached, next at 8: 1 point.',
  ],
  [
    'at the last threshold',
    { scoring_preset_id: 8, required_number: 9 },
    [aFact({ sequence: 1, number: 9 })],
    '9 counted, 3 of 3 thresholds reached: 4 points.',
  ],
  ['shared with no team', { scoring_preset_id: 7 }, [aFact({ sequence: 1 })], '1 of 1: finished as the only team, 6 points.'],
  [
    'shared with another team',
    { scoring_preset_id: 7 },
    [aFact({ sequence: 1 }), aFact({ sequence: 2, team_id: 2 })],
    '1 of 1: finished as one of 2 teams, 4 points.',
  ],
  ['not shared yet', { scoring_preset_id: 7, required_number: 2 }, [aFact({ sequence: 1 })], '1 of 2: unfinished, 0 points.'],
  ['finished without a rank', { scoring_preset_id: 5 }, [aFact({ sequence: 1 })], '1 of 1: finished, 1 point.'],
  ['without a preset', { scoring_preset_id: null }, [aFact({ sequence: 1 })], 'Finished; the objective itself pays nothing.'],
  ['without a preset or a fact', { scoring_preset_id: null }, [], 'The objective itself pays nothing.'],
])('the sentence of a score that is %s', (_, more, facts, sentence) => {
  expect(ask(facts, more).sentence).toBe(sentence)
})

test('a category shows the progress of its children', () => {
  const receipt = ask([on(3, 5), on(2, 10)], {}, 2, 1)
  expect(receipt.children).toMatchObject([
    { objective_id: 2, finished: true, timestamp: 10 },
    { objective_id: 3, finished: true, timestamp: 5 },
    { objective_id: 4, finished: false, timestamp: null },
    { objective_id: 5, finished: false, timestamp: null },
  ])
  expect(receipt.sentence).toBe('2 of 4 finished: 0 points.')
  expect(ask([on(3, 5), on(2, 10)], {}, 10, 1).sentence).toBe('2 of 4 finished, 2 required: 1st place, 40 points.')
  expect(ask([on(3, 5), on(2, 10)], {}, 9, 1).sentence).toBe('2 counted in 4 parts: 1st place, 30 points.')
  expect(ask([], {}, 9, 1).sentence).toBe('0 counted in 4 parts: 0 points.')
  expect(ask([on(3, 1), on(4, 2), on(5, 3)], {}, 3, 1).sentence).toBe('3 of 4 finished: 1st place, 100 points.')
})

test('objectives and teams outside the event have no points, and the receipt says so', () => {
  expect(ask([], {}, null, 77)).toMatchObject({
    points: 0,
    facts: [],
    sentence: 'This objective is not part of the event, so it pays nothing.',
  })
  const objectives = [aCategory({ id: 1 }), anObjective({ id: 2, parent_id: 1 })]
  expect(rebuild(anEvent({ objectives }), [], 0).explain(1, 99, [], 0)).toMatchObject({
    points: 0,
    children: [{ objective_id: 2, finished: false, timestamp: null }],
    sentence: 'This team does not take part in the event, so it has no points.',
  })
})
