import { expect, it } from 'vitest'
import { judgesOwnTeam } from './judging.ts'

it.each([
  ['a rival', { user_id: 1, team_id: 5 }, { user_id: 2, team_id: 6 }, false],
  ['somebody of their own team', { user_id: 1, team_id: 5 }, { user_id: 2, team_id: 5 }, true],
  ['their own team as a whole', { user_id: 1, team_id: 5 }, { user_id: null, team_id: 5 }, true],
  ['what they did for a team they have left', { user_id: 1, team_id: 5 }, { user_id: 1, team_id: 6 }, true],
  ['all teams', { user_id: 1, team_id: 5 }, { user_id: null, team_id: null }, false],
  ['anybody, when they do not play', { user_id: 1, team_id: null }, { user_id: 2, team_id: 5 }, false],
  ['all teams, when they do not play', { user_id: 1, team_id: null }, { user_id: null, team_id: null }, false],
])('judging %s', (_, judge, judged, expected) => {
  expect(judgesOwnTeam(judge, judged)).toBe(expected)
})
