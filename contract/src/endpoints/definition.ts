import { z } from 'zod'
import { DefinitionChange, DefinitionEdited, DefinitionEdits, RematchProgress, WhatIf } from '../definition.ts'
import { endpoint } from '../endpoint.ts'
import { largestSequence, numberParam } from '../query.ts'
import { byEvent } from './params.ts'

const refusals = [
  'event_final',
  'event_locked',
  'objective_not_found',
  'scoring_preset_not_found',
  'changed_meanwhile',
  'rules_changed',
] as const

/** Room for 2,000 objectives with conditions, pasted or imported. */
const largest_body_bytes = 16 * 1024 * 1024

export const definitionEndpoints = {
  editDefinition: endpoint({
    method: 'POST',
    path: '/events/{event_id}/definition/edits',
    tag: 'objectives',
    access: ['admin', 'objective_designer'],
    event: 'visible',
    status: 200,
    params: byEvent,
    body: DefinitionEdits,
    largest_body_bytes,
    reply: DefinitionEdited,
    refusals,
    summary: 'Makes several edits of objectives and presets in order: all of them or none, as one change',
  }),
  previewDefinition: endpoint({
    method: 'POST',
    path: '/events/{event_id}/definition/what-if',
    tag: 'objectives',
    access: ['admin', 'objective_designer'],
    event: 'visible',
    status: 200,
    params: byEvent,
    body: DefinitionEdits,
    largest_body_bytes,
    reply: WhatIf,
    refusals: [...refusals, 'preview_busy', 'preview_too_long'],
    summary: 'The effect of the same edits on the standings; stores nothing',
  }),
  getDefinitionChanges: endpoint({
    method: 'GET',
    path: '/events/{event_id}/definition/changes',
    tag: 'objectives',
    access: ['admin', 'objective_designer'],
    event: 'visible',
    status: 200,
    params: byEvent,
    query: z.object({ before: numberParam(largestSequence).optional(), limit: numberParam(200).default(50) }),
    reply: z.array(DefinitionChange),
    summary:
      'The changes of the definition with author, time and reason, newest first; page on with before = the last sequence received',
  }),
  getRematches: endpoint({
    method: 'GET',
    path: '/events/{event_id}/definition/rematches',
    tag: 'objectives',
    access: ['admin', 'objective_designer'],
    event: 'visible',
    status: 200,
    params: byEvent,
    reply: RematchProgress,
    summary: 'The progress of matching stored data again after an edit',
  }),
} as const
