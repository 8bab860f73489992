import type { Provider } from '@muster/contract/auth'
import type { Context } from '../../context.ts'
import { wallNow } from '../../wall-clock.ts'
import { endOutages, noteTrouble } from '../outages/store.ts'

/** Number of failed logins in a row, within this time, that count as an outage. Wall clock. */
const most_failures = 3
const within_ms = 10 * 60_000

/**
 * Records whether a provider answered a login, for the history of outages: an outage begins with the first of several failures,
 * and ends with the next answer in any process. A login never fails because of this.
 */
export async function noteLogin(ctx: Context, provider: Provider, isAnswered: boolean): Promise<void> {
  const { loginFailures } = ctx.caches
  const now = wallNow()
  const failures = isAnswered ? [] : [...(loginFailures.get(provider) ?? []), now].filter((at) => at > now - within_ms)
  loginFailures.set(provider, failures)
  const [first] = failures
  const noting = isAnswered
    ? endOutages(ctx.db, provider)
    : failures.length >= most_failures && first !== undefined
      ? noteTrouble(ctx.db, provider, { part: 'logins', event_id: null, affected: [provider], since: new Date(first) })
      : undefined
  await noting?.catch((error: unknown) =>
    ctx.log.warn({ err: error, provider }, 'could not record the outcome of a login for the history of outages'),
  )
}
