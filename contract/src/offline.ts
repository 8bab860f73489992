/**
 * The input of the offline scorer: JSON files from organisers and tests, field names as in the API, times in ISO 8601. Almost
 * everything is optional, but every field present must be valid.
 */
import { z } from 'zod'
import { ItemField } from './conditions.ts'
import { GameVersion } from './events.ts'
import { defaultGame } from './game-versions.ts'
import { Aggregation, FinishRule, maxRules, NumberField, ObjectiveType } from './objectives.ts'
import { PersonalObjectives } from './personal-objectives.ts'
import { PresetParameters } from './preset-parameters.ts'
import { ScoringMethod } from './scoring-presets.ts'

const id = z.int()
/** With an offset; without one, UTC. */
const time = z.iso.datetime({ offset: true, local: true })
const maybe = <S extends z.ZodType>(schema: S) => schema.nullish().transform((value) => value ?? null)
/** Some programs write an empty list as null. */
const list = <S extends z.ZodType>(schema: S) =>
  z
    .array(schema)
    .nullish()
    .transform((value) => value ?? [])
/** Unknown values of a player count as 0. */
const amount = z
  .number()
  .nullish()
  .transform((value) => value ?? 0)

/** Field and operator may be any text here: unknown ones are rejected by name in the answer. */
const OfflineCondition = z.object({
  field: z.string(),
  operator: z.string(),
  value: z.union([z.string(), z.number(), z.boolean()]).transform(String),
})

const OfflinePreset = z.object({
  scoring_method: ScoringMethod,
  points: list(z.number()),
  point_cap: z.number().nullish(),
  parameters: PresetParameters.nullish().transform((parameters) => parameters ?? undefined),
})

/** The rules after the first one. */
const furtherPresets = list(OfflinePreset).refine((given) => given.length < maxRules, `has more than ${maxRules - 1} presets`)

/** A node in a flat list, or with its children inside. */
export const OfflineObjective = z.object({
  id,
  parent_id: maybe(id),
  name: z.string().nullish(),
  extra: z.string().nullish(),
  objective_type: ObjectiveType.nullish(),
  aggregation: Aggregation.nullish(),
  number_field: NumberField.nullish(),
  required_number: z.number().nullish(),
  hide_progress: z.boolean().nullish(),
  valid_from: maybe(time),
  valid_to: maybe(time),
  conditions: z.array(OfflineCondition).nullish(),
  scoring_preset: maybe(OfflinePreset),
  further_presets: furtherPresets,
  finished_by: FinishRule.nullish(),
  get children() {
    return z.array(OfflineObjective).nullish()
  },
})
export type OfflineObjective = z.output<typeof OfflineObjective>
export type OfflineRules = Pick<OfflineObjective, 'scoring_preset' | 'further_presets'>

/** Items are read unchanged; the rules tolerate anything. */
const OfflineItem = z.record(z.string(), z.unknown())

export const MatchInput = z.object({
  game_version: GameVersion.default(defaultGame),
  now: maybe(time),
  objectives: z.array(OfflineObjective),
  items: z.array(z.unknown()),
})

export const OfflineMatch = z.object({
  objective_id: id,
  team_id: id,
  user_id: maybe(id),
  number: z.number(),
  timestamp: time,
  stash_change_id: maybe(id),
})
export type OfflineMatch = z.output<typeof OfflineMatch>

const stashId = z.union([z.string(), z.int().transform(String)])

export const AggregateInput = z.object({
  now: time,
  event: z.object({ start: maybe(time), end: maybe(time), teams: z.array(z.object({ id })) }),
  objectives: z.array(OfflineObjective),
  stash_changes: list(z.object({ id, stash_id: stashId, timestamp: time })),
  matches: z.array(OfflineMatch),
})

export const EvaluateInput = z.object({
  teams: z.array(z.object({ id })),
  objectives: z.union([z.array(OfflineObjective), OfflineObjective]),
  aggregations: z.array(
    z.object({
      objective_id: id,
      team_id: id,
      number: z.number(),
      timestamp: maybe(time),
      user_id: maybe(id),
      finished: z.boolean(),
    }),
  ),
})

