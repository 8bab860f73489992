/** The address parameters of the shown time; all in seconds since the start of the event. */
export interface SpanSearch {
  readonly from?: number
  readonly to?: number
  /** The last hours, moving along with the event. */
  readonly last?: number
  /** The moment of the board; the newest by default. */
  readonly at?: number
}

/** The shown period of the event, in unix seconds. */
export interface Span {
  readonly from: number
  readonly to: number
  readonly at: number
  /** The newest moment is shown, and the page moves along. */
  readonly is_live: boolean
}

/** Shortest period, in seconds. */
export const shortest = 300

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value))

/** The period in the address, limited to the elapsed time. Moments are unix seconds. */
export function readSpan({ from, to, last, at }: SpanSearch, event: { readonly start: number; readonly now: number }): Span {
  const { start } = event
  const now = Math.max(event.now, start + shortest)
  const end = to === undefined ? now : clamp(start + to, start + shortest, now)
  const first = last !== undefined && to === undefined ? end - last * 3600 : start + (from ?? 0)
  const begin = clamp(first, start, end - shortest)
  const is_live = to === undefined && at === undefined
  return { from: begin, to: end, at: at === undefined ? end : clamp(start + at, begin, end), is_live }
}

/** The inverse: the address parameters of a chosen period. The whole event and its newest end need none. */
export function writeSpan(
  chosen: { readonly from: number; readonly to: number; readonly at?: number | undefined },
  event: { readonly start: number; readonly now: number },
): SpanSearch {
  const { start, now } = event
  const from = Math.round(Math.min(chosen.from, chosen.to - shortest)) - start
  const to = Math.round(chosen.to)
  return {
    from: from > 0 ? from : undefined,
    to: to < now ? to - start : undefined,
    last: undefined,
    at: chosen.at === undefined || chosen.at >= now ? undefined : Math.round(chosen.at) - start,
  }
}
