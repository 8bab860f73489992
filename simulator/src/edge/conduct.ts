/** The behaviour of a client over time, beyond single requests. */

/** Upper bound for requests of one address in flight to the game. */
const MAX_AT_ONCE = 6
/**
 * Upper bound for uses of a token after its refusal: two clients that share it may be in flight, and a process can die in
 * between.
 */
const MAX_REFUSALS = 3

export interface Conduct {
  /** A request of an address begins; `leave` ends it. */
  enter: (address: string) => { complaints: string[]; leave: () => void }
  /** Records that the client has to wait. */
  tellToWait: (whom: string, now: number, until: number) => void
  /** Complaints about a request during a wait. Requests in flight are excused. */
  checkWait: (whom: string, now: number) => string[]
  /** Records that a token was refused as invalid. */
  refuseToken: (token: string, now: number) => string[]
  /** A refresh token was exchanged, and its owner got the answer. */
  noteRefresh: (refresh_token: string, now: number) => void
  /** An answer with tokens never arrived: the token it was requested with may be used once more. */
  excuse: (used: string) => void
  /**
   * The client's process was killed now and will be replaced. It may have missed an answer of this moment, or not have stored it:
   * once per death, the answers of this moment may be repeated. It had time to store earlier ones.
   */
  excuseDeath: (now: number) => void
  /** A request for tokens was refused; `was_ours` = the refresh token was valid once. */
  refuseGrant: (form: Readonly<Record<string, string>>, was_ours: boolean, now: number) => string[]
}

/** @param underWay_ms virtual time for which a request sent before an answer may still arrive after it */
export const createConduct = (underWay_ms: () => number): Conduct => {
  const open = new Map<string, number>()
  const waits = new Map<string, { from: number; until: number; told: number; isExcused: boolean }>()
  const refusals = new Map<string, { at: number; count: number; isExcused: boolean }>()
  /** Refresh tokens by time of use. */
  const refreshed = new Map<string, number>()
  const refusedGrants = new Map<string, number>()
  const excused = new Set<string>()

  return {
    enter: (address) => {
      const count = (open.get(address) ?? 0) + 1
      open.set(address, count)
      let isOpen = true
      return {
        complaints: count > MAX_AT_ONCE ? [`more than ${MAX_AT_ONCE} requests at once`] : [],
        leave: () => {
          if (isOpen) open.set(address, (open.get(address) ?? 1) - 1)
          isOpen = false
        },
      }
    },
    tellToWait: (whom, now, until) => {
      const known = waits.get(whom)
      const from = known && known.until > now ? known.from : now
      waits.set(whom, { from, until: Math.max(until, known?.until ?? 0), told: now, isExcused: false })
    },
    checkWait: (whom, now) => {
      const wait = waits.get(whom)
      if (!wait) return []
      if (now >= wait.until) waits.delete(whom)
      const isTooSoon = now > wait.from + underWay_ms() && now < wait.until
      if (isTooSoon && wait.isExcused) {
        wait.isExcused = false
        return []
      }
      return isTooSoon ? ['request before the wait was over'] : []
    },
    refuseToken: (token, now) => {
      if (token === '') return []
      const known = refusals.get(token)
      // several refusals at one time count as one
      const isAgain = known === undefined || now > known.at + underWay_ms()
      const count = (known?.count ?? 0) + (isAgain && !known?.isExcused ? 1 : 0)
      refusals.set(token, {
        at: isAgain ? now : (known?.at ?? now),
        count,
        isExcused: isAgain ? false : (known?.isExcused ?? false),
      })
      return isAgain && count > MAX_REFUSALS ? ['invalid token used again and again'] : []
    },
    noteRefresh: (refresh_token, now) => void refreshed.set(refresh_token, now),
    excuse: (used) => void excused.add(used),
    excuseDeath: (now) => {
      const isUnheard = (at: number) => at >= now - underWay_ms()
      for (const wait of waits.values()) wait.isExcused = isUnheard(wait.told)
      for (const refusal of refusals.values()) refusal.isExcused = isUnheard(refusal.at)
      for (const grants of [refreshed, refusedGrants]) for (const [token, at] of grants) if (isUnheard(at)) excused.add(token)
    },
    refuseGrant: (form, was_ours, now) => {
      const used = form['refresh_token'] ?? form['code'] ?? ''
      if (excused.delete(used)) return []
      if (refreshed.has(used)) return ['refresh token used twice']
      if (refusedGrants.has(used)) return ['refresh token used after it was refused']
      refusedGrants.set(used, now)
      // a withdrawn consent shows only when the token is used
      return was_ours ? [] : ['refused token request']
    },
  }
}
