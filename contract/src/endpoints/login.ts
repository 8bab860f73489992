import { z } from 'zod'
import { callsOf } from './calls-of.ts'
import { CallbackBody, CallbackResponse, DiscordBotLoginBody } from '../auth.ts'
import { User } from '../users.ts'

const { GET, POST } = callsOf('login')

export const loginEndpoints = {
  oauthRedirect: GET('/oauth2/{provider}/redirect', {
    keys: null,
    access: 'public',
    query: z.object({ redirect_url: z.string().max(2000).optional(), last_url: z.string().max(2000).optional() }),
    reply: z.string(),
    refusals: ['provider_not_found', 'origin_not_allowed'],
    summary: "The address of the provider's consent page, as a bare JSON string",
  }),
  oauthCallback: POST('/oauth2/{provider}/callback', {
    access: 'public',
    body: CallbackBody,
    reply: CallbackResponse,
    refusals: [
      'provider_not_found',
      'login_state_unknown',
      'login_refused',
      'provider_unavailable',
      'account_taken',
      'account_stated',
    ],
    summary: 'Exchanges the code for a login',
  }),
  loginDiscordBot: POST('/oauth2/discord/bot-login', {
    tag: 'bots',
    access: 'public',
    body: DiscordBotLoginBody,
    reply: z.string(),
    refusals: ['provider_not_found', 'not_authenticated'],
    summary:
      "Exchanges the chat bot's secret for a one-hour token, as a bare JSON string; it is accepted by the calls marked for bots",
  }),
  removeAuth: POST('/users/remove-auth', {
    tag: 'users',
    access: ['user'],
    query: z.object({ provider: z.string().max(100).optional() }),
    reply: User,
    refusals: ['last_provider'],
    summary: 'Disconnects a provider account, unless it is the last one',
  }),
} as const
