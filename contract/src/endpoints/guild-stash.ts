import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { GuildStashTab, GuildStashTabContent } from '../guild-stash.ts'
import { byEventId } from './params.ts'

/** Any text: an unknown tab is answered by the handler, with a sentence. */
const byTab = byEventId.extend({ stash_id: z.string().min(1).max(100) })

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
    access: ['admin'],
    event: 'visible',
    status: 204,
    params: byEventId,
    summary: 'Requests a new check of who can see which tab; the jobs do it as fast as the game allows',
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
    summary: "A tab's contents, each item with the objective it completes: for those who can see the tab, and its team",
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
    summary: "Moves one of the team's tabs to the front of the queue; the jobs fetch it as soon as the game allows",
  }),
} as const
