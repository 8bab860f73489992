import { z } from 'zod'
import { count, largestInt } from './body.ts'
import { TeamId } from './ids.ts'

/**
 * The properties that a proposal tries to balance between teams, each explained on the page and weighted in
 * `domain/teams/aims.ts`.
 */
export const aims = [
  'sizes',
  'playtime_buckets',
  'expected_hours',
  'likely_hours',
  'evenings',
  'experience',
  'help',
  'guild_owners',
  'stay',
] as const
export type Aim = (typeof aims)[number]

/** The weight of each aim: 0 = ignored, 5 = most important. */
export const Aims = z.record(z.enum(aims), z.int().min(0).max(5)).meta({ id: 'Aims' })
export type Aims = z.output<typeof Aims>

export const maxSorted = 2000
const maxRules = 4000

/** Identifies a person anonymously. Only organisers and the person themselves learn the identity. */
export const SortRow = z.string().regex(/^[0-9a-f]{12}$/, 'must be a row of the sort')

/** All data that a sort uses about one person. */
export const SortEntry = z
  .object({
    row: SortRow,
    /** The team before the sort; null = none. */
    present_team_id: TeamId.nullable(),
    /** Hours per day, as declared; 0 = the person has not signed up. */
    expected_hours: z.int().min(0).max(24),
    /** Hours per day in the latest past event that measured them; null = never measured. */
    measured_hours: z.int().min(0).max(24).nullable(),
    /** Past events: 0 = none, 1 = one to four, 2 = five and more. */
    experience: z.int().min(0).max(2),
    needs_help: z.boolean(),
    wants_to_help: z.boolean(),
    is_guild_owner: z.boolean(),
    /** The quarter of the day, in UTC, in which it is 8 p.m. for the person; null = unknown. */
    evening: z.int().min(0).max(3).nullable(),
  })
  .meta({ id: 'SortEntry' })
export type SortEntry = z.output<typeof SortEntry>

const Pair = z.tuple([SortRow, SortRow])

/** Bounds for the size of a team; null = no limit. */
export const SizeLimit = z
  .object({ team_id: TeamId, min: count.max(largestInt).nullable(), max: count.max(largestInt).nullable() })
  .meta({ id: 'SizeLimit' })
export type SizeLimit = z.output<typeof SizeLimit>

/** The constraints of a proposal. */
export const SortRules = z
  .object({
    /** People who stay in their team. */
    locks: z.array(z.object({ row: SortRow, team_id: TeamId })).max(maxSorted),
    /** Partners who named each other, and pairs that an organiser puts together. */
    together: z.array(Pair).max(maxRules),
    apart: z.array(Pair).max(maxRules),
    sizes: z.array(SizeLimit).max(100),
  })
  .meta({ id: 'SortRules' })
export type SortRules = z.output<typeof SortRules>

/** The complete input of a proposal, except for the seed and the version of the method. */
export const SortInput = z
  .object({
    team_ids: z.array(TeamId).max(100),
    entries: z.array(SortEntry).max(maxSorted),
    rules: SortRules,
    aims: Aims,
  })
  .meta({ id: 'SortInput' })
export type SortInput = z.output<typeof SortInput>

export const Placement = z.object({ row: SortRow, team_id: TeamId }).meta({ id: 'Placement' })
export type Placement = z.output<typeof Placement>
