import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { GuildStashTab, GuildStashTabContent } from '../guild-stash.ts'
import { countParam, numberParam } from '../query.ts'
import { StashItem, StashSearch, TeamStash } from '../team-stash.ts'
import { byEventId, objective_id } from './params.ts'

/** Any text: an unknown tab is answered by the handler, with a sentence. */
const byTab = byEventId.extend({ stash_id: z.string().min(1).max(100) })

/** Nobody pages through more. */
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
      'Requests a new check of who can see which tab, by a lead of their own team only; the jobs do it as fast as the game allows',
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
    summary: "All tabs of the caller's team: how fetching stands, what scores in them, and which member sees which",
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
      /** Words, in any case, all of which must appear in the item's name, base and modifiers, its objectives' names or its tab's. */
      q: z.string().trim().max(200).default(''),
      /** Only items that complete this one now. */
      objective_id: objective_id.optional(),
      limit: numberParam(200).default(50),
      offset,
    }),
    reply: StashSearch,
    summary: "Searches all tabs of the caller's team; without words, lists what completes an objective",
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
    summary: "A tab's contents, each item with the objectives it completes: for those who can see the tab, and its team",
  }),
  getStashItem: endpoint({
    method: 'GET',
    path: '/{eventId}/guild-stash/{stash_id}/items/{item_id}',
    tag: 'guild stash',
    access: ['team_member'],
    event: 'visible',
    status: 200,
    /** The game's id of the item, or `place-N`: its position in the tab's list, for items without one. */
    params: byTab.extend({ item_id: z.string().min(1).max(200) }),
    query: z.object({ limit: numberParam(50).default(10), offset }),
    reply: StashItem,
    refusals: ['stash_tab_not_found', 'stash_item_not_found', 'not_allowed'],
    summary: "One item in a tab of the caller's team: every objective it completes, why not the others, and where it has been",
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
    summary: "Moves one of the team's tabs to the front of the queue; the jobs fetch it as soon as the game allows",
  }),
} as const
