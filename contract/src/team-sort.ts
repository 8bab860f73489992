import { z } from 'zod'
import { count, optionalText } from './body.ts'
import { ApplicationStatus, DateTime } from './events.ts'
import { TeamId, UserId } from './ids.ts'
import { PastEvent } from './signups.ts'
import { Aims, mostSorted, Placement, SizeLimit, SortEntry, SortInput } from './team-sort-input.ts'
import { NonSensitiveUser } from './users.ts'

/** 0 up to, but without, 2^32. */
export const Seed = z.int().min(0).max(4_294_967_295)

const Pairs = z.array(z.tuple([UserId, UserId])).max(mostSorted)

/** What organisers ask of a sort, by people; partners who named each other need not be listed. */
const wishes = {
  aims: Aims,
  locks: z.array(z.object({ user_id: UserId, team_id: TeamId })).max(mostSorted),
  together: Pairs,
  apart: Pairs,
  sizes: z.array(SizeLimit).max(100),
}
export const SortWishes = z.object(wishes).meta({ id: 'SortWishes' })
export type SortWishes = z.output<typeof SortWishes>

const Move = z.object({ user_id: UserId, team_id: TeamId.nullable() })

/** What is prepared and not submitted; all organisers of an event work on the same one. */
export const SortDraft = z
  .object({
    ...wishes,
    seed: Seed,
    /** People whose team is to change; null = to none. */
    moves: z.array(Move).max(mostSorted),
    /** The proposal that the moves began with, to be computed again; null = they are by hand alone. */
    made: z.object({ seed: Seed, sort_version: z.int().positive(), wishes: SortWishes }).nullable(),
  })
  .meta({ id: 'SortDraft' })
export type SortDraft = z.output<typeof SortDraft>

export const SortDraftEdit = z
  .object({
    draft: SortDraft,
    /** The one that the edit began with; 0 = there was none. */
    version: count,
  })
  .meta({ id: 'SortDraftEdit' })
export const StoredSortDraft = z.object({ version: z.int(), draft: SortDraft.nullable() }).meta({ id: 'StoredSortDraft' })
export type StoredSortDraft = z.output<typeof StoredSortDraft>

/** Somebody who can be sorted: whoever signed up, and members without a signup. */
export const SortPerson = z
  .object({
    user: NonSensitiveUser,
    /** What a sort knows of the person. */
    entry: SortEntry,
    application_status: ApplicationStatus,
    team_lead: z.boolean(),
    partner_id: UserId.nullable(),
    partner_name: z.string().nullable(),
    /** Null without a signup. */
    signed_up_at: DateTime.nullable(),
    history: z.array(PastEvent),
  })
  .meta({ id: 'SortPerson' })
export type SortPerson = z.output<typeof SortPerson>

const SortSummary = z.object({
  id: z.int(),
  created_at: DateTime,
  author: z.string().nullable(),
  seed: Seed.nullable(),
  /** How many people it gave another team, or none. */
  changed: z.int(),
})

export const TeamSort = z
  .object({
    /** Differs whenever a signup, a place in a team or a team changed; a submission names the one it began with. */
    fingerprint: z.string(),
    people: z.array(SortPerson),
    stored: StoredSortDraft,
    /** The latest submission that has not been undone. */
    last: SortSummary.nullable(),
  })
  .meta({ id: 'TeamSort' })
export type TeamSort = z.output<typeof TeamSort>

export const TeamSortSubmit = z
  .object({
    /** Of the people that the teams were made from; without one nothing is compared. */
    fingerprint: z.string().max(64).nullish(),
    /** What the teams were made from; null when they were made by hand alone. */
    proposal: z
      .object({
        seed: Seed,
        sort_version: z.int32().positive(),
        wishes: SortWishes,
        placements: z.array(z.object({ user_id: UserId, team_id: TeamId })).max(mostSorted),
      })
      .nullable(),
    /** Everybody whose team changes; null = to none. */
    assignments: z.array(Move).min(1, 'must change somebody').max(mostSorted),
    /** Published with the sort. */
    note: optionalText(500),
  })
  .meta({ id: 'TeamSortSubmit' })
export type TeamSortSubmit = z.output<typeof TeamSortSubmit>

/** What anybody may see of a sort: enough to recompute it, and no names beside the answers. */
export const TeamSortProof = z
  .object({
    id: z.int(),
    created_at: DateTime,
    author: z.string().nullable(),
    note: z.string(),
    /** Null when the teams were made by hand alone. */
    made: z.object({ seed: Seed, sort_version: z.int(), input: SortInput, proposal: z.array(Placement) }).nullable(),
    /** The teams as they were submitted: the proposal, and what was changed by hand. */
    result: z.array(Placement),
  })
  .meta({ id: 'TeamSortProof' })
export type TeamSortProof = z.output<typeof TeamSortProof>

export const OwnSortRow = z.object({ row: z.string().nullable() }).meta({ id: 'OwnSortRow' })
