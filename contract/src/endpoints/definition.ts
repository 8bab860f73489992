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

/** 2,000 objectives with conditions, as they are pasted or imported. */
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
    summary: 'Makes many edits of objectives and presets in their order: all of them or none, as one change',
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
    summary: 'What the same edits would do to the standings; stores nothing',
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
    summary: 'Who changed the definition when and why, newest first; page on with before = the last sequence received',
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
    summary: 'How far what is stored has been matched again after an edit',
  }),
} as const
