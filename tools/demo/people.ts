import type { UserId } from '@muster/contract/ids'
import type { Context } from '@muster/server/context'
import { completeLogin, startLogin } from '@muster/server/features/login/login'

/** An account of the simulated game, as its control plane lists it. */
export interface SimulatedAccount {
  readonly name: string
  readonly team: number
}

/**
 * Logs a simulated player in the way a browser would: our redirect, the provider's consent page (which says yes by
 * itself here), our callback. What the product stores is what a real login leaves.
 */
async function logIn(ctx: Context, account_name: string): Promise<UserId> {
  const tie = { browser_hash: null, set_cookie: null }
  const address = new URL(await startLogin(ctx, 'poe', { last_url: '/', user_id: null, tie }))
  address.searchParams.set('login_hint', account_name)
  address.searchParams.set('auto', 'allow')
  const answer = await fetch(address, { redirect: 'manual', headers: { accept: 'text/html' } })
  const location = answer.headers.get('location')
  const back = location === null ? null : new URL(location).searchParams
  const [code, state] = [back?.get('code'), back?.get('state')]
  if (!code || !state) throw new Error(`the simulated provider did not log "${account_name}" in (status ${answer.status})`)
  const { user } = await completeLogin(ctx, 'poe', { code, state, headers: {} })
  return user.id
}

/** Logs everybody in, a few at a time: codes live for half a minute, and the token endpoint has a limit. */
export async function logInAll(
  ctx: Context,
  accounts: readonly SimulatedAccount[],
): Promise<{ user_id: UserId; team: number; name: string }[]> {
  const people = []
  for (let from = 0; from < accounts.length; from += 8) {
    const some = accounts.slice(from, from + 8)
    people.push(...(await Promise.all(some.map(async ({ name, team }) => ({ name, team, user_id: await logIn(ctx, name) })))))
  }
  return people
}
