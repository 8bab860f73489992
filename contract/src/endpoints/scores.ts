import { z } from 'zod'
import { callsOf } from './calls-of.ts'
import { countParam, largestSequence, momentParam, numberParam } from '../query.ts'
import { ScoreChange, ScoreDiff, ScoreHistory, SimpleScores } from '../scores.ts'
import { objective_id, team_id } from './params.ts'

const { GET } = callsOf('scores')

export const scoresEndpoints = {
  getLatestScoresForEvent: GET('/events/{event_id}/scores/latest', {
    keys: 'public',
    access: 'public',
    reply: z.array(ScoreDiff),
    summary: 'All current scores the caller may see; the header x-score-sequence numbers the state',
  }),
  getScoreChanges: GET('/events/{event_id}/scores/changes', {
    keys: 'public',
    access: 'public',
    query: z.object({
      before: numberParam(largestSequence).optional(),
      /** Only newer changes, oldest first: for programs that ask again and again. */
      after: countParam(largestSequence).optional(),
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
    refusals: ['changes_removed'],
    summary:
      'Numbered score changes, newest first; page on with before = the last sequence received, or, oldest first, with after; the header x-score-sequence numbers the state',
  }),
  getScoreHistory: GET('/events/{event_id}/scores/history', {
    keys: 'public',
    access: 'public',
    query: z.object({
      from: momentParam().optional(),
      to: momentParam().optional(),
      /** Only this objective and everything below it. */
      objective_id: objective_id.optional(),
    }),
    reply: ScoreHistory,
    summary: 'Team totals over time; default: the whole event, all objectives',
  }),
  scoreWebSocket: GET('/events/{event_id}/scores/ws', {
    keys: 'public',
    access: 'public',
    status: 101,
    query: z.object({ token: z.string().max(4000).optional(), since: countParam(largestSequence).optional() }),
    reply: z.array(ScoreDiff),
    summary: 'Live score changes; with since, also the changes after that number',
  }),
  scoreStream: GET('/events/{event_id}/scores/stream', {
    keys: 'public',
    access: 'public',
    answer_type: 'text/event-stream',
    query: z.object({ since: countParam(largestSequence).optional() }),
    reply: z.array(ScoreDiff),
    summary:
      'The same live score changes as server-sent events; continues after the header Last-Event-ID, or after since; the event reload asks to load the latest scores again',
  }),
  simpleScoreWebSocket: GET('/events/{event_id}/scores/simple/ws', {
    keys: 'public',
    access: 'public',
    status: 101,
    reply: SimpleScores,
    summary: 'Live team totals: immediately, then after each change',
  }),
} as const
