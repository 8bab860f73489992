import { z } from 'zod'
import { EmptyObject } from '../empty-object.ts'
import { endpoint } from '../endpoint.ts'
import { ScoringPreset, ScoringPresetCreate } from '../scoring-presets.ts'
import { byEvent, scoring_preset_id } from './params.ts'

export const scoringPresetsEndpoints = {
  getScoringPresetsForEvent: endpoint({
    method: 'GET',
    path: '/events/{event_id}/scoring-presets',
    tag: 'objectives',
    access: 'public',
    event: 'visible',
    status: 200,
    params: byEvent,
    reply: z.array(ScoringPreset),
    summary: 'The scoring presets of an event',
  }),
  createScoringPreset: endpoint({
    method: 'PUT',
    path: '/events/{event_id}/scoring-presets',
    tag: 'objectives',
    access: ['admin', 'objective_designer'],
    event: 'visible',
    status: 200,
    params: byEvent,
    body: ScoringPresetCreate,
    reply: ScoringPreset,
    refusals: ['event_locked', 'scoring_preset_not_found', 'changed_meanwhile'],
    summary: 'Creates a scoring preset, or edits the one with the id given',
  }),
  deleteScoringPreset: endpoint({
    method: 'DELETE',
    path: '/events/{event_id}/scoring-presets/{id}',
    tag: 'objectives',
    access: ['admin', 'objective_designer'],
    event: 'visible',
    status: 200,
    params: byEvent.extend({ id: scoring_preset_id }),
    reply: EmptyObject,
    refusals: ['event_locked', 'scoring_preset_not_found'],
    summary: 'Deletes a scoring preset; objectives that used it pay nothing from then on',
  }),
} as const
