import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { CallbackBody, CallbackResponse, DiscordBotLoginBody } from '../auth.ts'
import { User } from '../users.ts'

/** Any text: for an unknown provider the handler answers with a clear sentence. */
const byProvider = z.object({ provider: z.string() })

export const loginEndpoints = {
  oauthRedirect: endpoint({
    method: 'GET',
    path: '/oauth2/{provider}/redirect',
    tag: 'login',
    access: 'public',
    event: 'none',
    status: 200,
    params: byProvider,
    query: z.object({ redirect_url: z.string().max(2000).optional(), last_url: z.string().max(2000).optional() }),
    reply: z.string(),
    refusals: ['provider_not_found', 'origin_not_allowed'],
    summary: "The address of the provider's consent page, as a bare JSON string",
  }),
  oauthCallback: endpoint({
    method: 'POST',
    path: '/oauth2/{provider}/callback',
    tag: 'login',
    access: 'public',
    event: 'none',
    status: 200,
    params: byProvider,
    body: CallbackBody,
    reply: CallbackResponse,
    refusals: ['provider_not_found', 'login_state_unknown', 'login_refused', 'provider_unavailable', 'account_taken'],
    summary: 'Exchanges the code for a login',
  }),
  loginDiscordBot: endpoint({
    method: 'POST',
    path: '/oauth2/discord/bot-login',
    tag: 'bots',
    access: 'public',
    event: 'none',
    status: 200,
    body: DiscordBotLoginBody,
    reply: z.string(),
    refusals: ['provider_not_found', 'not_authenticated'],
    summary:
      "Exchanges the chat bot's secret for a one-hour token, as a bare JSON string; it is accepted by the calls marked for bots",
  }),
  removeAuth: endpoint({
    method: 'POST',
    path: '/users/remove-auth',
    tag: 'users',
    access: ['user'],
    event: 'none',
    status: 200,
    query: z.object({ provider: z.string().max(100).optional() }),
    reply: User,
    refusals: ['last_provider'],
    summary: 'Disconnects a provider account, unless it is the last one',
  }),
} as const
