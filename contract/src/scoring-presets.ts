import { z } from 'zod'
import { baseVersion, fileKey, nullableId, optionalText, requiredName } from './body.ts'
import { ScoringPresetId } from './ids.ts'
import { PresetParameters } from './preset-parameters.ts'

export const scoringMethods = [
  'PRESENCE',
  'POINTS_FROM_VALUE',
  'POINTS_PER_UNIT',
  'POINTS_BY_THRESHOLD',
  'RANKED_TIME',
  'RANKED_VALUE',
  'RANKED_REVERSE',
  'SHARED_BY_FINISHERS',
  'RANKED_COMPLETION_TIME',
  'BONUS_PER_COMPLETION',
  'RANKED_CHILD_SUM',
  'BINGO_3',
  'BINGO_BOARD',
] as const
export const ScoringMethod = z.enum(scoringMethods).meta({ id: 'ScoringMethod' })
export type ScoringMethod = z.output<typeof ScoringMethod>

export const scoringPresetTypes = ['OBJECTIVE', 'CATEGORY'] as const

export const ScoringPreset = z
  .object({
    id: ScoringPresetId,
    name: z.string(),
    description: z.string(),
    /**
     * By place, part, unit, threshold or number of finishers; beyond the end the last value repeats. May be fractional; awards are truncated
     * towards zero to whole points.
     */
    points: z.array(z.number()),
    /** 0 = no cap. */
    point_cap: z.int(),
    /** Absent if it has none. */
    parameters: PresetParameters.optional(),
    scoring_method: ScoringMethod,
    type: z.enum(scoringPresetTypes),
    /** Incremented with every edit. */
    version: z.int(),
  })
  .meta({ id: 'ScoringPreset' })
export type ScoringPreset = z.output<typeof ScoringPreset>

/** Longest list of points, and the largest single value: a larger award would be a typing error. */
export const longestPoints = 1000
export const largestPoints = 1_000_000_000

/** With an id: the preset to edit. An empty list of points pays nothing. */
export const ScoringPresetCreate = z
  .object({
    id: nullableId(ScoringPresetId),
    base_version: baseVersion,
    name: requiredName(),
    description: optionalText(),
    points: z.array(z.number().min(-largestPoints).max(largestPoints), { error: 'is required' }).max(longestPoints),
    point_cap: z
      .int()
      .nonnegative()
      .max(largestPoints)
      .nullish()
      .transform((cap) => cap ?? 0),
    /** Parameters that the method takes; absent: none. */
    parameters: PresetParameters.nullish().transform((parameters) => parameters ?? {}),
    scoring_method: ScoringMethod,
    type: z.enum(scoringPresetTypes),
    file_key: fileKey,
  })
  .meta({ id: 'ScoringPresetCreate' })
export type ScoringPresetCreate = z.output<typeof ScoringPresetCreate>
