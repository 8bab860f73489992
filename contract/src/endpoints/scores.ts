import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { countParam, largestSequence, momentParam, numberParam } from '../query.ts'
import { ScoreChange, ScoreDiff, ScoreHistory, SimpleScores } from '../scores.ts'
import { byEvent, objective_id, team_id } from './params.ts'

export const scoresEndpoints = {
  getLatestScoresForEvent: endpoint({
    method: 'GET',
    path: '/events/{event_id}/scores/latest',
    tag: 'scores',
    access: 'public',
    event: 'visible',
    status: 200,
    params: byEvent,
    reply: z.array(ScoreDiff),
    summary: 'All current scores the caller may see; the header x-score-sequence numbers the state',
  }),
  getScoreChanges: endpoint({
    method: 'GET',
    path: '/events/{event_id}/scores/changes',
    tag: 'scores',
    access: 'public',
    event: 'visible',
    status: 200,
    params: byEvent,
    query: z.object({
      before: numberParam(largestSequence).optional(),
      limit: numberParam(200).default(50),
      /** Times at which changes were scored, both ends included. */
      from: momentParam().optional(),
      to: momentParam().optional(),
      /** `points`: leaves out changes that only changed a number. */
      only: z.enum(['points']).optional(),
      /** Only of this team. */
      team_id: team_id.optional(),
    }),
    reply: z.array(ScoreChange),
    summary: 'Numbered score changes, newest first; page on with before = the last sequence received',
  }),
  getScoreHistory: endpoint({
    method: 'GET',
    path: '/events/{event_id}/scores/history',
    tag: 'scores',
    access: 'public',
    event: 'visible',
    status: 200,
    params: byEvent,
    query: z.object({
      from: momentParam().optional(),
      to: momentParam().optional(),
      /** Only this objective and everything below it. */
      objective_id: objective_id.optional(),
    }),
    reply: ScoreHistory,
    summary: 'Team totals over time; default: the whole event, all objectives',
  }),
  scoreWebSocket: endpoint({
    method: 'GET',
    path: '/events/{event_id}/scores/ws',
    tag: 'scores',
    access: 'public',
    event: 'visible',
    status: 101,
    params: byEvent,
    query: z.object({ token: z.string().max(4000).optional(), since: countParam(largestSequence).optional() }),
    reply: z.array(ScoreDiff),
    summary: 'Live score changes; with since, also the changes after that number',
  }),
  simpleScoreWebSocket: endpoint({
    method: 'GET',
    path: '/events/{event_id}/scores/simple/ws',
    tag: 'scores',
    access: 'public',
    event: 'visible',
    status: 101,
    params: byEvent,
    reply: SimpleScores,
    summary: 'Live team totals: immediately, then after each change',
  }),
} as const
