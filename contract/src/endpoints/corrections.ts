import { z } from 'zod'
import {
  Correction,
  CorrectionCreate,
  CorrectionId,
  CorrectionTrial,
  CorrectionWithdrawal,
  ExclusionCreate,
} from '../corrections.ts'
import { WhatIf } from '../definition.ts'
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
    refusals: ['objective_not_found', 'team_not_found', 'own_team'],
    summary: 'Adds a fact by hand, with a reason',
  }),
  createExclusion: endpoint({
    method: 'POST',
    path: '/events/{event_id}/exclusions',
    tag: 'submissions',
    access: ['admin', 'submission_judge'],
    event: 'visible',
    status: 201,
    params: byEvent,
    body: ExclusionCreate,
    reply: Correction,
    refusals: ['objective_not_found', 'team_not_found', 'user_not_found', 'own_team'],
    summary: 'Excludes a fact, a tab, a player or an interval from scoring, with a reason; also facts recorded later',
  }),
  previewCorrection: endpoint({
    method: 'POST',
    path: '/events/{event_id}/corrections/what-if',
    tag: 'submissions',
    access: ['admin', 'submission_judge'],
    event: 'visible',
    status: 200,
    params: byEvent,
    body: CorrectionTrial,
    reply: WhatIf,
    refusals: [
      'objective_not_found',
      'team_not_found',
      'user_not_found',
      'correction_not_found',
      'own_team',
      'preview_busy',
      'preview_too_long',
    ],
    summary: 'The effect of a correction or its withdrawal on the standings; stores nothing',
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
    refusals: ['correction_not_found', 'own_team'],
    summary: 'Withdraws a correction, with a reason; withdrawing it again changes nothing',
  }),
} as const
