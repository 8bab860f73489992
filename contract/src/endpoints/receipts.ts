import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Receipt } from '../receipts.ts'
import { event_id, objective_id, team_id } from './params.ts'

export const receiptsEndpoints = {
  getReceipt: endpoint({
    method: 'GET',
    path: '/events/{event_id}/objectives/{objective_id}/receipt',
    tag: 'scores',
    access: 'public',
    event: 'visible',
    status: 200,
    params: z.object({ event_id, objective_id }),
    query: z.object({ team_id }),
    required_query: ['team_id'],
    reply: Receipt,
    refusals: ['objective_not_found', 'team_not_found', 'progress_hidden'],
    summary: "Explains a team's points on an objective: every fact with its verdict",
  }),
} as const
