import { describe, expect, it, test } from 'vitest'
import type { ObjectiveDefinition } from '../objectives/definition.ts'
import { toWireScore } from './diff.ts'
import { rebuild } from './testing/rebuild.ts'
import { isSameByRule, sumRules } from './rule-sum.ts'
import type { TeamScore } from './score.ts'
import { aCategory, aFact, anEvent, anObjective, aPreset, aScore } from './testing/builders.ts'

const open = { finished: false, timestamp: 5 }
const [early, late] = [aScore({ points: 10, rank: 2, timestamp: 11 }), aScore({ points: 5, rank: 1, number: 9, timestamp: 30 })]
const unfinished = aScore({ ...open, points: 4, rank: 0, number: 2, user_id: 7 })

describe('a score by several rules', () => {
  it.each<[string, (TeamScore | null)[], 'all' | 'first', Partial<TeamScore> | null]>([
    ['the sum and the latest time', [early, late], 'all', { points: 15, rank: 2, number: 1, finished: true, timestamp: 30 }],
    ['the time of the first rule', [early, late], 'first', { points: 15, rank: 2, finished: true, timestamp: 11 }],
    ['unfinished while one rule is', [early, unfinished], 'all', { points: 14, finished: false, timestamp: 11 }],
    ['finished as soon as the first is', [early, unfinished], 'first', { points: 14, finished: true, timestamp: 11 }],
    ['unfinished while the first is', [unfinished, early], 'first', { points: 14, finished: false, timestamp: 5, user_id: 7 }],
    ['the time of the first without a finish', [unfinished, aScore(open)], 'all', { finished: false, timestamp: 5 }],
    ['number, but no rank of a later rule', [null, late], 'all', { points: 5, rank: 0, number: 9, finished: false }],
    ['unfinished where the first gives none', [null, late], 'first', { points: 5, rank: 0, finished: false }],
    ['an unknown time as the latest', [early, aScore({ timestamp: null })], 'all', { finished: true, timestamp: null }],
    ['no score where no rule gives one', [null, null], 'all', null],
  ])('is %s', (_, scores, finished_by, expected) => {
    const rules = scores.map((score, at) => ({ scoring_preset_id: at + 1, scores: [score] }))
    const sum = sumRules(rules, 0, finished_by)
    expect(sum && { ...sum, ...expected }).toEqual(sum)
    expect(sum === null).toBe(expected === null)
  })

  it('lists the share of every rule, including rules without a score', () => {
    const rules = [null, late].map((score, at) => ({ scoring_preset_id: at + 1, scores: [score] }))
    expect(sumRules(rules, 0, 'all')?.by_rule).toEqual([
      { scoring_preset_id: 1, points: 0, rank: 0, number: 0, finished: false, timestamp: null },
      { scoring_preset_id: 2, points: 5, rank: 1, number: 9, finished: true, timestamp: 30 },
    ])
  })

  it('differs in each field of a share', () => {
    const [share] = sumRules([{ scoring_preset_id: 1, scores: [late] }], 0, 'all')?.by_rule ?? []
    if (!share) throw new Error('there is no share')
    const others = [{ scoring_preset_id: 2 }, { points: 1 }, { rank: 3 }, { number: 1 }, { finished: false }, { timestamp: 1 }]
    for (const change of others) expect(isSameByRule([share], [{ ...share, ...change }])).toBe(false)
    expect(isSameByRule([share], [{ ...share }])).toBe(true)
    expect(isSameByRule([share], undefined)).toBe(false)
  })
})

