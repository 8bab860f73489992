import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { GuildStashTab, GuildStashTabContent } from '../guild-stash.ts'
import { countParam, numberParam } from '../query.ts'
import { StashItem, StashSearch, TeamStash } from '../team-stash.ts'
import { byEventId, objective_id } from './params.ts'

/** Any text: for an unknown tab the handler answers with a clear sentence. */
const byTab = byEventId.extend({ stash_id: z.string().min(1).max(100) })

/** Upper bound for paging. */
const offset = countParam(100_000).default(0)

export const guildStashEndpoints = {
  getGuildStashForUser: endpoint({
    method: 'GET',
    path: '/{eventId}/guild-stash',
    tag: 'guild stash',
    access: ['user'],
    event: 'visible',
    status: 200,
    params: byEventId,
    reply: z.array(GuildStashTab),
    summary: 'The guild tabs that the caller can see in the game',
  }),
  updateAccess: endpoint({
    method: 'POST',
    path: '/{eventId}/guild-stash/update-access',
    tag: 'guild stash',
    access: ['admin', 'team_lead'],
    without_login: 'not_allowed',
    event: 'visible',
    status: 204,
    params: byEventId,
    needs_raw_data: true,
    summary:
      "Requests a new check of which member can see which tab; leads may do so for their own team. Done by a job as the game's limits allow",
  }),
  getTeamStash: endpoint({
    method: 'GET',
    path: '/{eventId}/guild-stash/overview',
    tag: 'guild stash',
    access: ['team_member'],
    event: 'visible',
    status: 200,
    params: byEventId,
    reply: TeamStash,
    summary: "All tabs of the caller's team: the state of fetching, the objectives they score for, and the members who see each",
  }),
  searchTeamStash: endpoint({
    method: 'GET',
    path: '/{eventId}/guild-stash/search',
    tag: 'guild stash',
    access: ['team_member'],
    event: 'visible',
    status: 200,
    params: byEventId,
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
  getGuildStashTab: endpoint({
    method: 'GET',
    path: '/{eventId}/guild-stash/{stash_id}',
    tag: 'guild stash',
    access: ['user'],
    event: 'visible',
    status: 200,
    params: byTab,
    reply: GuildStashTabContent,
    refusals: ['stash_tab_not_found', 'not_allowed'],
    summary: "A tab's contents, each item with the objectives it completes; for users who can see the tab, and its team",
  }),
  getStashItem: endpoint({
    method: 'GET',
    path: '/{eventId}/guild-stash/{stash_id}/items/{item_id}',
    tag: 'guild stash',
    access: ['team_member'],
    event: 'visible',
    status: 200,
    /** The game's id of the item, or `place-N`: its position in the tab's list, for items without an id. */
    params: byTab.extend({ item_id: z.string().min(1).max(200) }),
    query: z.object({ limit: numberParam(50).default(10), offset }),
    reply: StashItem,
    refusals: ['stash_tab_not_found', 'stash_item_not_found', 'not_allowed'],
    summary:
      "One item in a tab of the caller's team: the objectives it completes, why it does not complete the others, and its history",
  }),
  switchStashFetching: endpoint({
    method: 'PATCH',
    path: '/{eventId}/guild-stash/{stash_id}',
    tag: 'guild stash',
    access: ['team_lead'],
    without_login: 'not_allowed',
    event: 'visible',
    status: 200,
    params: byTab,
    reply: GuildStashTab,
    refusals: ['stash_tab_not_found'],
    needs_raw_data: true,
    summary: "Turns fetching of one of the team's tabs on or off, including its sub-tabs",
  }),
  updateStashTab: endpoint({
    method: 'POST',
    path: '/{eventId}/guild-stash/{stash_id}/update',
    tag: 'guild stash',
    access: ['team_lead'],
    without_login: 'not_allowed',
    event: 'visible',
    status: 204,
    params: byTab,
    refusals: ['stash_tab_not_found'],
    needs_raw_data: true,
    summary: "Moves one of the team's tabs to the front of the queue; a job fetches it as soon as the game's limits allow",
  }),
} as const
