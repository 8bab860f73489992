import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from './places.ts'
import { commands } from './score-commands.ts'

const start = '2026-01-01T10:00:00Z'
const later = '2026-01-01T11:30:00.250+02:00'

function ask(command: string, input: unknown): { answer: unknown; warnings: string[] } {
  const warnings: string[] = []
  return { answer: commands[command]?.(input, (message) => warnings.push(message)), warnings }
}

const preset = (scoring_method: string, points: number[], point_cap = 0) => ({ scoring_method, points, point_cap })

test('match: completions by item, refused conditions by position, windows only with now', () => {
  const objectives = [
    { id: 1, conditions: [{ field: 'BASE_TYPE', operator: 'EQ', value: 'Ring' }], valid_to: start },
    {
      id: 2,
      conditions: [
        { field: 'BASE_TYPE', operator: 'EQ', value: 'Ring' },
        { field: 'COLOUR', operator: 'EQ', value: 'x' },
      ],
    },
  ]
  const items = [{}, { baseType: 'Ring', stackSize: 4 }]
  const completions = [{ item: 1, objective_id: 1, number: 4 }]
  const reason = 'COLOUR EQ: there is no item field "COLOUR"'
  expect(ask('match', { objectives, items }).answer).toEqual({
    completions,
    refused: [{ objective_id: 2, condition: 1, reason }],
  })
  expect(ask('match', { objectives, items, now: '2026-01-01T10:00:01Z' }).answer).toMatchObject({ completions: [] })
})

test('aggregate: times are written as they were read', () => {
  const { answer } = ask('aggregate', {
    now: later,
    event: { teams: [{ id: 1, users: [7] }] },
    objectives: [{ id: 5, objective_type: 'PLAYER', aggregation: 'MAXIMUM', required_number: 3 }],
    matches: [
      { objective_id: 5, team_id: 1, user_id: 7, number: 2, timestamp: start },
      { objective_id: 5, team_id: 1, user_id: 7, number: 3, timestamp: later, stash_change_id: null },
    ],
  })
  expect(answer).toEqual({
    aggregations: [{ objective_id: 5, team_id: 1, number: 3, timestamp: later, user_id: 7, finished: true }],
  })
})

test('aggregate: microseconds decide', () => {
  const at = (micros: string, user_id: number) => ({
    objective_id: 5,
    team_id: 1,
    user_id,
    number: 1,
    timestamp: `2026-01-01T10:00:00.${micros}Z`,
  })
  const { answer } = ask('aggregate', {
    now: later,
    event: { teams: [{ id: 1 }] },
    objectives: [{ id: 5 }],
    matches: [at('000002', 1), at('000001', 2)],
  })
  expect(answer).toMatchObject({ aggregations: [{ user_id: 2, timestamp: '2026-01-01T10:00:00.000001Z' }] })
})

const tree = {
  id: 1,
  scoring_preset: preset('BONUS_PER_COMPLETION', [3, 1]),
  children: [
    { id: 2, scoring_preset: preset('RANKED_TIME', [10, 5]) },
    { id: 3, scoring_preset: preset('POINTS_FROM_VALUE', [0.29]) },
  ],
}
const aggregations = [
  { objective_id: 2, team_id: 1, number: 1, timestamp: start, user_id: 7, finished: true },
  { objective_id: 3, team_id: 2, number: 100, timestamp: null, user_id: null, finished: false },
]

test('evaluate: numbers are limited like facts, whole and no larger than exact integers', () => {
  const objectives = { id: 1, scoring_preset: preset('POINTS_FROM_VALUE', [2], 50) }
  const give = (team_id: number, number: number) => ({ ...aggregations[0], objective_id: 1, team_id, number })
  const given = [give(1, 2.9), give(2, 2 ** 63)]
  const { answer } = ask('evaluate', { teams: [{ id: 1 }, { id: 2 }], objectives, aggregations: given })
  expect(answer).toMatchObject({
    scores: [{ number: 2 }, { number: Number.MAX_SAFE_INTEGER }],
    totals: { 1: 4, 2: 50 },
  })
})

