import { z } from 'zod'
import { callsOf } from './calls-of.ts'
import { ConfirmedScores, Receipt } from '../receipts.ts'
import { team_id } from './params.ts'

const { GET } = callsOf('scores')

export const receiptsEndpoints = {
  getReceipt: GET('/events/{event_id}/objectives/{objective_id}/receipt', {
    keys: 'public',
    access: 'public',
    query: z.object({ team_id }),
    required_query: ['team_id'],
    reply: Receipt,
    refusals: ['objective_not_found', 'team_not_found', 'progress_hidden'],
    summary: "Explains a team's points on an objective: every fact with its verdict",
  }),
  getConfirmedScores: GET('/events/{event_id}/scores/confirmed', {
    keys: 'public',
    access: 'public',
    reply: ConfirmedScores,
    summary: 'Totals of the teams without reports that no judge has confirmed, and the results that count on such reports',
  }),
} as const
