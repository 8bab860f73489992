/** How a caller behaves over time: what one request alone does not show. */

/** So many requests of one address may be on their way to the game at a time. */
const MOST_AT_ONCE = 6
/** A token may be used so often after it was refused: two who share it can be under way, and a process can die in between. */
const MOST_REFUSALS = 3

export interface Conduct {
  /** A request of an address begins; `leave` ends it. */
  enter: (address: string) => { complaints: string[]; leave: () => void }
  /** Somebody was told to come back later. */
  tellToWait: (whom: string, now: number, until: number) => void
  /** Somebody asks: what is wrong with that, if they were told to wait. What was on its way already is excused. */
  checkWait: (whom: string, now: number) => string[]
  /** A token was refused as dead. */
  refuseToken: (token: string, now: number) => string[]
  /** A refresh token was exchanged, and its owner heard so. */
  noteRefresh: (refresh_token: string) => void
  /** An answer that carried tokens never arrived: what was used for it may be used once more. */
  excuse: (used: string) => void
  /** A request for tokens was refused; `was_ours` = the refresh token was good once. */
  refuseGrant: (form: Readonly<Record<string, string>>, was_ours: boolean) => string[]
}

/** @param underWay_ms virtual time for which a request that was sent before an answer may still arrive after it. */
export const createConduct = (underWay_ms: () => number): Conduct => {
  const open = new Map<string, number>()
  const waits = new Map<string, { from: number; until: number }>()
  const refusals = new Map<string, { at: number; count: number }>()
  const refreshed = new Set<string>()
  const refusedGrants = new Set<string>()
  const excused = new Set<string>()

  return {
    enter: (address) => {
      const count = (open.get(address) ?? 0) + 1
      open.set(address, count)
      let isOpen = true
      return {
        complaints: count > MOST_AT_ONCE ? [`more than ${MOST_AT_ONCE} requests at once`] : [],
        leave: () => {
          if (isOpen) open.set(address, (open.get(address) ?? 1) - 1)
          isOpen = false
        },
      }
    },
    tellToWait: (whom, now, until) => {
      const known = waits.get(whom)
      waits.set(whom, { from: known && known.until > now ? known.from : now, until: Math.max(until, known?.until ?? 0) })
    },
    checkWait: (whom, now) => {
      const wait = waits.get(whom)
      if (!wait) return []
      if (now >= wait.until) waits.delete(whom)
      return now > wait.from + underWay_ms() && now < wait.until ? ['request before the wait was over'] : []
    },
    refuseToken: (token, now) => {
      if (token === '') return []
      const known = refusals.get(token)
      // several at one moment are one use
      const isAgain = known === undefined || now > known.at + underWay_ms()
      const count = (known?.count ?? 0) + (isAgain ? 1 : 0)
      refusals.set(token, { at: isAgain ? now : (known?.at ?? now), count })
      return isAgain && count > MOST_REFUSALS ? ['dead token used again and again'] : []
    },
    noteRefresh: (refresh_token) => void refreshed.add(refresh_token),
    excuse: (used) => void excused.add(used),
    refuseGrant: (form, was_ours) => {
      const used = form['refresh_token'] ?? form['code'] ?? ''
      if (excused.delete(used)) return []
      if (refreshed.has(used)) return ['refresh token used twice']
      if (refusedGrants.has(used)) return ['refresh token used after it was refused']
      refusedGrants.add(used)
      // that a consent was withdrawn shows only when the token is used
      return was_ours ? [] : ['refused token request']
    },
  }
}
