import type { UserId } from '@muster/contract/ids'
import type { Provider } from '@muster/contract/auth'
import type { Context } from '@muster/server/context'
import { completeLogin, startLogin } from '@muster/server/features/login/login'
import { updateSharing } from '@muster/server/features/records/store'

/** An account of the simulated game, as listed by its control plane. */
export interface SimulatedAccount {
  readonly name: string
  readonly team: number
  /** In the event's league; absent before they begin to play. */
  readonly character?: unknown
  /** Their account on Twitch, if any. */
  readonly twitch?: { readonly id: string }
}

/**
 * Logs a simulated player in at a provider like a browser: our redirect, the provider's consent page (which approves
 * automatically here), our callback. The product stores the same as after a real login.
 * @param user_id the user who connects another account; null for a login
 */
async function visitProvider(ctx: Context, provider: Provider, hint: string, user_id: UserId | null): Promise<UserId> {
  const tie = { browser_hash: null, set_cookie: null }
  const viewer =
    user_id === null
      ? null
      : await ctx.db
          .selectFrom('users')
          .select(['id as user_id', 'token_version'])
          .where('id', '=', user_id)
          .executeTakeFirstOrThrow()
  const address = new URL(await startLogin(ctx, provider, { last_url: '/', viewer, tie }))
  address.searchParams.set('login_hint', hint)
  address.searchParams.set('auto', 'allow')
  const answer = await fetch(address, { redirect: 'manual', headers: { accept: 'text/html' } })
  const location = answer.headers.get('location')
  const back = location === null ? null : new URL(location).searchParams
  const [code, state] = [back?.get('code'), back?.get('state')]
  if (!code || !state) throw new Error(`the simulated provider did not log "${hint}" in (status ${answer.status})`)
  const { user } = await completeLogin(ctx, provider, { code, state, headers: {} })
  return user.id
}

/** With the game; players on Twitch connect that as well, so that some streams are visible. */
async function logIn(ctx: Context, { name, twitch }: SimulatedAccount): Promise<UserId> {
  const user_id = await visitProvider(ctx, 'poe', name, null)
  if (twitch !== undefined && ctx.twitch !== null) await visitProvider(ctx, 'twitch', twitch.id, user_id)
  return user_id
}

/** Logs all players in, a few at a time: codes are valid for half a minute, and the token endpoint has a limit. */
export async function logInAll(
  ctx: Context,
  accounts: readonly SimulatedAccount[],
): Promise<{ user_id: UserId; team: number; name: string }[]> {
  const people = []
  for (let from = 0; from < accounts.length; from += 8) {
    const some = accounts.slice(from, from + 8)
    people.push(
      ...(await Promise.all(
        some.map(async (account) => ({ name: account.name, team: account.team, user_id: await logIn(ctx, account) })),
      )),
    )
  }
  return people
}

/** Five of six show their record to everyone, with their hours; the others have not chosen. */
export async function shareRecords(ctx: Context, people: readonly { readonly user_id: UserId }[]): Promise<void> {
  // By id: eight log in at a time, so the same place has another id each time.
  for (const { user_id } of people)
    if (user_id % 6 !== 0) await updateSharing(ctx.db, user_id, { shown_to: 'everyone', shows_hours: true })
}
