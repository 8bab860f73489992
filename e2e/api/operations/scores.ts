import type { Operation } from '../operation.ts'

export const scoreOperations: readonly Operation[] = [
  { name: 'getLatestScoresForEvent', method: 'GET', path: '/events/{event_id}/scores/latest', status: 200, by: 'user' },
  { name: 'scoreWebSocket', method: 'GET', path: '/events/{event_id}/scores/ws', status: 101, by: 'user' },
  { name: 'simpleScoreWebSocket', method: 'GET', path: '/events/{event_id}/scores/simple/ws', status: 101, by: 'user' },
  { name: 'getScoreChanges', method: 'GET', path: '/events/{event_id}/scores/changes', status: 200, by: 'user', is_ours: true },
  { name: 'getScoreHistory', method: 'GET', path: '/events/{event_id}/scores/history', status: 200, by: 'user', is_ours: true },
  {
    name: 'getReceipt',
    method: 'GET',
    path: '/events/{event_id}/objectives/{objective_id}/receipt',
    status: 200,
    by: 'user',
    at: ({ objective_id }) => ({ objective_id }),
    query: ({ team_id }) => ({ team_id }),
    is_ours: true,
  },
  { name: 'getHealth', method: 'GET', path: '/health', status: 200, by: 'user', is_ours: true },
  { name: 'getReadiness', method: 'GET', path: '/ready', status: 200, by: 'user', is_ours: true },
  { name: 'getStatus', method: 'GET', path: '/status', status: 200, by: 'user', is_ours: true },
  {
    name: 'getTree',
    method: 'GET',
    path: '/game-trees/{game_version}/{kind}',
    status: 200,
    // Both are words of a list.
    unknown: 400,
    by: null,
    at: () => ({ game_version: 'poe1', kind: 'passive' }),
    query: () => ({ patch: '3_29' }),
    is_ours: true,
  },
  { name: 'getClock', method: 'GET', path: '/clock', status: 200, by: 'user', is_ours: true },
  { name: 'getItemImages', method: 'GET', path: '/item-images', status: 200, by: 'user', is_ours: true },
]
