import { z } from 'zod'
import { callsOf } from './calls-of.ts'
import { GuildStashTab, GuildStashTabContent, StashPriority } from '../guild-stash.ts'
import { countParam, numberParam } from '../query.ts'
import { StashItem, StashSearch, TeamStash } from '../team-stash.ts'
import { objective_id } from './params.ts'

/** Upper bound for paging. */
const offset = countParam(100_000).default(0)

const { GET, POST, PATCH } = callsOf('guild stash')

export const guildStashEndpoints = {
  getGuildStashForUser: GET('/{eventId}/guild-stash', {
    keys: 'team',
    access: ['user'],
    reply: z.array(GuildStashTab),
    summary: 'The guild tabs that the caller can see in the game',
  }),
  updateAccess: POST('/{eventId}/guild-stash/update-access', {
    access: ['admin', 'team_lead'],
    without_login: 'not_allowed',
    needs_raw_data: true,
    summary:
      "Requests a new check of which member can see which tab; leads may do so for their own team. Done by a job as the game's limits allow",
  }),
  getTeamStash: GET('/{eventId}/guild-stash/overview', {
    keys: 'team',
    access: ['team_member'],
    reply: TeamStash,
    summary: "All tabs of the caller's team: the state of fetching, the objectives they score for, and the members who see each",
  }),
  searchTeamStash: GET('/{eventId}/guild-stash/search', {
    keys: 'team',
    access: ['team_member'],
    query: z.object({
      /**
       * Words in any case; all must appear in the item's name, base or modifiers, in the names of its objectives, or in its tab's
       * name.
       */
      q: z.string().trim().max(200).default(''),
      /** Only items that complete this objective now. */
      objective_id: objective_id.optional(),
      limit: numberParam(200).default(50),
      offset,
    }),
    reply: StashSearch,
    summary: "Searches all tabs of the caller's team; without words, lists the items that complete an objective",
  }),
  getGuildStashTab: GET('/{eventId}/guild-stash/{stash_id}', {
    keys: 'team',
    access: ['user'],
    reply: GuildStashTabContent,
    refusals: ['stash_tab_not_found', 'not_allowed'],
    summary: "A tab's contents, each item with the objectives it completes; for users who can see the tab, and its team",
  }),
  getStashItem: GET('/{eventId}/guild-stash/{stash_id}/items/{item_id}', {
    keys: 'team',
    access: ['team_member'],
    /** The game's id of the item, or `place-N`: its position in the tab's list, for items without an id. */
    query: z.object({ limit: numberParam(50).default(10), offset }),
    reply: StashItem,
    refusals: ['stash_tab_not_found', 'stash_item_not_found', 'not_allowed'],
    summary:
      "One item in a tab of the caller's team: the objectives it completes, why it does not complete the others, and its history",
  }),
  switchStashFetching: PATCH('/{eventId}/guild-stash/{stash_id}', {
    access: ['team_lead'],
    without_login: 'not_allowed',
    reply: GuildStashTab,
    refusals: ['stash_tab_not_found'],
    needs_raw_data: true,
    summary: "Turns fetching of one of the team's tabs on or off, including its sub-tabs",
  }),
  setStashPriority: PATCH('/{eventId}/guild-stash/{stash_id}/priority', {
    access: ['team_lead'],
    without_login: 'not_allowed',
    body: StashPriority,
    reply: GuildStashTab,
    refusals: ['stash_tab_not_found', 'too_many_priority_tabs'],
    needs_raw_data: true,
    summary:
      "Fetches one of the team's tabs more often, up to four at once, or as often as others; priority also turns fetching on",
  }),
  updateStashTab: POST('/{eventId}/guild-stash/{stash_id}/update', {
    access: ['team_lead'],
    without_login: 'not_allowed',
    refusals: ['stash_tab_not_found'],
    needs_raw_data: true,
    summary: "Moves one of the team's tabs to the front of the queue; a job fetches it as soon as the game's limits allow",
  }),
} as const
