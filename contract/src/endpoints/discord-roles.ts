import { z } from 'zod'
import { DiscordChoices, DiscordRoles, DiscordRolesWrite, Snowflake } from '../discord-roles.ts'
import { callsOf } from './calls-of.ts'

const { GET, PUT } = callsOf('events')

export const discordRolesEndpoints = {
  getDiscordRoles: GET('/events/{event_id}/discord-roles', {
    access: ['admin', 'manager'],
    keys: null,
    reply: DiscordRoles,
    summary: 'The roles of an event on Discord: the choice, the changes of the next run, and those of the last runs',
  }),
  saveDiscordRoles: PUT('/events/{event_id}/discord-roles', {
    access: ['admin'],
    body: DiscordRolesWrite,
    reply: DiscordRoles,
    refusals: ['changed_meanwhile'],
    summary: 'Chooses the roles of teams and leads on Discord, and whether Muster gives and takes them',
  }),
  getDiscordChoices: GET('/events/{event_id}/discord-roles/choices', {
    access: ['admin'],
    keys: null,
    query: z.object({ server_id: Snowflake }),
    required_query: ['server_id'],
    reply: DiscordChoices,
    summary: 'The current roles of a server on Discord',
  }),
} as const
