import { z } from 'zod'
import type { Clock } from '../../clock.ts'
import { type ClientSettings, createCodeFlow } from '../code-flow.ts'
import type { LoginGateway, OnCleaned } from '../outside.ts'
import { createWindowRequester } from '../window-requester.ts'

export interface DiscordSettings extends ClientSettings {
  readonly url: string
  readonly user_agent: string
}

/** Snowflakes exceed the range of JavaScript numbers: text with digits only, never empty. */
const DiscordUser = z.looseObject({ id: z.string().regex(/^\d{1,20}$/), username: z.string().min(1) })

const windows = {
  remaining: 'x-ratelimit-remaining',
  reset: { header: 'x-ratelimit-reset-after', is: 'seconds_from_now' },
} as const

/** The Discord client, for logins only. */
export function createDiscordClient(settings: DiscordSettings, clock: Clock, onCleaned?: OnCleaned): LoginGateway {
  const { url } = settings
  const request = createWindowRequester(clock, settings.user_agent, windows, onCleaned)
  return createCodeFlow(
    {
      authorize_url: `${url}/oauth2/authorize`,
      token_url: `${url}/api/oauth2/token`,
      scopes: ['identify'],
      client_authentication: 'basic',
      repeats_scopes: false,
      revoke: { url: `${url}/api/oauth2/token/revoke`, needs: 'client' },
      async fetchProfile(access_token) {
        const answer = await request({
          bucket: 'users/@me',
          url: `${url}/api/v10/users/@me`,
          headers: { authorization: `Bearer ${access_token}` },
          schema: DiscordUser,
        })
        if (!answer.ok) return answer
        const { id, username } = answer.value
        return { ok: true, value: { account_id: id, name: username, handle: null } }
      },
    },
    settings,
    (form) => request({ bucket: 'token', ...form }),
    clock,
  )
}
