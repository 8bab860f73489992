import type { Operation } from '../operation.ts'

const byTab = ({ stash_id }: { stash_id: string }) => ({ stash_id })
const byGuild = ({ guild_id }: { guild_id: number }) => ({ guildId: guild_id })

export const guildOperations: readonly Operation[] = [
  { name: 'getGuildStashForUser', method: 'GET', path: '/{eventId}/guild-stash', status: 200, by: 'user' },
  { name: 'updateAccess', method: 'POST', path: '/{eventId}/guild-stash/update-access', status: 204, by: 'admin' },
  { name: 'getGuildStashTab', method: 'GET', path: '/{eventId}/guild-stash/{stash_id}', status: 200, by: 'player', at: byTab },
  { name: 'switchStashFetching', method: 'PATCH', path: '/{eventId}/guild-stash/{stash_id}', status: 200, by: 'lead', at: byTab },
  {
    name: 'updateStashTab',
    method: 'POST',
    path: '/{eventId}/guild-stash/{stash_id}/update',
    status: 204,
    by: 'lead',
    at: byTab,
  },
  { name: 'getGuilds', method: 'GET', path: '/{eventId}/guilds', status: 200, by: 'user' },
  {
    name: 'saveGuild',
    method: 'PUT',
    path: '/{eventId}/guilds/{guildId}',
    status: 200,
    by: 'lead',
    at: byGuild,
    body: ({ guild_id }) => ({ id: guild_id, name: 'Gilde Ünverzagt', tag: 'ÜNV' }),
    fields: { id: 'integer!', name: 'text!', tag: 'text!' },
    // Registers it.
    unknown: 200,
  },
  {
    name: 'deleteGuild',
    method: 'DELETE',
    path: '/{eventId}/guilds/{guildId}',
    status: 204,
    by: 'lead',
    at: byGuild,
    is_ours: true,
  },
  {
    name: 'getLogEntriesForGuild',
    method: 'GET',
    path: '/{eventId}/guilds/{guildId}/stash-history',
    status: 200,
    by: 'player',
    at: byGuild,
  },
  {
    name: 'addGuildstashHistory',
    method: 'POST',
    path: '/{eventId}/guilds/{guildId}/stash-history',
    status: 201,
    by: 'lead',
    at: byGuild,
    body: ({ event_name, now }) => ({
      entries: [
        {
          id: '9007',
          time: Math.floor(now / 1000) - 60,
          league: event_name,
          stash: 'Beute',
          item: '3× Chaos Orb',
          action: 'added',
          account: { name: 'Jemand#1234' },
          x: 1,
          y: 2,
        },
      ],
      truncated: false,
    }),
    fields: { entries: 'list', truncated: 'flag' },
  },
  {
    name: 'getGuildLogRows',
    method: 'GET',
    path: '/{eventId}/guilds/{guildId}/stash-history/rows',
    status: 200,
    by: 'player',
    at: byGuild,
  },
  {
    name: 'getGuildLogSummary',
    method: 'GET',
    path: '/{eventId}/guilds/{guildId}/stash-history/summary',
    status: 200,
    by: 'player',
    at: byGuild,
  },
  {
    name: 'getLatestTimestampForUser',
    method: 'GET',
    path: '/{eventId}/guilds/{guildId}/stash-history/latest_timestamp',
    status: 200,
    by: 'player',
    at: byGuild,
  },
]
