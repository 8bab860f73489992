import type { GameVersion } from '@muster/contract/events'
import type { PersonalObjectives } from '@muster/contract/personal-objectives'
import { expect, test } from 'vitest'
import { readPersonalObjectives } from './personal-points.ts'
import { findPersonalProblems, listCountedFields } from './personal-problems.ts'

const step = (number_field: PersonalObjectives['steps'][number]['number_field'], at: number, points = 1) => ({
  number_field,
  at,
  points,
})
const none: PersonalObjectives = { cap: 0, steps: [], figures_cap: 0, figures: [] }
const find = (rules: Partial<PersonalObjectives> | null, game_version: GameVersion = 'poe1') =>
  findPersonalProblems({ game_version, personal_objectives: rules && { ...none, ...rules } }).map(
    ({ path, problem }) => `${path.join('.')} ${problem}`,
  )

test('the usual steps of both games are valid, and so is an event without its own rules', () => {
  for (const game_version of ['poe1', 'poe2'] as const) {
    expect(find(null, game_version)).toEqual([])
    expect(find(readPersonalObjectives({ game_version, personal_objectives: null }), game_version)).toEqual([])
  }
})

const rows: [string, Partial<PersonalObjectives>, string[]][] = [
  ['no step and no figure', {}, ['steps needs a step or a figure']],
  [
    'thresholds of one number that do not rise',
    { steps: [step('PLAYER_LEVEL', 60), step('ASCENDANCY', 4), step('PLAYER_LEVEL', 60)] },
    ['steps.2.at must be higher than 60, the step before it'],
  ],
  [
    'a threshold out of reach',
    { steps: [step('PLAYER_LEVEL', 101)] },
    ['steps.0.at must not be higher than 100, the most that a player can reach'],
  ],
  [
    'the personal points themselves',
    { steps: [step('PLAYER_SCORE', 3)] },
    ['steps.0.number_field must be a number that characters show, and not PLAYER_SCORE itself'],
  ],
  [
    'a number of the log',
    { steps: [step('DEATHS', 3)] },
    ['steps.0.number_field must be a number that characters show, and not PLAYER_SCORE itself'],
  ],
  [
    'gems of a level',
    { steps: [step('GEMS_OF_LEVEL', 3)] },
    ['steps.0.number_field must be a number that characters show, and not PLAYER_SCORE itself'],
  ],
  [
    'a figure out of order, with points that do not rise',
    {
      figures: [
        {
          number_field: 'DELVE_DEPTH',
          steps: [
            { at: 200, points: 2 },
            { at: 100, points: 2 },
          ],
        },
      ],
    },
    [
      'figures.0.steps.1.at must be higher than 200, the step before it',
      'figures.0.steps.1.points must be higher than 2, the points of the step before it',
    ],
  ],
  [
    'two figures of one number',
    {
      figures: [
        { number_field: 'DELVE_DEPTH', steps: [{ at: 1, points: 1 }] },
        { number_field: 'DELVE_DEPTH', steps: [{ at: 2, points: 1 }] },
      ],
    },
    ['figures.1.number_field has a figure already'],
  ],
]
test.each(rows)('%s', (_, rules, problems) => {
  expect(find(rules)).toEqual(problems)
})

test('a number that the game does not have is refused, and not offered', () => {
  expect(find({ steps: [step('DELVE_DEPTH', 100)] }, 'poe2')).toEqual([
    'steps.0.number_field is a number that this game does not have',
  ])
  expect(listCountedFields('poe2')).not.toContain('DELVE_DEPTH')
  expect(listCountedFields('poe1')).toContain('DELVE_DEPTH')
  expect(listCountedFields('poe1')).not.toContain('PLAYER_SCORE')
})