const presets = [
  aPreset({ id: 1, scoring_method: 'RANKED_TIME', points: [10, 5] }),
  aPreset({ id: 2, scoring_method: 'POINTS_FROM_VALUE', points: [2], point_cap: 6 }),
  aPreset({ id: 3, scoring_method: 'BONUS_PER_COMPLETION', points: [3] }),
  aPreset({ id: 4, scoring_method: 'BONUS_PER_COMPLETION', points: [1, 2] }),
  aPreset({ id: 5, scoring_method: 'BINGO_3', points: [100] }),
  aPreset({ id: 6, scoring_method: 'BINGO_3', points: [20] }),
  aPreset({ id: 7, scoring_method: 'RANKED_COMPLETION_TIME', points: [50] }),
]
const play = (category: Partial<ObjectiveDefinition>, child: Partial<ObjectiveDefinition>) => {
  const objectives = [
    aCategory({ id: 1, name: 'Set', ...category }),
    ...[2, 3, 4, 5].map((id) => anObjective({ id, parent_id: 1, ...child })),
  ]
  const history = [2, 3, 4, 5].map((objective_id) => aFact({ sequence: objective_id, objective_id, number: 4 }))
  const engine = rebuild(anEvent({ objectives, presets }), history, 1000)
  return { scores: engine.scoreboard(), explain: (id: number) => engine.explain(id, 1, history, 1000) }
}
const twoRules = { scoring_preset_id: 1, further_preset_ids: [2] }

test('a cap limits its own rule, not the sum', () => {
  expect(play({}, twoRules).scores.get(2)?.get(1)).toMatchObject({ points: 16, rank: 1, number: 4 })
})

test('bonuses of several rules of a category add up on top of the sum of a child', () => {
  const { scores, explain } = play({ scoring_preset_id: 3, further_preset_ids: [4] }, twoRules)
  expect([2, 3, 4].map((id) => scores.get(id)?.get(1)?.points)).toEqual([20, 21, 21])
  expect(explain(3)).toMatchObject({
    points: 21,
    own_points: 16,
    adjustments: [
      { kind: 'bonus', place: 2, points: 3 },
      { kind: 'bonus', place: 2, points: 2 },
    ],
    sentence:
      'Finished. Points of its 2 rules: 10 + 6 = 16. "Set" adds 3 points: it is number 2 of the parts the team finished there. "Set" adds 2 points: it is number 2 of the parts the team finished there.',
  })
})

test('a child loses its sum once, however many rules of its category remove it', () => {
  const { scores, explain } = play({ scoring_preset_id: 5, further_preset_ids: [6] }, twoRules)
  expect([1, 4, 5].map((id) => scores.get(id)?.get(1)?.points)).toEqual([120, 16, 0])
  expect(explain(5).adjustments).toEqual([{ kind: 'bingo', objective_id: 1, place: 4, points: -16 }])
})

test('a category is finished when the rule is that its objective names', () => {
  const rules = { scoring_preset_id: 5, further_preset_ids: [7] }
  expect(play(rules, {}).scores.get(1)?.get(1)).toMatchObject({ points: 150, number: 3, finished: true, timestamp: 50 })
  const board = play({ ...rules, finished_by: 'first' }, {})
    .scores.get(1)
    ?.get(1)
  expect(board).toMatchObject({ points: 150, number: 3, finished: true, timestamp: 40 })
})

test('a receipt has a line for each rule, with its sentence', () => {
  const { explain } = play({}, twoRules)
  expect(explain(2).rules).toEqual([
    {
      scoring_preset_id: 1,
      scoring_method: 'RANKED_TIME',
      points: 10,
      rank: 1,
      number: 4,
      finished: true,
      timestamp: 20,
      sentence: '4 of 1: 1st place, 10 points.',
    },
    {
      scoring_preset_id: 2,
      scoring_method: 'POINTS_FROM_VALUE',
      points: 6,
      rank: 0,
      number: 4,
      finished: true,
      timestamp: 20,
      sentence: '4 counted: 6 points.',
    },
  ])
  expect(play({}, { scoring_preset_id: 1 }).explain(2).rules).toEqual([])
})

test('the wire form of a score by one rule is the same as before there were several, byte for byte', () => {
  const one = play({}, { scoring_preset_id: 1 }).scores.get(2)?.get(1)
  expect(one && JSON.stringify(toWireScore(one))).toBe('{"points":10,"rank":1,"number":4,"finished":true,"timestamp":0}')
  const two = play({}, twoRules).scores.get(2)?.get(1)
  expect(two && JSON.stringify(toWireScore(two))).toBe(
    '{"points":16,"rank":1,"number":4,"finished":true,"timestamp":0,"by_rule":[{"scoring_preset_id":1,"points":10,"rank":1,"number":4,"finished":true,"timestamp":0},{"scoring_preset_id":2,"points":6,"rank":0,"number":4,"finished":true,"timestamp":0}]}',
  )
})
