import { z } from 'zod'
import { ObjectiveId, TeamId } from './ids.ts'
import { ScoringMethod } from './scoring-presets.ts'
import { MinimalUser } from './users.ts'

/** Why a fact counts or does not. */
export const verdicts = [
  'counts',
  'baseline',
  'names',
  'retracted',
  'excluded',
  'unusable',
  'too_early',
  'too_late',
  'gone',
  'superseded',
  'not_first',
  'not_reached',
  'not_highest',
  'not_lowest',
  'not_fresh',
] as const
export const Verdict = z.enum(verdicts).meta({ id: 'Verdict' })
export type Verdict = z.output<typeof Verdict>

/**
 * Where a fact was seen: in a tab, on a character (worn) or in its inventory (carried), in a player's figures, in those of a team
 * together, or what people said and decided.
 */
export const factSources = ['stash', 'worn', 'carried', 'user', 'team', 'submission', 'correction', 'deposit'] as const
export const FactSource = z.enum(factSources).meta({ id: 'FactSource' })
export type FactSource = z.output<typeof FactSource>

const unixSeconds = z.int()
/** Who decided something, and what they said to it. */
const Ruling = z.object({ author: MinimalUser.nullable(), note: z.string().nullable() }).meta({ id: 'Ruling' })

export const ReceiptFact = z
  .object({
    /** Its number in the ledger. */
    sequence: z.int(),
    source: FactSource,
    /** Of a submission. */
    submission_id: z.int().nullable(),
    /** Name of the tab; the team's own affair, so null for others. */
    tab: z.string().nullable(),
    /** Who wore or carried it, as far as the character had come then. */
    character: z.object({ name: z.string(), level: z.int(), class: z.string() }).nullable(),
    number: z.int(),
    timestamp: unixSeconds,
    user: MinimalUser.nullable(),
    verdict: Verdict,
    /** The verdict in words. */
    reason: z.string(),
    /** For what a person decided: an approval, a correction. */
    ruling: Ruling.nullable(),
    /** Who took it out of the count again. */
    withdrawal: Ruling.nullable(),
  })
  .meta({ id: 'ReceiptFact' })
export type ReceiptFact = z.output<typeof ReceiptFact>

/** What a category's method does to a child's points: adds a bonus, or takes away what a complete bingo board no longer pays. */
export const adjustmentKinds = ['bonus', 'bingo'] as const
export type AdjustmentKind = (typeof adjustmentKinds)[number]

/** Why a team has its points on one objective, as of the board's state `ledger_sequence`. Times in unix seconds. */
export const Receipt = z
  .object({
    objective_id: ObjectiveId,
    team_id: TeamId,
    ledger_sequence: z.int(),
    /** What the board shows: own points, and what the parent's method adds or takes. */
    points: z.int(),
    own_points: z.int(),
    adjustment: z
      .object({ kind: z.enum(adjustmentKinds), objective_id: ObjectiveId, place: z.int(), points: z.int() })
      .nullable(),
    rank: z.int(),
    number: z.int(),
    required_number: z.int(),
    finished: z.boolean(),
    timestamp: unixSeconds.nullable(),
    user: MinimalUser.nullable(),
    scoring_method: ScoringMethod.nullable(),
    /** The whole story in one or two sentences. */
    sentence: z.string(),
    /** In the order of their time. Of very many, those that count and the newest. */
    facts: z.array(ReceiptFact),
    facts_left_out: z.int(),
    /** Of a category: what its method goes by. */
    children: z.array(z.object({ objective_id: ObjectiveId, finished: z.boolean(), timestamp: unixSeconds.nullable() })),
  })
  .meta({ id: 'Receipt' })
export type Receipt = z.output<typeof Receipt>
