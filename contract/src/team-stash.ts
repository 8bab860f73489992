import { z } from 'zod'
import { DateTime } from './events.ts'
import { DisplayItem, GuildStashTab } from './guild-stash.ts'
import { GuildLogEntry } from './guilds.ts'
import { GuildId, ObjectiveId, TeamId } from './ids.ts'
import { MinimalUser } from './users.ts'
import { TriedObjective } from './workbench.ts'

/**
 * How the fetching of a tab stands. `off`: switched off. `stopped`: switched on, but nobody fetches guild tabs for this event.
 * `never`: switched on, never fetched, its turn comes. `waiting`: it suddenly showed nothing and is looked at again before that
 * counts. `now`: its turn has come; it is on its way, or next in line for the game's limits. `fetched`: the last fetch worked.
 * `refused`: the game did not show it. `paused`: the game asked us to wait, or does not answer.
 */
export const tabFetchingStates = ['off', 'stopped', 'never', 'waiting', 'now', 'fetched', 'refused', 'paused'] as const
export const TabFetchingState = z.enum(tabFetchingStates).meta({ id: 'TabFetchingState' })
export type TabFetchingState = z.output<typeof TabFetchingState>

/** Why a tab was not shown when it was asked for last. */
export const tabProblems = [
  'nobody_sees_it',
  'rank_too_low',
  'gone',
  'connections_ended',
  'limited',
  'unavailable',
  'unreadable',
  'internal',
] as const
export const TabProblem = z.enum(tabProblems).meta({ id: 'TabProblem' })
export type TabProblem = z.output<typeof TabProblem>

export const TabFetching = z
  .object({
    state: TabFetchingState,
    /** When it is asked for next; null when it is not. */
    due_at: DateTime.nullable(),
    /** Of the states "refused" and "paused". */
    problem: TabProblem.nullable(),
    /** What is the case, in a sentence. */
    message: z.string(),
    /** What a lead can do about it, in a sentence; empty when there is nothing to do. */
    advice: z.string(),
  })
  .meta({ id: 'TabFetching' })
export type TabFetching = z.output<typeof TabFetching>

/** What one tab has of an objective that it serves or has served. */
export const TabObjective = z
  .object({
    objective_id: ObjectiveId,
    /** Items that lie in the tab and complete it now, and what they count for together. */
    items: z.int(),
    number: z.int(),
    /** What the ledger has from this tab now; 0: nothing has been counted from it, or not any more. */
    reported: z.int(),
    /** No other source of the team shows anything of the objective now, so that whatever the team has lies here. */
    is_only_source: z.boolean(),
    /** What the team has on the objective, from whichever source. */
    points: z.int(),
  })
  .meta({ id: 'TabObjective' })
export type TabObjective = z.output<typeof TabObjective>

export const TeamStashTab = GuildStashTab.extend({
  fetching: TabFetching,
  /** Items that complete at least one objective now. */
  scoring_items: z.int(),
  /** In the order of the definition. */
  objectives: z.array(TabObjective),
  /** What the team has on objectives whose only source is this tab. */
  points: z.int(),
}).meta({ id: 'TeamStashTab' })
export type TeamStashTab = z.output<typeof TeamStashTab>

/**
 * What is known of the tabs that a member sees. `seen`: the list was read and has tabs. `none`: it was read and has none. `never`:
 * not read yet. `now`: its turn has come. `not_connected`, `connection_ended`, `not_granted`: it cannot be read until the member
 * logs in again. `paused`: the game asked us to wait, or does not answer. `failed`: the game refused, or said nothing readable.
 * `stopped`: nobody reads lists for this event.
 */
export const stashAccessStates = [
  'seen',
  'none',
  'never',
  'now',
  'not_connected',
  'connection_ended',
  'not_granted',
  'paused',
  'failed',
  'stopped',
] as const
export const StashAccessState = z.enum(stashAccessStates).meta({ id: 'StashAccessState' })
export type StashAccessState = z.output<typeof StashAccessState>

export const StashMember = z
  .object({
    user: MinimalUser,
    is_team_lead: z.boolean(),
    /** Of the team's tabs, those that the member saw in the game when the list was read last. */
    tab_ids: z.array(z.string()),
    checked_at: DateTime.nullable(),
    /** When the list is read next; null when it is not. */
    due_at: DateTime.nullable(),
    state: StashAccessState,
    message: z.string(),
    advice: z.string(),
  })
  .meta({ id: 'StashMember' })
export type StashMember = z.output<typeof StashMember>

/** All tabs of the team's guild, by their place, and who sees them. */
export const TeamStash = z
  .object({
    team_id: TeamId,
    /** Whether guild tabs are being fetched for this event at all. */
    is_fetching: z.boolean(),
    tabs: z.array(TeamStashTab),
    members: z.array(StashMember),
  })
  .meta({ id: 'TeamStash' })
