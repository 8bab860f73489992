import { z } from 'zod'
import { ObjectiveId, ScoringPresetId } from './ids.ts'

/** All findings of the definition check; the domain defines their meaning. */
export const definitionProblemCodes = [
  'broken_tree',
  'refused_condition',
  'no_conditions',
  'never_matches',
  'impossible_value',
  'unknown_name',
  'counts_carried',
  'cannot_count',
  'impossible_window',
  'window_beyond_event',
  'window_outside_parent',
  'empty_category',
  'pays_nothing',
  'cannot_pay',
  'never_finished',
  'unreachable_points',
  'broken_board',
  'same_name',
  'same_conditions',
  'overlap',
] as const
export const DefinitionProblemCode = z.enum(definitionProblemCodes).meta({ id: 'DefinitionProblemCode' })
export type DefinitionProblemCode = z.output<typeof DefinitionProblemCode>

/** `error`: the part can never work as intended. `warning`: probably a mistake. `notice`: fine if intended. */
export const problemSeverities = ['error', 'warning', 'notice'] as const
export const ProblemSeverity = z.enum(problemSeverities).meta({ id: 'ProblemSeverity' })
export type ProblemSeverity = z.output<typeof ProblemSeverity>

/** A part of a sentence; with an id it is the name of that objective, so that it can be linked. */
const SentencePart = z.object({ text: z.string(), objective_id: ObjectiveId.nullable() })

export const DefinitionProblem = z
  .object({
    code: DefinitionProblemCode,
    severity: ProblemSeverity,
    /** The objective to correct; null: the preset, or the tree as a whole. */
    objective_id: ObjectiveId.nullable(),
    preset_id: ScoringPresetId.nullable(),
    sentence: z.array(SentencePart),
  })
  .meta({ id: 'DefinitionProblem' })
export type DefinitionProblem = z.output<typeof DefinitionProblem>

export const DefinitionProblems = z
  .object({
    /** The number of the checked definition; 0 before its first change. */
    definition_version: z.int().nonnegative(),
    /** Errors first, then by position in the tree. */
    problems: z.array(DefinitionProblem),
    /** All problems, including problems beyond the list. */
    counts: z.object({ error: z.int(), warning: z.int(), notice: z.int() }),
    by_code: z.partialRecord(DefinitionProblemCode, z.int()),
    left_off: z.int().nonnegative(),
    /** False if there are too many objectives to compare all pairs; overlaps may be missing then. */
    compared_all: z.boolean(),
  })
  .meta({ id: 'DefinitionProblems' })
export type DefinitionProblems = z.output<typeof DefinitionProblems>
