import { z } from 'zod'
import { count, optionalText } from './body.ts'
import { DateTime } from './date-time.ts'
import { ApplicationStatus } from './events.ts'
import { TeamId, UserId } from './ids.ts'
import { PastEvent } from './signups.ts'
import { SignupAnswer } from './signup-questions.ts'
import { Aims, maxSorted, Placement, SizeLimit, SortEntry, SortInput } from './team-sort-input.ts'
import { NonSensitiveUser } from './users.ts'

/** From 0 up to, but not including, 2^32. */
export const Seed = z.int().min(0).max(4_294_967_295)

const Pairs = z.array(z.tuple([UserId, UserId])).max(maxSorted)

/** The organisers' wishes for a sort, by person; partners who named each other need not be listed. */
const wishes = {
  aims: Aims,
  locks: z.array(z.object({ user_id: UserId, team_id: TeamId })).max(maxSorted),
  together: Pairs,
  apart: Pairs,
  sizes: z.array(SizeLimit).max(100),
}
export const SortWishes = z.object(wishes).meta({ id: 'SortWishes' })
export type SortWishes = z.output<typeof SortWishes>

const Move = z.object({ user_id: UserId, team_id: TeamId.nullable() })

/** The draft of a sort; all organisers of an event work on the same one. */
export const SortDraft = z
  .object({
    ...wishes,
    seed: Seed,
    /** People whose team will change; null = to none. */
    moves: z.array(Move).max(maxSorted),
    /** The proposal that the moves are based on, to be computed again; null = made by hand. */
    made: z.object({ seed: Seed, sort_version: z.int().positive(), wishes: SortWishes }).nullable(),
  })
  .meta({ id: 'SortDraft' })
export type SortDraft = z.output<typeof SortDraft>

export const SortDraftEdit = z
  .object({
    draft: SortDraft,
    /** The version on which the edit is based; 0 = there was none. */
    version: count,
  })
  .meta({ id: 'SortDraftEdit' })
export const StoredSortDraft = z.object({ version: z.int(), draft: SortDraft.nullable() }).meta({ id: 'StoredSortDraft' })
export type StoredSortDraft = z.output<typeof StoredSortDraft>

/** A person who can be sorted: signed up, or a team member without a signup. */
export const SortPerson = z
  .object({
    user: NonSensitiveUser,
    /** The data that a sort uses about the person. */
    entry: SortEntry,
    application_status: ApplicationStatus,
    team_lead: z.boolean(),
    partner_id: UserId.nullable(),
    partner_name: z.string().nullable(),
    /** Null without a signup. */
    signed_up_at: DateTime.nullable(),
    history: z.array(PastEvent),
    /** To the organisers' questions; they do not decide a sort. */
    answers: z.array(SignupAnswer),
  })
  .meta({ id: 'SortPerson' })
export type SortPerson = z.output<typeof SortPerson>

const SortSummary = z.object({
  id: z.int(),
  created_at: DateTime,
  author: z.string().nullable(),
  seed: Seed.nullable(),
  /** Number of people whose team changed. */
  changed: z.int(),
})

export const TeamSort = z
  .object({
    /** Changes with every signup, team membership and team; a submission names the one it is based on. */
    fingerprint: z.string(),
    people: z.array(SortPerson),
    stored: StoredSortDraft,
    /** The latest submission that was not undone. */
    last: SortSummary.nullable(),
  })
  .meta({ id: 'TeamSort' })
export type TeamSort = z.output<typeof TeamSort>

export const TeamSortSubmit = z
  .object({
    /** The fingerprint of the people the teams were computed from; without one nothing is compared. */
    fingerprint: z.string().max(64).nullish(),
    /** The proposal that the teams are based on; null if they were made by hand. */
    proposal: z
      .object({
        seed: Seed,
        sort_version: z.int32().positive(),
        wishes: SortWishes,
        placements: z.array(z.object({ user_id: UserId, team_id: TeamId })).max(maxSorted),
      })
      .nullable(),
    /** Everyone whose team changes; null = to none. */
    assignments: z.array(Move).min(1, 'must change at least one person').max(maxSorted),
    /** Published with the sort. */
    note: optionalText(500),
  })
  .meta({ id: 'TeamSortSubmit' })
export type TeamSortSubmit = z.output<typeof TeamSortSubmit>

/** The public part of a sort: enough to recompute it, without anyone's name. */
export const TeamSortProof = z
  .object({
    id: z.int(),
    created_at: DateTime,
    author: z.string().nullable(),
    note: z.string(),
    /** Null if the teams were made by hand. */
    made: z.object({ seed: Seed, sort_version: z.int(), input: SortInput, proposal: z.array(Placement) }).nullable(),
    /** The teams as submitted: the proposal with the changes made by hand. */
    result: z.array(Placement),
  })
  .meta({ id: 'TeamSortProof' })
export type TeamSortProof = z.output<typeof TeamSortProof>

export const OwnSortRow = z.object({ row: z.string().nullable() }).meta({ id: 'OwnSortRow' })