export const RunInput = z.object({
  now: time,
  game_version: GameVersion.default(defaultGame),
  event: z.object({
    name: z.string(),
    start: maybe(time),
    end: maybe(time),
    teams: z.array(z.object({ id, users: list(z.object({ id, account_name: z.string() })) })),
  }),
  objectives: z.union([z.array(OfflineObjective), OfflineObjective]),
  changes: z.array(
    z.object({
      id,
      account_name: maybe(z.string()),
      league: maybe(z.string()),
      stash_id: stashId,
      timestamp: time,
      /** Set if the items are a character's instead of a tab's: its class for worn items, empty for carried items. */
      worn_by: z.string().optional(),
      items: list(z.unknown()),
    }),
  ),
})

/** The name of a power, or only whether one is chosen. */
const power = z.union([z.string(), z.boolean()]).nullish()

export const ValueInput = z.object({
  objective_type: z.enum(['PLAYER', 'TEAM']),
  number_field: NumberField,
  game_version: GameVersion.default(defaultGame),
  personal_objectives: PersonalObjectives.nullable().default(null),
  pieces_from: z.int().nullish(),
  players_from: z.int().nullish(),
  players: z.array(
    z.object({
      level: amount,
      ascendancy_points: amount,
      pantheon_major: power,
      pantheon_minor: power,
      delve_depth: amount,
      experience: amount,
      /** Calculated, by their names in Path of Building. */
      stats: maybe(z.record(z.string(), z.number())),
      equipment: maybe(z.array(OfflineItem)),
      jewels: maybe(z.array(OfflineItem)),
      skills: maybe(z.array(OfflineItem)),
      atlas_trees: list(z.object({ hashes: list(z.int()) })),
    }),
  ),
})

export const FieldInput = z.object({ field: ItemField, game_version: GameVersion.default(defaultGame), item: OfflineItem })

const progress = { points: z.number(), finished: z.boolean() }

export const OfflineNode = z.object({
  scoring_preset: maybe(OfflinePreset),
  further_presets: furtherPresets,
  /** `by_rule`: with further presets, the share of each preset in their order. */
  team_score: z
    .record(z.string().regex(/^-?\d+$/), z.object({ ...progress, by_rule: z.array(z.object(progress)).optional() }))
    .default({}),
  get children() {
    return z.array(OfflineNode).nullish()
  },
})
export type OfflineNode = z.output<typeof OfflineNode>

export const PotentialInput = z.object({ node: OfflineNode })

export const OfflineScore = z.object({
  objective_id: id,
  team_id: id,
  points: z.number(),
  rank: z.int().default(0),
  number: z.number().default(0),
  finished: z.boolean().default(false),
  timestamp: maybe(time),
  user_id: maybe(id),
})

export type OfflineScore = z.output<typeof OfflineScore>

export const DiffInput = z.object({ old: z.array(OfflineScore), new: z.array(OfflineScore) })

type Issue = z.core.$ZodIssue

/** If several forms are allowed, reports the error of the form that was read furthest, which was probably intended. */
function findFault(issue: Issue): Issue {
  if (issue.code !== 'invalid_union') return issue
  const faults = issue.errors.flatMap((form) => form.slice(0, 1)).map(findFault)
  const furthest = faults.toSorted((one, other) => other.path.length - one.path.length)[0]
  return furthest && furthest.path.length > 0 ? { ...furthest, path: [...issue.path, ...furthest.path] } : issue
}

/** The first error of an input with its path: `objectives[2].aggregation: Invalid option: …`. */
function nameFault(error: z.ZodError): string {
  const [first] = error.issues
  if (!first) return error.message
  const { path, message } = findFault(first)
  const way = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('')
  return way === '' ? message : `${way.replace(/^\./, '')}: ${message}`
}

export type OfflineSchema = z.ZodType

/** Reads an input by its schema, or describes the first error in one line. */
export function readOffline<S extends OfflineSchema>(
  schema: S,
  input: unknown,
): { ok: true; input: z.output<S> } | { ok: false; reason: string } {
  const parsed = schema.safeParse(input)
  return parsed.success ? { ok: true, input: parsed.data } : { ok: false, reason: nameFault(parsed.error) }
}

export type OfflineInput<S extends OfflineSchema> = z.output<S>
