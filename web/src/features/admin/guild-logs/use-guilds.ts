import type { Guild, GuildLogExtent } from '@muster/contract/guilds'
import { hasRight } from '@muster/domain/access'
import { useSuspenseQuery } from '@tanstack/react-query'
import { callWrite } from '../../../api/calls/writes.ts'
import { type EventKey, read } from '../../../api/calls/queries.ts'
import { useEventKey, useStatus } from '../../../api/scores/event.ts'
import { useCaller } from '../kit/use-caller.ts'

/** Guild calls are older than the others, and use another name for the event. */
export const guildInput = (event: EventKey, guild: Guild) => ({ eventId: event, guildId: guild.id })

export const useAllGuilds = (): readonly Guild[] => useSuspenseQuery(read('getGuilds', { eventId: useEventKey() })).data

export const readExtent = (event: EventKey, guild: Guild) => read('getLatestTimestampForUser', guildInput(event, guild))

export const useExtent = (guild: Guild): GuildLogExtent => useSuspenseQuery(readExtent(useEventKey(), guild)).data

export interface GuildRights {
  readonly readsAll: boolean
  readonly mayRead: (guild: Guild) => boolean
  /** For uploads and renames: the lead of the registering team. */
  readonly mayWrite: (guild: Guild) => boolean
  readonly mayRemove: (guild: Guild) => boolean
  readonly mayRegister: boolean
}

/** The viewer's rights on guilds; the server uses the same table. */
export function useGuildRights(): GuildRights {
  const caller = useCaller()
  const team_id = useStatus().team_id
  const isLead = caller?.place?.is_team_lead ?? false
  const isOwn = (guild: Guild) => team_id !== null && guild.team_id === team_id
  const readsAll = caller !== undefined && hasRight('see_every_guild_log', caller)
  return {
    readsAll,
    mayRead: (guild) => readsAll || isOwn(guild),
    mayWrite: (guild) => isLead && isOwn(guild),
    mayRemove: (guild) => (isLead && isOwn(guild)) || (caller !== undefined && hasRight('delete_every_guild', caller)),
    mayRegister: isLead,
  }
}

export const saveGuild = (event: EventKey, guild: Pick<Guild, 'id' | 'name' | 'tag'>) =>
  callWrite('saveGuild', { eventId: event, guildId: guild.id, body: guild })

export const removeGuild = (event: EventKey, guild: Guild) => callWrite('deleteGuild', guildInput(event, guild))
