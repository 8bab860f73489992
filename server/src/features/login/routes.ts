import { Answer, type Handlers } from '../../call.ts'
import { logBotIn } from './bot.ts'
import { tieBrowser } from './browser.ts'
import { completeLogin, startLogin } from './login.ts'
import { createInvitations, openInvitation, presentInvitations, revokeInvitation } from './invitations.ts'
import { deleteAccount } from './delete-account.ts'
import { readOwnPasskeys, removePasskey, renamePasskey } from './own-passkeys.ts'
import { readPasskeySite } from './passkey-site.ts'
import { finishPasskey, startPasskey } from './passkeys.ts'
import { listProviders, readProvider } from './providers.ts'
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

  getLoginWays: async ({ ctx }) => ({
    providers: listProviders(ctx),
    passkey_host: readPasskeySite(ctx.config.public_url)?.host ?? null,
  }),

  startPasskey: async ({ ctx, viewer, body, headers }) => {
    const tie = tieBrowser(ctx.config, headers)
    const options = await startPasskey(ctx, { ...body, viewer, tie })
    return new Answer(options, { headers: tie.set_cookie ? { 'set-cookie': tie.set_cookie } : {} })
  },

  finishPasskey: ({ ctx, body, headers }) => finishPasskey(ctx, { answer: body.answer, name: body.name ?? 'Passkey', headers }),

  openInvitation: ({ ctx, body }) => openInvitation(ctx, body.secret),

  getPasskeys: ({ ctx, viewer }) => readOwnPasskeys(ctx, viewer.user_id),

  renamePasskey: ({ ctx, viewer, params, body }) => renamePasskey(ctx, viewer.user_id, params.passkey_id, body.name),

  removePasskey: ({ ctx, viewer, params }) => removePasskey(ctx, viewer.user_id, params.passkey_id),

  getInvitations: ({ ctx, viewer }) => presentInvitations(ctx.db, viewer),

  createInvitations: ({ ctx, viewer, body }) => createInvitations(ctx, viewer, { ...body, count: body.count ?? 1 }),

  revokeInvitation: ({ ctx, viewer, params }) => revokeInvitation(ctx, viewer.user_id, params.invitation_id),

  removeAuth: async ({ ctx, viewer, query }) => removeConnection(ctx, viewer.user_id, query.provider),
} satisfies Partial<Handlers>