test('evaluate: scores of the tree and totals of every team', () => {
  const { answer } = ask('evaluate', { teams: [{ id: 1 }, { id: 2 }, { id: 3 }], objectives: tree, aggregations })
  expect(answer).toMatchObject({
    totals: { 1: 13, 2: 29, 3: 0 },
    scores: [
      { objective_id: 1, team_id: 1, points: 0, number: 1 },
      { objective_id: 1, team_id: 2, number: 0, timestamp: null },
      { objective_id: 1, team_id: 3 },
      { objective_id: 2, team_id: 1, points: 13, rank: 1, finished: true, timestamp: start, user_id: 7 },
      { objective_id: 3, team_id: 2, points: 29, rank: 0, finished: false, user_id: null },
    ],
  })
})

test('evaluate: parameters of a preset count, and the method has to take them', () => {
  const score = (scoring_method: string, parameters: object) =>
    ask('evaluate', {
      teams: [{ id: 1 }],
      objectives: [{ id: 2, scoring_preset: { ...preset(scoring_method, [1, 4]), parameters } }],
      aggregations: [{ ...aggregations[0], number: 80 }],
    })
  expect(score('POINTS_BY_THRESHOLD', { thresholds: [50, 90] }).answer).toMatchObject({ totals: { 1: 1 } })
  expect(() => score('PRESENCE', { thresholds: [50, 90] })).toThrow(
    'objective 2: scoring_preset.parameters.thresholds is not a parameter of PRESENCE',
  )
})

test('evaluate: a flat list, several trees and the tree of the API are all one tree', () => {
  const { children, ...top } = tree
  const flat = [{ ...top, parent_id: 0 }, ...children.map((child) => ({ ...child, parent_id: 1 }))]
  const total = (objectives: unknown) => ask('evaluate', { teams: [{ id: 1 }, { id: 2 }], objectives, aggregations }).answer
  expect(total({ ...tree, parent_id: 77, valid_from: null, conditions: [] })).toMatchObject({ totals: { 1: 13, 2: 29 } })
  expect(total([tree])).toMatchObject({ totals: { 1: 13, 2: 29 } })
  expect(total(flat.map((one) => (one.id === 1 ? top : one)))).toMatchObject({ totals: { 1: 13, 2: 29 } })
  expect(total(children)).toMatchObject({ totals: { 1: 10, 2: 29 } })
})

test('run: from tab contents to totals', () => {
  const change = (id: number, items: unknown[], more: object = {}) => ({
    id,
    account_name: 'Anna#1',
    league: 'Autumn',
    stash_id: 'a',
    timestamp: `2026-01-01T10:0${id}:00Z`,
    items,
    ...more,
  })
  const { answer } = ask('run', {
    now: later,
    event: { name: 'Autumn', teams: [{ id: 1, users: [{ id: 7, account_name: 'Anna#1' }] }] },
    objectives: {
      id: 1,
      children: [
        {
          id: 2,
          aggregation: 'EARLIEST_FRESH_ITEM',
          conditions: [{ field: 'BASE_TYPE', operator: 'EQ', value: 'Ring' }],
          scoring_preset: preset('PRESENCE', [5]),
        },
        {
          id: 3,
          aggregation: 'EARLIEST_FRESH_ITEM',
          conditions: [{ field: 'BASE_TYPE', operator: 'EQ', value: 'Belt' }],
          scoring_preset: preset('PRESENCE', [9]),
        },
      ],
    },
    changes: [
      change(1, [{ baseType: 'Ring' }, { baseType: 'Belt' }]),
      change(2, [{ baseType: 'Ring' }]),
      change(3, [{ baseType: 'Belt' }], { stash_id: 'b', account_name: 'Stranger#9' }),
    ],
  })
  expect(answer).toMatchObject({
    matches: [
      { objective_id: 2, team_id: 1, user_id: 7, number: 1, timestamp: '2026-01-01T10:01:00Z', stash_change_id: 1 },
      { objective_id: 3, stash_change_id: 1 },
      { objective_id: 2, stash_change_id: 2 },
    ],
    totals: { 1: 5 },
  })
})