export type TeamStash = z.output<typeof TeamStash>

/**
 * What a line of the log says of an item is inferred: the log names items by text, tabs by name, and places by x and y. `place`: the
 * line is about an item of this name at this place of a tab of this name. `tab`: in a tab of this name. `elsewhere`: in another.
 */
export const logMatches = ['place', 'tab', 'elsewhere'] as const
export const LogMatch = z.enum(logMatches).meta({ id: 'LogMatch' })
export type LogMatch = z.output<typeof LogMatch>

/** Who put an item in, as far as the log lets that be inferred; `timestamp` in unix seconds. */
export const Deposit = z
  .object({
    guild_id: GuildId,
    entry_id: z.string(),
    timestamp: z.int(),
    account_name: z.string(),
    /** The participant of this account. */
    user: MinimalUser.nullable(),
    match: LogMatch,
  })
  .meta({ id: 'Deposit' })
export type Deposit = z.output<typeof Deposit>

/** An item that was found, as far as a list shows it. */
export const StashHit = z
  .object({
    tab_id: z.string(),
    /** What `items/{item_id}` takes: the game's id of the item, or `place-N` for one without. */
    key: z.string(),
    /** Position in the tab's list of items. */
    place: z.int(),
    name: z.string(),
    type_line: z.string(),
    base_type: z.string(),
    icon: z.string(),
    frame_type: z.int(),
    stack_size: z.int().nullable(),
    w: z.int(),
    h: z.int(),
    x: z.int().nullable(),
    y: z.int().nullable(),
    /** Every objective that it completes now. */
    objectives: z.array(ObjectiveId),
    put_in: Deposit.nullable(),
  })
  .meta({ id: 'StashHit' })
export type StashHit = z.output<typeof StashHit>

export const StashSearch = z
  .object({
    /** Those named so first, then those that mention it; each by the tab's place and the place in the tab. */
    hits: z.array(StashHit),
    total: z.int(),
    /** How many lie in which tab; tabs without a hit are left out. */
    tabs: z.array(z.object({ tab_id: z.string(), hits: z.int() })),
    /** What was gone through: tabs that were fetched at least once. */
    searched: z.object({ tabs: z.int(), items: z.int() }),
  })
  .meta({ id: 'StashSearch' })
export type StashSearch = z.output<typeof StashSearch>

/** An objective that an item completes now, and what the team has of it. Times in unix seconds. */
export const ServedObjective = z
  .object({
    objective_id: ObjectiveId,
    name: z.string(),
    /** Names of the categories above it, from the root's child down. */
    path: z.array(z.string()),
    /** What the item counts for. */
    number: z.int(),
    required_number: z.int(),
    closes_at: z.int().nullable(),
    /** The team's score; null when it has none. Its receipt says why. */
    score: z
      .object({
        points: z.int(),
        rank: z.int(),
        number: z.int(),
        finished: z.boolean(),
        timestamp: z.int().nullable(),
        user: MinimalUser.nullable(),
      })
      .nullable(),
    /** Points that the team can still add on it. */
    still_possible: z.int(),
    /** As in `TabObjective`, of the tab in which the item lies. */
    reported: z.int(),
    is_only_source: z.boolean(),
  })
  .meta({ id: 'ServedObjective' })
export type ServedObjective = z.output<typeof ServedObjective>

/** Why an item does not complete an objective. */
export const MissedObjective = TriedObjective.omit({ is_draft: true })
  .extend({ objective_id: ObjectiveId })
  .meta({ id: 'MissedObjective' })
export type MissedObjective = z.output<typeof MissedObjective>

export const ItemLogLine = GuildLogEntry.extend({
  guild_id: GuildId,
  x: z.int(),
  y: z.int(),
  match: LogMatch,
}).meta({ id: 'ItemLogLine' })
export type ItemLogLine = z.output<typeof ItemLogLine>

/** One item of the team's guild: what it is for, what it lacks, and where it has been. */
export const StashItem = z
  .object({
    tab: GuildStashTab,
    key: z.string(),
    place: z.int(),
    item: DisplayItem,
    /** What it completes, in the order of the definition; at most a hundred. */
    serves: z.array(ServedObjective),
    serves_total: z.int(),
    /** What it does not complete, near misses first; those that share nothing with it come last. */
    others: z.array(MissedObjective),
    others_total: z.int(),
    log: z.object({
      put_in: Deposit.nullable(),
      /** Lines of the guild's log that may be about it, newest first, at most thirty. */
      lines: z.array(ItemLogLine),
      has_more: z.boolean(),
    }),
  })
  .meta({ id: 'StashItem' })
export type StashItem = z.output<typeof StashItem>
