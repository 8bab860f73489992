import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ScoreChange, ScoreDiff, ScoreHistory, SimpleScores } from '../scores.ts'
import { byEvent, objective_id } from './params.ts'

const unixSeconds = z.coerce.number().int().nonnegative()

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
      before: z.coerce.number().int().positive().optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
      /** Moments at which changes were scored, both ends included. */
      from: unixSeconds.optional(),
      to: unixSeconds.optional(),
      /** `points`: leaves out changes that only moved a number. */
      only: z.enum(['points']).optional(),
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
      from: unixSeconds.optional(),
      to: unixSeconds.optional(),
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
    query: z.object({ token: z.string().max(4000).optional(), since: z.coerce.number().int().nonnegative().optional() }),
    reply: z.array(ScoreDiff),
    summary: 'Live score changes; with since, also those after that number',
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
    summary: 'Live team totals: at once, then after each change',
  }),
} as const