test('run: a tab that went private is empty, and accounts are case-insensitive', () => {
  const event = { name: 'Autumn', teams: [{ id: 1, users: [{ id: 7, account_name: 'Anna#1' }] }] }
  const objectives = {
    id: 2,
    aggregation: 'EARLIEST_FRESH_ITEM',
    conditions: [{ field: 'BASE_TYPE', operator: 'EQ', value: 'Ring' }],
    scoring_preset: preset('PRESENCE', [5]),
  }
  const shown = {
    id: 1,
    account_name: 'Anna#1',
    league: 'Autumn',
    stash_id: 'a',
    timestamp: start,
    items: [{ baseType: 'Ring' }],
  }
  const hidden = { id: 2, account_name: null, league: null, stash_id: 'a', timestamp: '2026-01-01T10:05:00Z', items: [] }
  expect(ask('run', { now: later, event, objectives, changes: [shown] }).answer).toMatchObject({ totals: { 1: 5 } })
  expect(ask('run', { now: later, event, objectives, changes: [shown, hidden] }).answer).toMatchObject({ totals: { 1: 0 } })
  const loud = { ...shown, account_name: 'ANNA#1' }
  expect(ask('run', { now: later, event, objectives, changes: [loud] }).answer).toMatchObject({ totals: { 1: 5 } })
})

test('value: one player, or a team of any number', () => {
  const player = {
    level: 90,
    ascendancy_points: 8,
    pantheon_major: 'Lunaris',
    pantheon_minor: true,
    delve_depth: 150,
    atlas_trees: [{ hashes: [1] }],
  }
  const read = (objective_type: string, number_field: string, players: unknown[]) =>
    ask('value', { objective_type, number_field, players }).answer
  expect(read('PLAYER', 'PLAYER_SCORE', [player])).toEqual({ value: 9 })
  expect(read('PLAYER', 'PANTHEON', [player])).toEqual({ value: 1 })
  expect(read('TEAM', 'DELVE_DEPTH_PAST_100', [player, player])).toEqual({ value: 100 })
  expect(read('TEAM', 'PLAYER_LEVEL', [])).toEqual({ value: 0 })
})

test('field: type and value of one field', () => {
  expect(
    ask('field', {
      field: 'SOCKETS',
      item: {
        sockets: [
          { group: 0, sColour: 'R' },
          { group: 0, sColour: 'B' },
        ],
      },
    }).answer,
  ).toEqual({ type: 'string', value: 'RB' })
  expect(ask('field', { field: 'MAX_LINKS', item: {} }).answer).toEqual({ type: 'int', value: 0 })
})

test('potential: per team of the node', () => {
  const node = {
    scoring_preset: preset('RANKED_TIME', [10, 5]),
    team_score: { 1: { points: 10, finished: true }, 2: { points: 0, finished: false } },
    children: [{ scoring_preset: preset('PRESENCE', [7]), children: [] }],
  }
  expect(ask('potential', { node }).answer).toEqual({ potential: { 1: 17, 2: 12 } })
})

test('diff: what was added, removed and changed, with the fields', () => {
  const score = { objective_id: 1, team_id: 1, points: 5, rank: 1, number: 1, finished: true, timestamp: start, user_id: 7 }
  const next = [
    { ...score, points: 6, timestamp: later },
    { ...score, team_id: 2 },
  ]
  expect(
    ask('diff', { old: [score, { ...score, team_id: 3 }, { ...score, team_id: 4 }], new: [...next, { ...score, team_id: 4 }] })
      .answer,
  ).toEqual({
    diffs: [
      { objective_id: 1, team_id: 1, diff_type: 'Changed', field_diff: ['Points', 'Timestamp'] },
      { objective_id: 1, team_id: 2, diff_type: 'Added', field_diff: [] },
      { objective_id: 1, team_id: 3, diff_type: 'Removed', field_diff: [] },
    ],
  })
})

test('accepted input that scores nothing gets a warning', () => {
  const objectives = { id: 1, children: [{ id: 2, aggregation: 'DIFFERENCE_BETWEEN' }] }
  expect(ask('evaluate', { teams: [], objectives, aggregations: [] }).warnings).toEqual([
    expect.stringMatching(/valid_from and valid_to/),
  ])
})

test('null stands for an empty list and for an unknown amount', () => {
  const objectives = { id: 2, scoring_preset: { scoring_method: 'RANKED_TIME', points: null }, children: null, conditions: null }
  expect(ask('evaluate', { teams: [{ id: 1 }], objectives, aggregations }).answer).toMatchObject({ totals: { 1: 0 } })
  const event = { teams: [{ id: 1 }] }
  const found = ask('aggregate', { now: start, event, objectives: [{ id: 2 }], stash_changes: null, matches: [] })
  expect(found.answer).toEqual({ aggregations: [] })
  const players = [{ level: null, ascendancy_points: 8, delve_depth: null, atlas_trees: [{ hashes: null }] }]
  expect(ask('value', { objective_type: 'PLAYER', number_field: 'PLAYER_SCORE', players }).answer).toEqual({ value: 3 })
})

