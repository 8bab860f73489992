import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ScoringPreset } from '../scoring-presets.ts'
import { byEvent } from './params.ts'

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
} as const
