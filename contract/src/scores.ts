import { z } from 'zod'
import { ObjectiveId, ScoringPresetId, TeamId, UserId } from './ids.ts'

/** The share of one scoring rule in a score, before the adjustment by the parent's rules. */
export const RuleScore = z
  .object({
    scoring_preset_id: ScoringPresetId,
    points: z.int(),
    rank: z.int(),
    number: z.int(),
    finished: z.boolean(),
    timestamp: z.int(),
  })
  .meta({ id: 'RuleScore' })
export type RuleScore = z.output<typeof RuleScore>

/**
 * A team's result on one objective: the points of all its rules together, rank and number of the first. `timestamp` in unix
 * seconds; -62135596800 (year 1) if there is none.
 */
export const Score = z
  .object({
    points: z.int(),
    rank: z.int(),
    number: z.int(),
    finished: z.boolean(),
    timestamp: z.int(),
    /** Absent if no player is credited. */
    user_id: UserId.optional(),
    /** One entry for each rule, in the objective's order. Absent if there is only one rule. */
    by_rule: z.array(RuleScore).optional(),
  })
  .meta({ id: 'Score' })
export type Score = z.output<typeof Score>

export const noTimestamp = -62135596800

export const diffTypes = ['Added', 'Removed', 'Changed', 'Unchanged'] as const
export const DiffType = z.enum(diffTypes).meta({ id: 'Difftype' })
export type DiffType = z.output<typeof DiffType>

export const diffFields = ['Points', 'UserId', 'Rank', 'Number', 'Finished', 'Timestamp', 'ByRule'] as const
export const DiffField = z.enum(diffFields).meta({ id: 'FieldDiff' })
export type DiffField = z.output<typeof DiffField>

/**
 * One changed score. Clients set the score for every type except `Removed`. With `sequence`, the number of the change within the
 * event, they can ignore changes that they already have, and resume after a lost connection.
 */
export const ScoreDiff = z
  .object({
    objective_id: ObjectiveId,
    team_id: TeamId,
    diff_type: DiffType,
    field_diff: z.array(DiffField).optional(),
    score: Score,
    sequence: z.int().nonnegative(),
  })
  .meta({ id: 'ScoreDiff' })
export type ScoreDiff = z.output<typeof ScoreDiff>

/** Team id (decimal text) to total points. */
export const SimpleScores = z.record(z.string(), z.int()).meta({ id: 'SimpleScores' })
export type SimpleScores = z.output<typeof SimpleScores>

/** One numbered change of a score, with the team's values before and after; lists are ordered newest first. */
export const ScoreChange = z
  .object({
    sequence: z.int(),
    /** When the change was scored, unix seconds. */
    changed_at: z.int(),
    objective_id: ObjectiveId,
    team_id: TeamId,
    diff_type: DiffType,
    points_before: z.int(),
    score: Score,
  })
  .meta({ id: 'ScoreChange' })
export type ScoreChange = z.output<typeof ScoreChange>

/** Team totals over time: per team, steps of [unix seconds, total] in ascending order; the first is at or before `from`. */
export const ScoreHistory = z
  .object({
    from: z.int(),
    to: z.int(),
    teams: z.array(z.object({ team_id: TeamId, steps: z.array(z.tuple([z.int(), z.int()])) })),
  })
  .meta({ id: 'ScoreHistory' })
export type ScoreHistory = z.output<typeof ScoreHistory>

/** Response header of the latest-scores call: the number to give as `since` to the score feed. */
export const sequenceHeader = 'x-score-sequence'

/**
 * Close code of the feeds in addition to 1000: the client's state is outdated, or its rights have changed (another team, other
 * roles, an ended login). It must load the latest scores again before it reconnects.
 */
export const closeReload = 4409
/**
 * Close code of the feeds (RFC 6455's registry: service restart): this process is about to stop, but others keep running. The
 * client reconnects immediately, from its last number. No delay is needed: the server closes its connections one after the other.
 */
export const closeElsewhere = 1012
/** The reason that a feed sends with `closeReload` if the rights of its viewer changed: pages reload all their data. */
export const rightsChanged = 'rights'
/**
 * The reason sent with close code 1000: the event is no longer followed. Sent by a client that switches to another event, and by
 * a feed when the event was deleted or hidden from its viewer; the receiver does not reconnect.
 */
export const eventChange = 'eventChange'
/** The client read too slowly and was disconnected; it may reconnect. */
export const closeTooSlow = 4408

/**
 * The last event of a stream, sent where a socket gets a close code; the client has to load the latest scores before it opens the
 * next one. Its data is a `StreamReload`.
 */
export const reloadEvent = 'reload'
/** The last event of a stream whose event was deleted, or hidden from its viewer. */
export const goneEvent = 'gone'
/** `history`: the changes after the client's number are not available. `rights`: the rights of the viewer changed. */
export interface StreamReload {
  readonly reason: 'history' | 'rights'
}
