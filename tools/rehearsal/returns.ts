import type { RequestRecord } from '@muster/simulator/edge/requests'

const minute_ms = 60_000
/** Requirements for a fair return: the time until all are read again, and the time between the first and the last. */
export const returnWithin_ms = 3 * minute_ms
export const returnSpread_ms = minute_ms
/** An account is followed only if it was read within this time before the outage. */
const follows_ms = 75 * minute_ms

export const returnKinds = ['participants', 'guild tabs'] as const
type ReturnKind = (typeof returnKinds)[number]

/** How soon everything was read again, in seconds after the end of an outage. */
export interface Return {
  readonly kind: ReturnKind
  readonly expected: number
  readonly returned: number
  readonly first_seconds: number | null
  readonly last_seconds: number | null
}

/** An outage of the whole API, in event time. */
export interface Closure {
  readonly from_ms: number
  readonly until_ms: number
}

interface Asked {
  readonly kind: ReturnKind
  readonly key: string
}

/** The participant or guild tab of a request; parts of a tab count as the tab. */
export function readAsked({ path, account }: Pick<RequestRecord, 'path' | 'account'>): Asked | null {
  const tab = /\/guild\/stash\/[^/?]+\/([^/?]+)$/.exec(path)?.[1]
  if (tab !== undefined) return { kind: 'guild tabs', key: tab }
  return account !== null && path.includes('/character') ? { kind: 'participants', key: account } : null
}

/** Follows the requests of a run, and measures for each closure when they returned. */
export function createReturnWatch(closures: readonly Closure[]) {
  /** Successful answers by kind and key: seen before a closure, and the first after it. */
  const before = closures.map(() => new Map<string, Asked>())
  const after = closures.map(() => new Map<string, number>())
  let seen = -1

  function note(record: RequestRecord, asked: Asked): void {
    const key = `${asked.kind} ${asked.key}`
    for (const [place, { from_ms, until_ms }] of closures.entries()) {
      if (record.t < from_ms && record.t >= from_ms - follows_ms) before[place]?.set(key, asked)
      if (record.t >= until_ms && after[place]?.has(key) === false) after[place].set(key, record.t - until_ms)
    }
  }

  return {
    look(records: readonly RequestRecord[]): void {
      for (const record of records) {
        if (record.seq <= seen) continue
        seen = record.seq
        const asked = record.status === 200 ? readAsked(record) : null
        if (asked !== null) note(record, asked)
      }
    },
    list: (): Return[][] =>
      closures.map((_, place) =>
        returnKinds.map((kind) => {
          const expected = [...(before[place] ?? [])].filter(([, asked]) => asked.kind === kind)
          const times = expected.flatMap(([key]) => after[place]?.get(key) ?? []).toSorted((a, b) => a - b)
          const toSeconds = (ms: number | undefined) => (ms === undefined ? null : Math.round(ms / 1000))
          const [first_seconds, last_seconds] = [toSeconds(times[0]), toSeconds(times.at(-1))]
          return { kind, expected: expected.length, returned: times.length, first_seconds, last_seconds }
        }),
      ),
  }
}

/** Violated requirements of a return; empty if there are none. */
export function judgeReturn({ kind, expected, returned, first_seconds, last_seconds }: Return): string[] {
  if (returned < expected) return [`${expected - returned} of ${expected} ${kind} were not read again after an outage`]
  if (first_seconds === null || last_seconds === null) return []
  return [
    ...(last_seconds * 1000 > returnWithin_ms
      ? [`the last of ${expected} ${kind} was read ${last_seconds} s after an outage`]
      : []),
    ...((last_seconds - first_seconds) * 1000 > returnSpread_ms
      ? [`${expected} ${kind} were read within ${last_seconds - first_seconds} s of each other after an outage`]
      : []),
  ]
}
