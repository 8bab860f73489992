import { createHash } from 'node:crypto'
import type { CallbackResponse, Provider } from '@muster/contract/auth'
import { type AnswerLike, type Client, createClient } from '@muster/contract/client'
import type { UserId } from '@muster/contract/ids'

/** A user of the product: a logged-in account of the simulated game. */
export interface Person {
  readonly account_name: string
  readonly user_id: UserId
  readonly client: Client
}

/** Reports which call was refused and how, in readable form. */
async function explain(error: unknown): Promise<never> {
  if (error instanceof Response) throw new Error(`${error.status} from ${error.url}: ${await error.text()}`)
  throw error
}

/** A separate network per player, from the addresses reserved for documentation. */
function addressOf(account_name: string): string {
  const words = createHash('sha256').update(account_name).digest('hex').slice(0, 8).match(/.{4}/g) ?? []
  return `2001:db8:${words.join(':')}::1`
}

/** @param account_name decides the client's address. */
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

/**
 * Logs in like a browser: the product's redirect, the provider's consent page, which approves automatically, and back.
 * @param known connects the account to this user, instead of logging in.
 */
export async function logIn(
  product_url: string,
  account_name: string,
  provider: Provider = 'poe',
  known?: Person,
): Promise<Person> {
  const visitor = known?.client ?? openClient(product_url, account_name)
  const back = `${product_url}/auth/${provider}/callback`
  const address = new URL(await visitor.call('oauthRedirect', { provider, query: { redirect_url: back } }))
  address.searchParams.set('login_hint', account_name)
  address.searchParams.set('auto', 'allow')
  const consent = await fetch(address, { redirect: 'manual', headers: { accept: 'text/html' } })
  const location = consent.headers.get('location')
  const returned = new URL(location ?? back).searchParams
  const [code, state] = [returned.get('code'), returned.get('state')]
  if (!code || !state) throw new Error(`${provider} refused the login of "${account_name}" (status ${consent.status})`)
  const body = { redirect_url: back, code, state }
  const login: CallbackResponse = await visitor.call('oauthCallback', { provider, body })
  return { account_name, user_id: login.user.id, client: openClient(product_url, account_name, login.auth_token) }
}
