import { z } from 'zod'
import { ObjectiveId, ScoringPresetId, TeamId } from './ids.ts'
import { ScoringMethod } from './scoring-presets.ts'
import { trustLevels } from './submissions.ts'
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
  'seen_in_game',
  'reported_more',
] as const
export const Verdict = z.enum(verdicts).meta({ id: 'Verdict' })
export type Verdict = z.output<typeof Verdict>

/**
 * Where a fact was seen: in a tab, on a character (worn) or in its inventory (carried), in a player's figures, in those of a
 * whole team, or in a submission or a judge's decision.
 */
export const factSources = ['stash', 'worn', 'carried', 'user', 'team', 'submission', 'correction', 'deposit'] as const
export const FactSource = z.enum(factSources).meta({ id: 'FactSource' })
export type FactSource = z.output<typeof FactSource>

/**
 * How a fact is known: the game's API showed it, it was calculated from a build that the game showed, a judge or a guild's log confirms
 * it, or a player reports it.
 */
export const factTrusts = ['tracked', 'calculated', ...trustLevels] as const
export const FactTrust = z.enum(factTrusts).meta({ id: 'FactTrust' })
export type FactTrust = z.output<typeof FactTrust>

export const unixSeconds = z.int()
/** The author of a decision, and their note. */
const Ruling = z.object({ author: MinimalUser.nullable(), note: z.string().nullable() }).meta({ id: 'Ruling' })

export const ReceiptFact = z
  .object({
    /** Its number in the ledger. */
    sequence: z.int(),
    source: FactSource,
    trust: FactTrust,
    /** For a submission. */
    submission_id: z.int().nullable(),
    /** Name of the tab; visible to the team only, so null for others. */
    tab: z.string().nullable(),
    /** The character that wore or carried it, with its state at that time. */
    character: z.object({ name: z.string(), level: z.int(), class: z.string() }).nullable(),
    number: z.int(),
    timestamp: unixSeconds,
    user: MinimalUser.nullable(),
    verdict: Verdict,
    /** The verdict in words. */
    reason: z.string(),
    /** For decisions by people: an approval, a correction. */
    ruling: Ruling.nullable(),
    /** For points given or taken by hand: a link, and the second person. */
    proof: z.string().nullable(),
    approver: MinimalUser.nullable(),
    /** The judge who excluded it. */
    withdrawal: Ruling.nullable(),
  })
  .meta({ id: 'ReceiptFact' })
export type ReceiptFact = z.output<typeof ReceiptFact>

/**
 * The effect of a category's method on a child's points: a bonus, or the removal of points that a complete bingo board no longer
 * pays.
 */
export const adjustmentKinds = ['bonus', 'bingo'] as const
export type AdjustmentKind = (typeof adjustmentKinds)[number]

/** The scores without reports that no judge has confirmed; both lists are empty while none of them counts. */
export const ConfirmedScores = z
  .object({
    totals: z.array(z.object({ team_id: TeamId, points: z.int() })),
    /** Visible results that would be different, by objective. */
    unconfirmed: z.array(z.object({ objective_id: ObjectiveId, team_ids: z.array(TeamId) })),
  })
  .meta({ id: 'ConfirmedScores' })
export type ConfirmedScores = z.output<typeof ConfirmedScores>

const adjustmentFields = { kind: z.enum(adjustmentKinds), objective_id: ObjectiveId, place: z.int(), points: z.int() }

/** One scoring rule of an objective with several: the team's result by it. */
export const ReceiptRule = z
  .object({
    scoring_preset_id: ScoringPresetId,
    scoring_method: ScoringMethod,
    points: z.int(),
    rank: z.int(),
    number: z.int(),
    finished: z.boolean(),
    timestamp: unixSeconds.nullable(),
    /** The rule's explanation in one sentence. */
    sentence: z.string(),
  })
  .meta({ id: 'ReceiptRule' })
export type ReceiptRule = z.output<typeof ReceiptRule>

/** Explains a team's points on one objective, at ledger entry `ledger_sequence`. Times in unix seconds. */
export const Receipt = z
  .object({
    objective_id: ObjectiveId,
    team_id: TeamId,
    ledger_sequence: z.int(),
    /** The number on the board: own points plus the adjustment by the parent's rules. */
    points: z.int(),
    /** The sum of all rules. */
    own_points: z.int(),
    /** If several rules of the parent adjust it: their sum, with kind and place of the first. */
    adjustment: z.object(adjustmentFields).nullable(),
    /** Each of them; absent unless there are several. */
    adjustments: z.array(z.object(adjustmentFields)).optional(),
    rank: z.int(),
    number: z.int(),
    required_number: z.int(),
    finished: z.boolean(),
    timestamp: unixSeconds.nullable(),
    user: MinimalUser.nullable(),
    /** The first rule's method. */
    scoring_method: ScoringMethod.nullable(),
    /** The objective's rules in their order. Absent if there is only one. */
    rules: z.array(ReceiptRule).optional(),
    /** The explanation in one or two sentences. */
    sentence: z.string(),
    /** Ordered by time. A long list has all facts that count, and the newest others. */
    facts: z.array(ReceiptFact),
    facts_left_out: z.int(),
    /** For a category: the completions that its method uses. */
    children: z.array(z.object({ objective_id: ObjectiveId, finished: z.boolean(), timestamp: unixSeconds.nullable() })),
    /** The score was imported from another system without its facts: there is no receipt. */
    is_imported: z.literal(true).optional(),
  })
  .meta({ id: 'Receipt' })
export type Receipt = z.output<typeof Receipt>
