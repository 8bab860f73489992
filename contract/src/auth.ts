import { z } from 'zod'
import { Recovery } from './passkeys.ts'
import { User } from './users.ts'

export const providers = ['poe', 'discord', 'twitch'] as const
export const Provider = z.enum(providers).meta({ id: 'Provider' })
export type Provider = z.output<typeof Provider>

/** The ways to log in on this server. */
export const LoginWays = z
  .object({
    providers: z.array(Provider),
    /** Passkeys work on pages of this host name only; null if the server's address allows no passkeys. */
    passkey_host: z.string().nullable(),
  })
  .meta({ id: 'LoginWays' })
export type LoginWays = z.output<typeof LoginWays>

export const CallbackBody = z
  .object({ redirect_url: z.string().min(1).max(2000), code: z.string().min(1).max(2000), state: z.string().min(1).max(200) })
  .meta({ id: 'CallbackBody' })
export type CallbackBody = z.output<typeof CallbackBody>

/** `token` is the secret that the bot and the server share. */
export const DiscordBotLoginBody = z
  .object({ token: z.string().min(1, 'is required').max(1000) })
  .meta({ id: 'DiscordBotLoginBody' })
export type DiscordBotLoginBody = z.output<typeof DiscordBotLoginBody>

export const CallbackResponse = z
  .object({ last_path: z.string(), auth_token: z.string(), user: User, recovery: Recovery.nullable() })
  .meta({ id: 'CallbackResponse' })
export type CallbackResponse = z.output<typeof CallbackResponse>
