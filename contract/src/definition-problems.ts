import { z } from 'zod'
import { ObjectiveId, ScoringPresetId } from './ids.ts'

/** Everything that a check of a definition can find; the domain says of each what it means. */
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
  'unreachable_points',
  'same_name',
  'same_conditions',
  'overlap',
] as const
export const DefinitionProblemCode = z.enum(definitionProblemCodes).meta({ id: 'DefinitionProblemCode' })
export type DefinitionProblemCode = z.output<typeof DefinitionProblemCode>

/** `error`: it can never do what it is there for. `warning`: probably a slip. `notice`: fine where it is meant. */
export const problemSeverities = ['error', 'warning', 'notice'] as const
export const ProblemSeverity = z.enum(problemSeverities).meta({ id: 'ProblemSeverity' })
export type ProblemSeverity = z.output<typeof ProblemSeverity>

/** A piece of a sentence; with an id it is the name of that objective, so that it can be linked. */
const SentencePart = z.object({ text: z.string(), objective_id: ObjectiveId.nullable() })

export const DefinitionProblem = z
  .object({
    code: DefinitionProblemCode,
    severity: ProblemSeverity,
    /** Where to mend it; null: in the preset, or in the tree as a whole. */
    objective_id: ObjectiveId.nullable(),
    preset_id: ScoringPresetId.nullable(),
    sentence: z.array(SentencePart),
  })
  .meta({ id: 'DefinitionProblem' })
export type DefinitionProblem = z.output<typeof DefinitionProblem>

export const DefinitionProblems = z
  .object({
    /** The number of the definition that was looked over; 0 before its first change. */
    definition_version: z.int().nonnegative(),
    /** Errors first, then by place in the tree. */
    problems: z.array(DefinitionProblem),
    /** All of them, the ones that did not fit into the list included. */
    counts: z.object({ error: z.int(), warning: z.int(), notice: z.int() }),
    by_code: z.partialRecord(DefinitionProblemCode, z.int()),
    left_off: z.int().nonnegative(),
    /** False when there are too many objectives to compare each with each: then overlaps may be missing. */
    compared_all: z.boolean(),
  })
  .meta({ id: 'DefinitionProblems' })
export type DefinitionProblems = z.output<typeof DefinitionProblems>
