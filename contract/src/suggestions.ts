import { z } from 'zod'
import { count, nullableTime, optionalText, requiredName, textLength } from './body.ts'
import { DateTime } from './events.ts'
import { ObjectiveId, UserId } from './ids.ts'
import { MinimalUser } from './users.ts'

/** So many objectives fit into a plan, and so many time windows. */
export const mostPlanned = 200
export const mostTimeWindows = 12
/** Longest text beside an objective, and longest message, in characters. */
export const suggestionLength = textLength
/** Longest name of a time window, in characters. */
export const timeWindowNameLength = 60

/** A part of the event in which a team goes for something: "first hour", "evening". Times are those of the event clock. */
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

/** A team lead's hint to the team: this objective, with a text beside it. On the root: a message to the whole team. */
export const TeamSuggestion = z
  .object({
    objective_id: ObjectiveId,
    extra: z.string(),
    /** The version of the plan that wrote the text; another text has another one, and nobody has seen it yet. */
    version: z.int(),
    /** Its place in the plan, from 1; 0 for the message to the whole team. */
    position: z.int(),
    /** The index of its time window in the plan; null: any time. */
    window: z.int().nullable(),
    /** Null: not known, or not here any more. */
    written_by: MinimalUser.nullable(),
    written_at: DateTime.nullable(),
    /** How many members of the team have seen this version. */
    seen: z.int(),
    /** Who is on it, the first to say so first. */
    taken_by: z.array(MinimalUser),
  })
  .meta({ id: 'TeamSuggestion' })
export type TeamSuggestion = z.output<typeof TeamSuggestion>

/**
 * The objective is named by the path; one in the body is ignored. What is suggested already keeps its place and its time window,
 * what is new comes last, and what was removed comes back to where it was.
 */
export const TeamSuggestionCreate = z
  .object({
    extra: optionalText(suggestionLength),
    /** The version of the text that this one is to replace; 0: there is none yet. Whoever sends none overwrites what is there. */
    base_version: count.nullish(),
  })
  .meta({ id: 'TeamSuggestionCreate' })

/** What the leads of a team suggest, in the order of their time windows; what may be done any time comes last. */
export const TeamPlan = z
  .object({
    /** Raised by every change of texts, order and time windows; 0: nothing was ever planned. */
    version: z.int(),
    windows: z.array(TimeWindow),
    message: TeamSuggestion.nullable(),
    entries: z.array(TeamSuggestion),
    /** How many are in the team. */
    members: z.int(),
  })
  .meta({ id: 'TeamPlan' })
export type TeamPlan = z.output<typeof TeamPlan>

/**
 * Time windows and order of the whole plan, as they shall be. Objectives that are not in the plan yet come into it; none that is
 * may be missing: removing has a call of its own.
 */
export const TeamPlanArrangement = z
  .object({
    /** Of the plan that was rearranged. */
    version: count,
    windows: z
      .array(z.object({ name: requiredName(timeWindowNameLength), starts_at: nullableTime, ends_at: nullableTime }))
      .max(mostTimeWindows, `must not be more than ${mostTimeWindows}`),
    entries: z
      .array(z.object({ objective_id: ObjectiveId, window: z.int().nonnegative().nullish() }))
      .max(mostPlanned, `must not be more than ${mostPlanned}`),
  })
  .meta({ id: 'TeamPlanArrangement' })
export type TeamPlanArrangement = z.output<typeof TeamPlanArrangement>

/** What somebody has had on screen; another version than the one of now counts for nothing. */
export const SeenSuggestions = z
  .object({
    entries: z
      .array(z.object({ objective_id: ObjectiveId, version: count }))
      .max(mostPlanned + 1, `must not be more than ${mostPlanned + 1}`),
  })
  .meta({ id: 'SeenSuggestions' })

/** Who of the team has seen a suggestion as it is now. */
export const SuggestionReaders = z
  .object({ objective_id: ObjectiveId, user_ids: z.array(UserId) })
  .meta({ id: 'SuggestionReaders' })
export type SuggestionReaders = z.output<typeof SuggestionReaders>

export const MessageBody = z.object({ message: z.string() }).meta({ id: 'MessageBody' })
