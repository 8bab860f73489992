import { Answer, type Handlers } from '../../call.ts'
import { Refusal } from '../../refusal.ts'
import { tieBrowser } from './browser.ts'
import { completeLogin, startLogin } from './login.ts'

/** Only the game is connected so far. */
function checkProvider(provider: string): void {
  if (provider === 'discord' || provider === 'twitch') {
    throw new Refusal('provider_not_found', 'Connecting this provider is not possible here yet')
  }
  if (provider !== 'poe') throw new Refusal('provider_not_found')
}

export const loginRoutes = {
  oauthRedirect: async ({ ctx, viewer, params, query, headers }) => {
    checkProvider(params.provider)
    const tie = tieBrowser(ctx.config, headers)
    const address = await startLogin(ctx, { ...query, user_id: viewer?.user_id ?? null, tie })
    return new Answer(address, { headers: tie.set_cookie ? { 'set-cookie': tie.set_cookie } : {} })
  },

  oauthCallback: async ({ ctx, params, body, headers }) => {
    checkProvider(params.provider)
    return completeLogin(ctx, { code: body.code, state: body.state, headers })
  },
} satisfies Partial<Handlers>
