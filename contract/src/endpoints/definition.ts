import { z } from 'zod'
import { DefinitionChange, DefinitionEdited, DefinitionEdits, RematchProgress, WhatIf } from '../definition.ts'
import { callsOf } from './calls-of.ts'
import { largestSequence, numberParam } from '../query.ts'

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

const { GET, POST } = callsOf('objectives')

export const definitionEndpoints = {
  editDefinition: POST('/events/{event_id}/definition/edits', {
    access: ['admin', 'objective_designer'],
    body: DefinitionEdits,
    largest_body_bytes,
    reply: DefinitionEdited,
    refusals: [...refusals, 'breaks_examples'],
    summary: 'Makes several edits of objectives and presets in order: all of them or none, as one change',
  }),
  previewDefinition: POST('/events/{event_id}/definition/what-if', {
    access: ['admin', 'objective_designer'],
    body: DefinitionEdits,
    largest_body_bytes,
    reply: WhatIf,
    refusals: [...refusals, 'preview_busy', 'preview_too_long'],
    summary: 'The effect of the same edits on the standings; stores nothing',
  }),
  getDefinitionChanges: GET('/events/{event_id}/definition/changes', {
    keys: null,
    access: ['admin', 'objective_designer'],
    query: z.object({ before: numberParam(largestSequence).optional(), limit: numberParam(200).default(50) }),
    reply: z.array(DefinitionChange),
    summary:
      'The changes of the definition with author, time and reason, newest first; page on with before = the last sequence received',
  }),
  getRematches: GET('/events/{event_id}/definition/rematches', {
    keys: null,
    access: ['admin', 'objective_designer'],
    reply: RematchProgress,
    summary: 'The progress of matching stored data again after an edit',
  }),
} as const
