import { Answer, type Handlers } from '../../call.ts'
import { logBotIn } from './bot.ts'
import { tieBrowser } from './browser.ts'
import { completeLogin, startLogin } from './login.ts'
import { deleteAccount } from './delete-account.ts'
import { readProvider } from './providers.ts'
import { removeConnection } from './remove.ts'

export const loginRoutes = {
  oauthRedirect: async ({ ctx, viewer, params, query, headers }) => {
    const provider = readProvider(ctx, params.provider)
    const tie = tieBrowser(ctx.config, headers)
    const address = await startLogin(ctx, provider, { ...query, viewer, tie })
    return new Answer(address, { headers: tie.set_cookie ? { 'set-cookie': tie.set_cookie } : {} })
  },

  oauthCallback: async ({ ctx, params, body, headers }) =>
    completeLogin(ctx, readProvider(ctx, params.provider), { code: body.code, state: body.state, headers }),

  loginDiscordBot: async ({ ctx, body }) => logBotIn(ctx, body.token),

  deleteOwnAccount: async ({ ctx, viewer, body }) => {
    const { user_id } = viewer
    return { pseudonym: await deleteAccount(ctx, { user_id, author_id: user_id, ...body, reason: null }) }
  },

  deletePerson: async ({ ctx, viewer, params, body }) => ({
    pseudonym: await deleteAccount(ctx, { user_id: params.user_id, author_id: viewer.user_id, ...body }),
  }),

  removeAuth: async ({ ctx, viewer, query }) => removeConnection(ctx, viewer.user_id, query.provider),
} satisfies Partial<Handlers>
