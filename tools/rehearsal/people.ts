import { createHash } from 'node:crypto'
import type { CallbackResponse } from '@muster/contract/auth'
import { type AnswerLike, type Client, createClient } from '@muster/contract/client'
import type { UserId } from '@muster/contract/ids'

/** Somebody who uses the product: an account of the simulated game, logged in. */
export interface Person {
  readonly account_name: string
  readonly user_id: UserId
  readonly client: Client
}

/** A call was refused; says which and how, as a person would read it. */
async function explain(error: unknown): Promise<never> {
  if (error instanceof Response) throw new Error(`${error.status} from ${error.url}: ${await error.text()}`)
  throw error
}

/** Everybody sits at home: a network for each name, of those that are kept for examples. */
function addressOf(account_name: string): string {
  const words = createHash('sha256').update(account_name).digest('hex').slice(0, 8).match(/.{4}/g) ?? []
  return `2001:db8:${words.join(':')}::1`
}

/** @param account_name whose machine the calls come from. */
export function openClient(product_url: string, account_name: string, token?: string): Client {
  const address = addressOf(account_name)
  const ask = (
    url: string,
    { headers, ...init }: { method: string; headers: Record<string, string>; body?: string },
  ): Promise<AnswerLike> => fetch(url, { ...init, headers: { ...headers, 'x-forwarded-for': address } })
  const client = createClient({ base: `${product_url}/api`, fetch: ask, token: () => token })
  return {
    call: (name, input, signal) => client.call(name, input, signal).catch(explain),
    send: (name, input, signal) => client.send(name, input, signal).catch(explain),
  }
}

/** Logs in as a browser does: our redirect, the game's consent page, which says yes by itself here, and back. */
export async function logIn(product_url: string, account_name: string): Promise<Person> {
  const visitor = openClient(product_url, account_name)
  const back = `${product_url}/auth/poe/callback`
  const address = new URL(await visitor.call('oauthRedirect', { provider: 'poe', query: { redirect_url: back } }))
  address.searchParams.set('login_hint', account_name)
  address.searchParams.set('auto', 'allow')
  const consent = await fetch(address, { redirect: 'manual', headers: { accept: 'text/html' } })
  const location = consent.headers.get('location')
  const returned = new URL(location ?? back).searchParams
  const [code, state] = [returned.get('code'), returned.get('state')]
  if (!code || !state) throw new Error(`the game did not log "${account_name}" in (status ${consent.status})`)
  const body = { redirect_url: back, code, state }
  const login: CallbackResponse = await visitor.call('oauthCallback', { provider: 'poe', body })
  return { account_name, user_id: login.user.id, client: openClient(product_url, account_name, login.auth_token) }
}
