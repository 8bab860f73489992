import { expect, it } from 'vitest'
import { judgesOwnTeam } from './judging.ts'

it.each([
  ['a rival', { user_id: 1, team_id: 5 }, { user_id: 2, team_id: 6 }, false],
  ['a member of their own team', { user_id: 1, team_id: 5 }, { user_id: 2, team_id: 5 }, true],
  ['their own team as a whole', { user_id: 1, team_id: 5 }, { user_id: null, team_id: 5 }, true],
  ['an achievement for a team they have left', { user_id: 1, team_id: 5 }, { user_id: 1, team_id: 6 }, true],
  ['all teams', { user_id: 1, team_id: 5 }, { user_id: null, team_id: null }, false],
  ['any player, if they do not play', { user_id: 1, team_id: null }, { user_id: 2, team_id: 5 }, false],
  ['all teams, if they do not play', { user_id: 1, team_id: null }, { user_id: null, team_id: null }, false],
])('judging %s', (_, judge, judged, expected) => {
  expect(judgesOwnTeam(judge, judged)).toBe(expected)
})
