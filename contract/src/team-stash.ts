import { z } from 'zod'
import { DateTime } from './date-time.ts'
import { DisplayItem, GuildStashTab } from './guild-stash.ts'
import { GuildLogEntry } from './guilds.ts'
import { GuildId, ObjectiveId, TeamId } from './ids.ts'
import { MinimalUser } from './users.ts'
import { TriedObjective } from './workbench.ts'

/**
 * The state of fetching a tab. `off`: switched off. `stopped`: switched on, but no guild tabs are fetched for this event.
 * `never`: switched on, never fetched, and queued. `waiting`: it was suddenly empty; a second check decides.
 * `now`: it is being fetched, or next in line for the game's limits. `fetched`: the last fetch succeeded. `refused`: the game did
 * not show it. `paused`: the game asked us to wait, or does not answer.
 */
export const tabFetchingStates = ['off', 'stopped', 'never', 'waiting', 'now', 'fetched', 'refused', 'paused'] as const
export const TabFetchingState = z.enum(tabFetchingStates).meta({ id: 'TabFetchingState' })
export type TabFetchingState = z.output<typeof TabFetchingState>

/** Why a tab could not be read at the last attempt. */
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
    /** When it is fetched next; null if it is not. */
    due_at: DateTime.nullable(),
    /** For the states "refused" and "paused". */
    problem: TabProblem.nullable(),
    /** The state in one sentence. */
    message: z.string(),
    /** Advice for a lead in one sentence; empty if there is nothing to do. */
    advice: z.string(),
  })
  .meta({ id: 'TabFetching' })
export type TabFetching = z.output<typeof TabFetching>

/** The contribution of one tab to an objective that it counts for now or has counted for. */
export const TabObjective = z
  .object({
    objective_id: ObjectiveId,
    /** Items in the tab that complete it now, and the sum of their numbers. */
    items: z.int(),
    number: z.int(),
    /** The current number from this tab in the ledger; 0: none was ever counted, or none still counts. */
    reported: z.int(),
    /** No other source of the team contributes to the objective now, so the team's result comes from this tab alone. */
    is_only_source: z.boolean(),
    /** The team's points on the objective, from all sources. */
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
  /** The team's points on objectives whose only source is this tab. */
  points: z.int(),
}).meta({ id: 'TeamStashTab' })
export type TeamStashTab = z.output<typeof TeamStashTab>

/**
 * The state of the list of tabs that a member sees. `seen`: the list was read and has tabs. `none`: it was read and is empty.
 * `never`: not read yet. `now`: it is being read or next in line. `not_connected`, `connection_ended`, `not_granted`: it cannot
 * be read until the member logs in again. `paused`: the game asked us to wait, or does not answer. `failed`: the game refused, or
 * its answer was unreadable. `stopped`: no lists are read for this event.
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
    /** The team's tabs that the member could see in the game when the list was last read. */
    tab_ids: z.array(z.string()),
    checked_at: DateTime.nullable(),
    /** When the list is read next; null if it is not. */
    due_at: DateTime.nullable(),
    state: StashAccessState,
    message: z.string(),
    advice: z.string(),
  })
  .meta({ id: 'StashMember' })
export type StashMember = z.output<typeof StashMember>

/** All tabs of the team's guild, by position, and the members who see them. */
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
 * How a log line relates to an item is inferred: the log names items by text, tabs by name, and positions by x and y. `place`:
 * the line is about an item of this name at this position in a tab of this name. `tab`: in a tab of this name. `elsewhere`: in
 * another tab.
 */
export const logMatches = ['place', 'tab', 'elsewhere'] as const
export const LogMatch = z.enum(logMatches).meta({ id: 'LogMatch' })
export type LogMatch = z.output<typeof LogMatch>

/** The player who put an item in, inferred from the log; `timestamp` in unix seconds. */
export const Deposit = z
  .object({
    guild_id: GuildId,
    entry_id: z.string(),
    timestamp: z.int(),
    account_name: z.string(),
    /** The participant with this account. */
    user: MinimalUser.nullable(),
    match: LogMatch,
  })
  .meta({ id: 'Deposit' })
export type Deposit = z.output<typeof Deposit>

/** An item found by a search, with the fields that a list shows. */
export const StashHit = z
  .object({
    tab_id: z.string(),
    /** The value for `items/{item_id}`: the game's id of the item, or `place-N` without one. */
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
    /** Items with this name first, then items that mention it; each by the tab's position and the position in the tab. */
    hits: z.array(StashHit),
    total: z.int(),
    /** Number of hits per tab; tabs without a hit are left out. */
    tabs: z.array(z.object({ tab_id: z.string(), hits: z.int() })),
    /** The scope of the search: tabs that were fetched at least once. */
    searched: z.object({ tabs: z.int(), items: z.int() }),
  })
  .meta({ id: 'StashSearch' })
export type StashSearch = z.output<typeof StashSearch>

/** An objective that an item completes now, and the team's result on it. Times in unix seconds. */
export const ServedObjective = z
  .object({
    objective_id: ObjectiveId,
    name: z.string(),
    /** Names of its ancestor categories, from the root's child down. */
    path: z.array(z.string()),
    /** The number that the item adds. */
    number: z.int(),
    required_number: z.int(),
    closes_at: z.int().nullable(),
    /** The team's score; null if it has none. Its receipt explains it. */
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
    /** Points that the team can still earn on it. */
    still_possible: z.int(),
    /** Like `TabObjective`, for the item's tab. */
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

/** One item of the team's guild: the objectives it completes, those it misses, and its history. */
export const StashItem = z
  .object({
    tab: GuildStashTab,
    key: z.string(),
    place: z.int(),
    item: DisplayItem,
    /** The completed objectives, in the order of the definition; at most a hundred. */
    serves: z.array(ServedObjective),
    serves_total: z.int(),
    /** The other objectives, near misses first and unrelated ones last. */
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
