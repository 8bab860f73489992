import { z } from 'zod'
import {
  Correction,
  CorrectionCreate,
  CorrectionTrial,
  CorrectionWithdrawal,
  ExclusionCreate,
  ManualPoints,
  ManualPointsCreate,
  ManualPointsDecision,
} from '../corrections.ts'
import { WhatIf } from '../definition.ts'
import { callsOf } from './calls-of.ts'
import { numberParam } from '../query.ts'
import { correction_id } from './params.ts'

const { GET, POST } = callsOf('submissions')

export const correctionsEndpoints = {
  getCorrections: GET('/events/{event_id}/corrections', {
    keys: null,
    access: ['admin', 'submission_judge'],
    query: z.object({ before: correction_id.optional(), limit: numberParam(200).default(50) }),
    reply: z.array(Correction),
    summary: 'Corrections, newest first; page on with before = the last id received',
  }),
  createCorrection: POST('/events/{event_id}/corrections', {
    access: ['admin', 'submission_judge'],
    status: 201,
    body: CorrectionCreate,
    reply: Correction,
    refusals: ['objective_not_found', 'team_not_found', 'own_team'],
    summary: 'Adds a fact by hand, with a reason',
  }),
  getManualPoints: GET('/events/{event_id}/manual-points', {
    keys: 'public',
    access: 'public',
    reply: z.array(ManualPoints),
    summary: 'The newest 200 points that organisers gave or took by hand, without waiting, declined and withdrawn ones',
  }),
  createManualPoints: POST('/events/{event_id}/manual-points', {
    access: ['admin', 'submission_judge'],
    status: 201,
    body: ManualPointsCreate,
    reply: Correction,
    refusals: ['team_not_found', 'own_team'],
    summary: 'Gives points to a team or takes them; above the limit of the event they wait for a second person',
  }),
  decideManualPoints: POST('/events/{event_id}/corrections/{correction_id}/decision', {
    access: ['admin', 'submission_judge'],
    status: 201,
    body: ManualPointsDecision,
    reply: Correction,
    refusals: ['correction_not_found', 'own_team', 'own_correction', 'changed_meanwhile'],
    summary: 'Approves or declines waiting points; their author cannot. The same decision again changes nothing',
  }),
  createExclusion: POST('/events/{event_id}/exclusions', {
    access: ['admin', 'submission_judge'],
    status: 201,
    body: ExclusionCreate,
    reply: Correction,
    refusals: ['objective_not_found', 'team_not_found', 'user_not_found', 'own_team'],
    summary: 'Excludes a fact, a tab, a player or an interval from scoring, with a reason; also facts recorded later',
  }),
  previewCorrection: POST('/events/{event_id}/corrections/what-if', {
    access: ['admin', 'submission_judge'],
    body: CorrectionTrial,
    reply: WhatIf,
    refusals: [
      'objective_not_found',
      'team_not_found',
      'user_not_found',
      'correction_not_found',
      'own_team',
      'own_correction',
      'changed_meanwhile',
      'preview_busy',
      'preview_too_long',
    ],
    summary: 'The effect of a correction or its withdrawal on the standings; stores nothing',
  }),
  withdrawCorrection: POST('/events/{event_id}/corrections/{correction_id}/withdrawal', {
    access: ['admin', 'submission_judge'],
    status: 201,
    body: CorrectionWithdrawal,
    reply: Correction,
    refusals: ['correction_not_found', 'own_team', 'changed_meanwhile'],
    summary: 'Withdraws a correction, with a reason; withdrawing it again changes nothing',
  }),
} as const
