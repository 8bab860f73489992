import type { DiscordChoices, DiscordRoles, DiscordRolesWrite } from '@muster/contract/discord-roles'
import type { Event } from '@muster/contract/events'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { eventInput, read } from '../../../api/calls/queries.ts'
import { callWrite } from '../../../api/calls/writes.ts'

/** Roles on Discord can change without any action by the viewer. */
const refreshEvery_ms = 5000

export const isServerId = (text: string): boolean => /^\d{15,20}$/.test(text)

export const useDiscordRoles = (event: Event): DiscordRoles =>
  useSuspenseQuery({ ...read('getDiscordRoles', eventInput(event.id)), refetchInterval: refreshEvery_ms }).data

/** The roles of a server; undefined while Discord is asked, and without an id. */
export const useChoices = (event: Event, server_id: string): DiscordChoices | undefined =>
  useQuery({ ...read('getDiscordChoices', { ...eventInput(event.id), query: { server_id } }), enabled: isServerId(server_id) })
    .data

export const saveRoles = (event: Event, body: Omit<DiscordRolesWrite, 'base_version'> & { base_version: number | null }) =>
  callWrite('saveDiscordRoles', { ...eventInput(event.id), body })
