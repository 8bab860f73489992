import { z } from 'zod'
import { EmptyObject } from '../empty-object.ts'
import { callsOf } from './calls-of.ts'
import { ScoringPreset, ScoringPresetCreate } from '../scoring-presets.ts'
import { event_id, scoring_preset_id } from './params.ts'

const { GET, PUT, DELETE } = callsOf('objectives')

export const scoringPresetsEndpoints = {
  getScoringPresetsForEvent: GET('/events/{event_id}/scoring-presets', {
    keys: 'public',
    access: 'public',
    reply: z.array(ScoringPreset),
    summary: 'The scoring presets of an event',
  }),
  createScoringPreset: PUT('/events/{event_id}/scoring-presets', {
    access: ['admin', 'objective_designer'],
    body: ScoringPresetCreate,
    reply: ScoringPreset,
    refusals: ['event_locked', 'scoring_preset_not_found', 'changed_meanwhile'],
    summary: 'Creates a scoring preset, or edits the one with the id given',
  }),
  deleteScoringPreset: DELETE('/events/{event_id}/scoring-presets/{id}', {
    access: ['admin', 'objective_designer'],
    params: z.object({ event_id, id: scoring_preset_id }),
    reply: EmptyObject,
    refusals: ['event_locked', 'scoring_preset_not_found'],
    summary: 'Deletes a scoring preset; objectives that used it pay nothing from then on',
  }),
} as const
