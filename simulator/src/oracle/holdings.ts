/** The numbers that each source of an objective shows over time, for rules that ask for the latest of them. */
import type { Aggregation, Objective } from '@muster/contract/objectives'
import type { Outage } from './contest.ts'

/** The number that a source shows from a moment on; 0 after it was emptied. */
export interface Change {
  at: number
  number: number
  /** A reader sees it after this time at the latest. */
  wait_ms: number
}

/** A tab, a place of a character, a player, a team, or the author of claims or reports. */
export interface Source {
  changes: readonly Change[]
  /** Number of the account that it belongs to; absent if it names no account. */
  by?: number | undefined
  /** `reported`: the running total of a player's item reports; `added`: everything else that the game does not show. */
  kind?: 'reported' | 'added'
}

/** Bounds of the last number that a reader knows for a source; 0 for a source never seen. */
export interface Range {
  least: number
  most: number
  /** The reader has certainly seen the source. */
  isSeen: boolean
}

const needsLatest: Readonly<Record<Aggregation, boolean>> = {
  SUM_LATEST: true,
  EARLIEST: false,
  EARLIEST_FRESH_ITEM: true,
  // A team's largest number is the one it has at the end, because none of them falls.
  MAXIMUM: true,
  MINIMUM: false,
  DIFFERENCE_BETWEEN: true,
  NONE: false,
}
const isFollowed = ({ aggregation, objective_type }: Objective) =>
  aggregation !== '' && needsLatest[aggregation] && (aggregation !== 'MAXIMUM' || objective_type === 'TEAM')

type Numbers = ReadonlyMap<number, number>
export interface Place {
  source: string
  team: number
  at: number
  wait_ms: number
  by?: number | undefined
}

export interface Holdings {
  note: (objective_id: number, number: number, place: Place) => void
  /** Notes what changed between two contents of a place, by objective. */
  noteAll: (before: Numbers, now: Numbers, place: Place) => void
  of: (objective_id: number, team: number) => ReadonlyMap<string, Source>
}

export const createHoldings = (objectives: readonly Objective[]): Holdings => {
  const followed = objectives.filter(isFollowed)
  /** In a window an unchanged number counts again whenever its tab changes. */
  const windowed = new Set(followed.filter(({ valid_from }) => valid_from !== null).map(({ id }) => id))
  const sources = new Map<string, Map<string, { changes: Change[]; by?: number | undefined }>>()
  const ids = new Set(followed.map(({ id }) => id))

  const note: Holdings['note'] = (objective_id, number, { source, team, at, wait_ms, by }) => {
    if (!ids.has(objective_id)) return
    const key = `${objective_id}/${team}`
    const ofTeam = sources.get(key) ?? new Map<string, { changes: Change[]; by?: number | undefined }>()
    sources.set(key, ofTeam)
    const known = ofTeam.get(source) ?? { changes: [], by }
    ofTeam.set(source, known)
    known.changes.push({ at, number, wait_ms })
  }
  return {
    note,
    noteAll: (before, now, place) => {
      for (const { id } of followed) {
        const [old, number] = [before.get(id) ?? 0, now.get(id) ?? 0]
        if (old !== number || (number > 0 && windowed.has(id))) note(id, number, place)
      }
    },
    of: (objective_id, team) => sources.get(`${objective_id}/${team}`) ?? new Map<string, Source>(),
  }
}

/** The time since which a reader has certainly looked at least once before a moment. */
const lookedSince = (at: number, wait_ms: number, outages: readonly Outage[]): number =>
  outages.reduceRight(
    (since, { from_ms, to_ms }) => (from_ms < at && to_ms > since ? Math.min(since, from_ms - wait_ms) : since),
    at - wait_ms,
  )

export interface Window {
  opens: number
  closes: number
  outages: readonly Outage[]
  /** Play ended before it closes, so that everything has been seen. */
  isCalm: boolean
}

/** The last number of a source that a reader noted in a window. */
export const findRange = ({ changes }: Source, { opens, closes, outages, isCalm }: Window): Range => {
  const numbers: number[] = []
  const isLost = ({ at, wait_ms }: Change) =>
    outages.some(({ loses, from_ms, to_ms }) => loses && at < to_ms && at + wait_ms > from_ms)
  const rangeOf = (isSeen: boolean) => ({ least: Math.min(...numbers), most: Math.max(...numbers), isSeen })
  for (const change of changes.toReversed()) {
    const { at, number, wait_ms } = change
    if (at > closes) continue
    if (at < opens) {
      if (lookedSince(opens, wait_ms, outages) <= at) numbers.push(number)
      break
    }
    numbers.push(number)
    const since = isCalm && Number.isFinite(wait_ms) ? closes : lookedSince(closes, wait_ms, outages)
    if (at > since || isLost(change)) continue
    return rangeOf(true)
  }
  numbers.push(0)
  return rangeOf(false)
}

/** Sums a bound over sources. */
export const addRanges = (ranges: readonly Range[]): Range => ({
  least: ranges.reduce((sum, { least }) => sum + least, 0),
  most: ranges.reduce((sum, { most }) => sum + most, 0),
  isSeen: ranges.some(({ isSeen }) => isSeen),
})
