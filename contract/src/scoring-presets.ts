import { z } from 'zod'
import { ScoringPresetId } from './ids.ts'

export const scoringMethods = [
  'PRESENCE',
  'POINTS_FROM_VALUE',
  'RANKED_TIME',
  'RANKED_VALUE',
  'RANKED_REVERSE',
  'RANKED_COMPLETION_TIME',
  'BONUS_PER_COMPLETION',
  'BINGO_3',
] as const
export const ScoringMethod = z.enum(scoringMethods).meta({ id: 'ScoringMethod' })
export type ScoringMethod = z.output<typeof ScoringMethod>

export const scoringPresetTypes = ['OBJECTIVE', 'CATEGORY'] as const

export const ScoringPreset = z
  .object({
    id: ScoringPresetId,
    name: z.string(),
    description: z.string(),
    /** By place; beyond the end the last value repeats. May be fractional; awards are cut to whole points towards zero. */
    points: z.array(z.number()),
    /** 0 = no cap. */
    point_cap: z.int(),
    scoring_method: ScoringMethod,
    type: z.enum(scoringPresetTypes),
  })
  .meta({ id: 'ScoringPreset' })
export type ScoringPreset = z.output<typeof ScoringPreset>
