// Decides which requests of a rehearsal must be sent one at a time: their result depends on earlier requests, and the order of
// requests at one moment would otherwise depend on the machine.

/** A call to a gateway. */
export interface CallName {
  readonly method: string
  /** The method and its arguments, without tokens. */
  readonly name: string
  /** A player's token, or null. */
  readonly token: string | null
}

interface Account {
  readonly account_id: string
  readonly access_token: string
}
const isAccount = (value: unknown): value is Account => typeof value === 'object' && value !== null && 'access_token' in value

const describe = (value: unknown): string => {
  if (isAccount(value)) return value.account_id
  if (typeof value === 'object' && value !== null && 'id' in value) return JSON.stringify(value)
  return typeof value === 'string' || typeof value === 'number' ? String(value).padStart(10, '0') : ''
}

export const nameCall = (method: string, values: readonly unknown[]): CallName => ({
  method,
  name: [method, ...values.map(describe)].join(' '),
  token: values.find(isAccount)?.access_token ?? null,
})

interface Failure {
  readonly reason: string
  readonly had_no_effect?: boolean
}
const readFailure = (answer: unknown): Failure | null => {
  const { ok = true, failure = null } = (answer ?? {}) as { ok?: boolean; failure?: Failure | null }
  return ok ? null : failure
}

/** Event time: after a refused token, every other token may be dead for this long, until it has an answer. */
const lasts_ms = 60 * 60_000
/** Failures after which the next request of the same kind may detect an outage. */
const ofOutage = new Set(['unavailable', 'malformed', 'refused'])

export function createSuspicion(now: () => number) {
  const heard_at = new Map<string, number>()
  const failing = new Set<string>()
  let refusals = { first: Number.NEGATIVE_INFINITY, last: Number.NEGATIVE_INFINITY }
  return {
    /** @param token null for a request without a player's token. */
    isAgainst(token: string | null): boolean {
      if (failing.size > 0) return true
      if (token === null || now() - refusals.last > lasts_ms) return false
      return (heard_at.get(token) ?? Number.NEGATIVE_INFINITY) < refusals.first
    },
    /** @returns whether the token was refused. */
    note({ method, token }: CallName, answer: unknown, at: number): boolean {
      const failure = readFailure(answer)
      if (!method.startsWith('game ')) return false
      if (failure !== null && ofOutage.has(failure.reason)) failing.add(method)
      else failing.delete(method)
      if (token === null) return false
      if (failure === null || failure.reason === 'missing') heard_at.set(token, at)
      if (failure?.reason !== 'unauthorized') return false
      if (failure.had_no_effect !== true) refusals = { first: at - refusals.last > lasts_ms ? at : refusals.first, last: at }
      return true
    },
  }
}