describe('bad input is refused in one line that names the position', () => {
  test.each<[string, unknown, RegExp]>([
    [
      'evaluate',
      { teams: [], objectives: { id: 1, scoring_preset: preset('LOTTERY', []) }, aggregations: [] },
      /^objectives\.scoring_preset\.scoring_method: Invalid option/,
    ],
    ['evaluate', { teams: [], objectives: { id: 1, children: [{ id: 1 }] }, aggregations: [] }, /objective 1 is given twice/],
    [
      'evaluate',
      { teams: [], objectives: [{ id: 1 }, { id: 2, parent_id: 9 }], aggregations: [] },
      /parent 9, which does not exist/,
    ],
    [
      'evaluate',
      { teams: [], objectives: [{ id: 1 }, { id: 2, parent_id: 3 }, { id: 3, parent_id: 2 }], aggregations: [] },
      /its own ancestor/,
    ],
    ['aggregate', { now: 'yesterday', event: { teams: [] }, objectives: [], matches: [] }, /^now: /],
    [
      'aggregate',
      { now: start, event: { teams: [] }, objectives: [{ id: 1, aggregation: 'GUESS' }], matches: [] },
      /^objectives\[0\]\.aggregation: /,
    ],
    ['value', { objective_type: 'PLAYER', number_field: 'PLAYER_LEVEL', players: [] }, /exactly one player/],
    ['value', { objective_type: 'TEAM', number_field: 'STACK_SIZE', players: [] }, /STACK_SIZE is not read from these players/],
    ['field', { field: 'COLOUR', item: {} }, /^field: /],
    ['diff', null, /object/],
  ])('%s', (command, input, reason) => {
    expect(() => ask(command, input)).toThrow(reason)
  })
})

describe('the command', () => {
  const call = (args: string[], input: string) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'tools', 'score.ts'), ...args], {
      input,
      encoding: 'utf8',
    })
    return { status, stdout, stderr }
  }

  test('answers a batch in its order, with an error for a bad element', () => {
    const good = { field: 'BASE_TYPE', item: { baseType: 'Ring' } }
    const { status, stdout } = call(['field'], JSON.stringify([good, 5, good]))
    expect(JSON.parse(stdout)).toEqual([
      { type: 'string', value: 'Ring' },
      { error: expect.stringMatching(/object/) },
      { type: 'string', value: 'Ring' },
    ])
    expect(status).toBe(0)
  })

  test('reads a file that begins with a byte order mark', () => {
    const folder = mkdtempSync(join(tmpdir(), 'muster-score-'))
    writeFileSync(join(folder, 'scores.json'), '\uFEFF{"old":[],"new":[]}')
    const answer = call(['diff', join(folder, 'scores.json')], '')
    rmSync(folder, { recursive: true })
    expect(answer).toEqual({ status: 0, stdout: '{"diffs":[]}\n', stderr: '' })
  })

  test('answers the rest of a batch when one element nests too deeply to be read', () => {
    const levels = 20_000
    const nest = `{"node":${'{"children":['.repeat(levels)}${']}'.repeat(levels)}}`
    const { status, stdout } = call(['potential'], `[${nest},{"node":{}}]`)
    expect(JSON.parse(stdout)).toEqual([{ error: expect.stringMatching(/too deeply/) }, { potential: {} }])
    expect(status).toBe(0)
  })

  test.each([
    ['an unknown command', ['guess'], '{}'],
    ['no JSON', ['diff'], '{'],
    ['a missing file', ['diff', 'no-such-file.json'], ''],
    ['input of the wrong shape', ['diff'], '{"old":1}'],
  ])('ends with 2 and one line for %s', (_, args, input) => {
    const { status, stdout, stderr } = call(args, input)
    expect({ status, stdout, lines: stderr.trimEnd().split('\n').length }).toEqual({ status: 2, stdout: '', lines: 1 })
  })
})
