import { expect, test } from 'vitest'
import { commands } from './score-commands.ts'

const start = '2026-01-01T10:00:00Z'
const later = '2026-01-01T11:30:00Z'
const ask = (command: string, input: unknown) => commands[command]?.(input, () => undefined)
const preset = (scoring_method: string, points: number[], point_cap = 0) => ({ scoring_method, points, point_cap })

const several = {
  id: 1,
  scoring_preset: preset('RANKED_TIME', [10, 5]),
  further_presets: [preset('POINTS_PER_UNIT', [4, 2], 7), preset('PRESENCE', [1])],
}

test('evaluate and run: an objective with several presets pays their sum, and shows the share of each in their order', () => {
  const give = (team_id: number, number: number, finished: boolean) => ({
    objective_id: 1,
    team_id,
    number,
    finished,
    timestamp: start,
    user_id: null,
  })
  const given = [give(1, 3, true), give(2, 1, false)]
  const answer = ask('evaluate', { teams: [{ id: 1 }, { id: 2 }], objectives: several, aggregations: given })
  // 4 + 2 + 2 are cut to 7.
  expect(answer).toMatchObject({
    totals: { 1: 18, 2: 4 },
    scores: [
      { rank: 1, finished: true },
      { rank: 0, finished: false },
    ],
  })
  const share = (points: number, rank: number) => ({ points, rank, number: 3, finished: true, timestamp: start })
  expect((answer as { scores: unknown[] }).scores[0]).toMatchObject({ by_rule: [share(10, 1), share(7, 0), share(1, 0)] })
  const presence = preset('PRESENCE', [1])
  const event = { name: 'Autumn', start, end: null, teams: [{ id: 1, users: [{ id: 7, account_name: 'Anna#1' }] }] }
  const ring = [{ field: 'BASE_TYPE', operator: 'EQ', value: 'Ring' }]
  const twice = { id: 1, conditions: ring, scoring_preset: presence, further_presets: [presence] }
  const tab = { id: 1, account_name: 'Anna#1', league: 'Autumn', stash_id: 'a', timestamp: start, items: [{ baseType: 'Ring' }] }
  expect(ask('run', { now: later, event, objectives: twice, changes: [tab] })).toMatchObject({ totals: { 1: 2 } })
})

test('several presets: finished by the first one, and refused without a first one, with a wrong parameter, or beyond eight', () => {
  const input = (more: object) => ({
    teams: [{ id: 1 }],
    objectives: [
      { ...several, further_presets: [{ ...preset('POINTS_BY_THRESHOLD', [1]), parameters: { thresholds: [5] } }], ...more },
    ],
    aggregations: [{ objective_id: 1, team_id: 1, number: 1, timestamp: start, user_id: 7, finished: true }],
  })
  expect(ask('evaluate', input({ finished_by: 'first' }))).toMatchObject({ scores: [{ finished: true, points: 10 }] })
  expect(ask('evaluate', input({}))).toMatchObject({ scores: [{ finished: false, points: 10 }] })
  expect(() => ask('evaluate', input({ scoring_preset: null }))).toThrow(
    'further_presets need a scoring_preset as the first rule',
  )
  expect(() => ask('evaluate', input({ further_presets: [{ ...preset('PRESENCE', [1]), parameters: { lines: 2 } }] }))).toThrow(
    'objective 1: further_presets[0].parameters.lines is not a parameter of PRESENCE',
  )
  expect(() => ask('evaluate', input({ further_presets: Array(8).fill(preset('PRESENCE', [1])) }))).toThrow(
    'objectives[0].further_presets: has more than 7 presets',
  )
})

test('potential: the sum over the presets, each with its own share', () => {
  const node = {
    ...several,
    team_score: {
      1: {
        points: 11,
        finished: false,
        by_rule: [
          { points: 10, finished: true },
          { points: 0, finished: false },
        ],
      },
      2: { points: 0, finished: false },
    },
  }
  const single = (scoring_preset: unknown, one: object, two: object) =>
    (
      ask('potential', { node: { scoring_preset, team_score: { 1: one, 2: two } } }) as {
        potential: Record<string, number>
      }
    ).potential
  const [done, open] = [
    { points: 10, finished: true },
    { points: 0, finished: false },
  ]
  const parts = [single(several.scoring_preset, done, open), ...several.further_presets.map((one) => single(one, open, open))]
  const sum = (team: string) => parts.reduce((total, one) => total + (one[team] ?? 0), 0)
  expect(ask('potential', { node })).toEqual({ potential: { 1: sum('1'), 2: sum('2') } })
  expect(() => ask('potential', { node: { ...node, scoring_preset: null } })).toThrow('further_presets need a scoring_preset')
})
