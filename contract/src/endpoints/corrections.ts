import { z } from 'zod'
import { Correction, CorrectionCreate, CorrectionId, CorrectionWithdrawal } from '../corrections.ts'
import { endpoint } from '../endpoint.ts'
import { largestSequence, numberParam } from '../query.ts'
import { byEvent, event_id } from './params.ts'

const id = numberParam(largestSequence).pipe(CorrectionId).meta({ type: 'integer', minimum: 1, maximum: largestSequence })

export const correctionsEndpoints = {
  getCorrections: endpoint({
    method: 'GET',
    path: '/events/{event_id}/corrections',
    tag: 'submissions',
    access: ['admin', 'submission_judge'],
    event: 'visible',
    status: 200,
    params: byEvent,
    query: z.object({ before: id.optional(), limit: numberParam(200).default(50) }),
    reply: z.array(Correction),
    summary: 'Corrections, newest first; page on with before = the last id received',
  }),
  createCorrection: endpoint({
    method: 'POST',
    path: '/events/{event_id}/corrections',
    tag: 'submissions',
    access: ['admin', 'submission_judge'],
    event: 'visible',
    status: 201,
    params: byEvent,
    body: CorrectionCreate,
    reply: Correction,
    refusals: ['objective_not_found', 'team_not_found'],
    summary: 'Adds a fact by hand, with a reason',
  }),
  withdrawCorrection: endpoint({
    method: 'POST',
    path: '/events/{event_id}/corrections/{correction_id}/withdrawal',
    tag: 'submissions',
    access: ['admin', 'submission_judge'],
    event: 'visible',
    status: 201,
    params: z.object({ event_id, correction_id: id }),
    body: CorrectionWithdrawal,
    reply: Correction,
    refusals: ['correction_not_found'],
    summary: 'Withdraws a correction, with a reason; withdrawing it again changes nothing',
  }),
} as const
