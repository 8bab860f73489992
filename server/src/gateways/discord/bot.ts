import { z } from 'zod'
import type { Clock } from '../../clock.ts'
import type { Secret } from '../../config.ts'
import type { Change } from '../exchange.ts'
import type { OnCleaned, OutsideAnswer } from '../outside.ts'
import { createWindowRequester } from '../window-requester.ts'

export interface DiscordBotSettings {
  readonly url: string
  readonly token: Secret
  readonly user_agent: string
}

const Snowflake = z.string().regex(/^\d{1,20}$/)
const Application = z.looseObject({ id: Snowflake })
/** Structure "Application Command": type 1 is a slash command; without a type it is one. */
const Command = z.looseObject({ name: z.string(), description: z.string(), type: z.int().optional() })
/** Structure "Role": permissions are a number as text, too large for JavaScript; managed roles belong to an integration. */
const Role = z.looseObject({ id: Snowflake, name: z.string(), permissions: z.string().regex(/^\d{1,40}$/), managed: z.boolean() })
const Member = z.looseObject({ roles: z.array(Snowflake) })
const Created = z.looseObject({ id: Snowflake })
const Anything = z.unknown()

export type DiscordCommand = z.output<typeof Command>
export type DiscordRole = z.output<typeof Role>

/** Headers of a bucket: https://docs.discord.com/developers/topics/rate-limits */
const windows = {
  remaining: 'x-ratelimit-remaining',
  reset: { header: 'x-ratelimit-reset-after', is: 'seconds_from_now' },
} as const

/** Message flags of Discord's API: 1 << 2 adds no cards for links (SUPPRESS_EMBEDS). */
const suppressEmbeds = 4

/** Discord's error code ("JSON Error Codes", as libraries list them): 10007 unknown member, 50013 missing permissions. */
export const readProblemCode = (excerpt: string | undefined): number =>
  Number(/"code"\s*:\s*(\d{1,6})/.exec(excerpt ?? '')?.[1] ?? 0)

/** Calls that Muster makes as a bot. Its token is in a header only. */
export interface DiscordBot {
  findApplication(): Promise<OutsideAnswer<{ readonly id: string }>>
  /** @param server_id null: the commands of all servers */
  listCommands(application_id: string, server_id: string | null): Promise<OutsideAnswer<DiscordCommand[]>>
  /** Creates a command, or overwrites the one of this name. */
  saveCommand(
    application_id: string,
    server_id: string | null,
    command: { readonly name: string; readonly description: string },
  ): Promise<OutsideAnswer<unknown>>
  listRoles(server_id: string, signal?: AbortSignal): Promise<OutsideAnswer<DiscordRole[]>>
  findMember(
    server_id: string,
    user_id: string,
    signal?: AbortSignal,
  ): Promise<OutsideAnswer<{ readonly roles: readonly string[] }>>
  changeRole(
    change: 'give' | 'take',
    place: { readonly server_id: string; readonly user_id: string; readonly role_id: string },
    signal?: AbortSignal,
  ): Promise<OutsideAnswer<unknown>>
  /** The conversation with a person, always the same one. "Create DM": a bot that opens many quickly is limited or blocked. */
  openConversation(user_id: string, signal?: AbortSignal): Promise<OutsideAnswer<{ readonly id: string }>>
  /**
   * Mentions are off, whatever the text says.
   * @param message.nonce at most 25 characters; with `enforce_nonce` Discord answers a repetition "in the past few minutes" with
   * the first message, and creates no second one ("Create Message", added by discord-api-docs pull request 6647)
   */
  sendMessage(
    channel_id: string,
    message: { readonly content: string; readonly nonce: string },
    signal?: AbortSignal,
  ): Promise<OutsideAnswer<unknown>>
}

export function createDiscordBot(
  { url, token, user_agent }: DiscordBotSettings,
  clock: Clock,
  onCleaned?: OnCleaned,
): DiscordBot {
  const request = createWindowRequester(clock, user_agent, windows, onCleaned)
  function call<S extends z.ZodType>(bucket: string, path: string, schema: S, change?: Change, signal?: AbortSignal) {
    const headers = { authorization: `Bot ${token.reveal()}` }
    return request({ bucket, url: `${url}/api/v10/${path}`, headers, schema, change, signal })
  }
  const commandsOf = (application_id: string, server_id: string | null) =>
    server_id === null ? `applications/${application_id}/commands` : `applications/${application_id}/guilds/${server_id}/commands`
  return {
    findApplication: () => call('application', 'applications/@me', Application),
    listCommands: (application_id, server_id) => call('commands', commandsOf(application_id, server_id), z.array(Command)),
    saveCommand: (application_id, server_id, { name, description }) =>
      call('save command', commandsOf(application_id, server_id), Anything, {
        method: 'POST',
        json: { name, description, type: 1 },
      }),
    listRoles: (server_id, signal) => call(`roles ${server_id}`, `guilds/${server_id}/roles`, z.array(Role), undefined, signal),
    findMember: (server_id, user_id, signal) =>
      call(`member ${server_id}`, `guilds/${server_id}/members/${user_id}`, Member, undefined, signal),
    // One bucket of ten requests for each method and server (discord-api-docs issue 7680).
    changeRole: (change, { server_id, user_id, role_id }, signal) =>
      call(
        `${change} role ${server_id}`,
        `guilds/${server_id}/members/${user_id}/roles/${role_id}`,
        Anything,
        { method: change === 'give' ? 'PUT' : 'DELETE' },
        signal,
      ),
    openConversation: (recipient_id, signal) =>
      call('open conversation', 'users/@me/channels', Created, { method: 'POST', json: { recipient_id } }, signal),
    sendMessage: (channel_id, { content, nonce }, signal) => {
      const json = { content, nonce, enforce_nonce: true, allowed_mentions: { parse: [] }, flags: suppressEmbeds }
      return call(`messages ${channel_id}`, `channels/${channel_id}/messages`, Created, { method: 'POST', json }, signal)
    },
  }
}
