import { z } from 'zod'
import { count, nullableTime, optionalText, requiredName, textLength } from './body.ts'
import { DateTime } from './date-time.ts'
import { ObjectiveId, UserId } from './ids.ts'
import { MinimalUser } from './users.ts'

/** Upper bounds for the objectives and the time windows of a plan. */
export const maxPlanned = 200
export const maxTimeWindows = 12
/** Longest text beside an objective, and longest message, in characters. */
export const suggestionLength = textLength
/** Longest name of a time window, in characters. */
export const timeWindowNameLength = 60

/** A part of the event in which a team pursues objectives: "first hour", "evening". Times on the event clock. */
export const TimeWindow = z
  .object({
    name: z.string(),
    /** Null: from the start of the event. */
    starts_at: DateTime.nullable(),
    /** Null: until its end. */
    ends_at: DateTime.nullable(),
  })
  .meta({ id: 'TimeWindow' })
export type TimeWindow = z.output<typeof TimeWindow>

/** A team lead's suggestion to the team: this objective, with a text beside it. On the root: a message to the whole team. */
export const TeamSuggestion = z
  .object({
    objective_id: ObjectiveId,
    extra: z.string(),
    /** The version of the plan in which the text was written; a changed text has a new version that no member has seen yet. */
    version: z.int(),
    /** Its position in the plan, from 1; 0 for the message to the whole team. */
    position: z.int(),
    /** The index of its time window in the plan; null: any time. */
    window: z.int().nullable(),
    /** Null: unknown, or a deleted user. */
    written_by: MinimalUser.nullable(),
    written_at: DateTime.nullable(),
    /** Number of team members who have seen this version. */
    seen: z.int(),
    /** The members working on it, in the order in which they joined. */
    taken_by: z.array(MinimalUser),
  })
  .meta({ id: 'TeamSuggestion' })
export type TeamSuggestion = z.output<typeof TeamSuggestion>

/**
 * The objective is named in the path; one in the body is ignored. An existing suggestion keeps its position and its time window,
 * a new one comes last, and a removed one returns to its old position.
 */
export const TeamSuggestionCreate = z
  .object({
    extra: optionalText(suggestionLength),
    /** The version of the text to replace; 0: there is none yet. If absent, the stored text is overwritten unchecked. */
    base_version: count.nullish(),
  })
  .meta({ id: 'TeamSuggestionCreate' })

/** The suggestions of a team's leads, in the order of their time windows; those without a window come last. */
export const TeamPlan = z
  .object({
    /** Incremented by every change of texts, order and time windows; 0: nothing was ever planned. */
    version: z.int(),
    windows: z.array(TimeWindow),
    message: TeamSuggestion.nullable(),
    entries: z.array(TeamSuggestion),
    /** Number of team members. */
    members: z.int(),
  })
  .meta({ id: 'TeamPlan' })
export type TeamPlan = z.output<typeof TeamPlan>

/**
 * The new time windows and order of the whole plan. Objectives that are not in the plan yet are added; existing ones must all be
 * listed: removing has a call of its own.
 */
export const TeamPlanArrangement = z
  .object({
    /** The version of the plan that was rearranged. */
    version: count,
    windows: z
      .array(z.object({ name: requiredName(timeWindowNameLength), starts_at: nullableTime, ends_at: nullableTime }))
      .max(maxTimeWindows, `must not be more than ${maxTimeWindows}`),
    entries: z
      .array(z.object({ objective_id: ObjectiveId, window: z.int().nonnegative().nullish() }))
      .max(maxPlanned, `must not be more than ${maxPlanned}`),
  })
  .meta({ id: 'TeamPlanArrangement' })
export type TeamPlanArrangement = z.output<typeof TeamPlanArrangement>

/** The suggestions that a member has had on screen; outdated versions are ignored. */
export const SeenSuggestions = z
  .object({
    entries: z
      .array(z.object({ objective_id: ObjectiveId, version: count }))
      .max(maxPlanned + 1, `must not be more than ${maxPlanned + 1}`),
  })
  .meta({ id: 'SeenSuggestions' })

/** The team members who have seen the current version of a suggestion. */
export const SuggestionReaders = z
  .object({ objective_id: ObjectiveId, user_ids: z.array(UserId) })
  .meta({ id: 'SuggestionReaders' })
export type SuggestionReaders = z.output<typeof SuggestionReaders>

export const MessageBody = z.object({ message: z.string() }).meta({ id: 'MessageBody' })
