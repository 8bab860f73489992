import { isCategory } from '../objectives/kinds.ts'
import type { ReleasedItem } from '../objectives/release.ts'
import { type RecordedChange, showChange } from '../scoring/recorded-change.ts'

/** An objective, as far as moments depend on it. */
export interface MomentItem extends ReleasedItem {
  readonly objective_type: string
  /** Whether it hides progress now, whatever it did at the time of a change. */
  readonly hide_progress: boolean
}

/** A gain of points, or a finished objective, that everyone may see. */
export interface Moment {
  /** The number of its score change. */
  readonly sequence: number
  readonly objective_id: number
  readonly team_id: number
  /** The player who earned it; null if no player is credited. */
  readonly user_id: number | null
  /** When the deciding fact was seen, ms. An item is seen when it is put away, some time after it dropped. */
  readonly at: number
  readonly points: number
  readonly finished: boolean
  /** The first team to finish the objective. */
  readonly is_first: boolean
  /** The team led the standings alone from here on. */
  readonly took_lead: boolean
}

export type TimedChange = RecordedChange & { readonly changed_at: Date }

interface OpenMoment extends Omit<Moment, 'is_first' | 'took_lead'> {
  took_lead: boolean
}

/** A score as visitors see it, and the moments that led to it. */
interface Cell {
  points: number
  finished: boolean
  timestamp: number | null
  moments: OpenMoment[]
}

export interface MomentReader {
  /** Changes in the order of their numbers, each once. */
  read(changes: readonly TimedChange[]): void
  /** In the order of their numbers, up to the changes read. All changes of one time have to be read before it. */
  list(): Moment[]
}

/**
 * Collects the moments of an event from its score changes. Only what a visitor sees now counts: hidden progress, hidden totals and
 * unreleased objectives change nothing here, not even the lead. A moment disappears with its score.
 * @param shown_ids the objectives whose scores visitors see
 */
export function createMomentReader(items: readonly MomentItem[], shown_ids: ReadonlySet<number>): MomentReader {
  const shown = new Map(items.flatMap((item) => (shown_ids.has(item.id) ? [[item.id, item] as const] : [])))
  const cells = new Map<string, Cell>()
  /** All moments by their numbers, ascending because changes are read in their order. */
  const all = new Map<number, OpenMoment>()
  const totals = new Map<number, number>()
  let leader: number | null = null
  /** Moments that were scored at one time: the lead changes with all of them together. */
  let batch: OpenMoment[] = []
  let batch_at: number | null = null

  function endBatch(): void {
    const [first, second] = [...totals].toSorted(([, one], [, other]) => other - one)
    const now = first && first[1] > 0 && first[1] > (second?.[1] ?? 0) ? first[0] : null
    if (now !== null && now !== leader) {
      const own = batch.filter(({ team_id }) => team_id === now).toSorted((a, b) => b.points - a.points)
      // The first points of an event take no lead from anyone.
      if (leader !== null && own[0]) own[0].took_lead = true
      leader = now
    }
    batch = []
  }

  function takeBack(moments: readonly OpenMoment[]): void {
    for (const { sequence } of moments) all.delete(sequence)
    batch = batch.filter((moment) => !moments.includes(moment))
  }

  function readOne(change: TimedChange, item: MomentItem): void {
    const visible = showChange(change, null)
    if (!visible) return
    const { objective_id, team_id, sequence, user_id, timestamp } = change
    const { diff_type, score } = visible.diff
    const key = `${objective_id} ${team_id}`
    const before = cells.get(key)
    const isGone = diff_type === 'Removed' || (item.hide_progress && !score.finished)
    const points = isGone ? 0 : score.points
    const gained = points - (before?.points ?? 0)
    totals.set(team_id, (totals.get(team_id) ?? 0) + gained)
    if (isGone) {
      cells.delete(key)
      if (before) takeBack(before.moments)
      return
    }
    const finishes = score.finished && before?.finished !== true
    const isUndone = before?.finished === true && !score.finished
    if (isUndone) takeBack(before.moments.filter((moment) => moment.finished))
    const moments = (isUndone ? before.moments.filter((moment) => !moment.finished) : before?.moments) ?? []
    cells.set(key, { points, finished: score.finished, timestamp, moments })
    // Points of the root are given by hand. A category repeats the points of its children until it is finished.
    if (item.parent_id === null || (isCategory(item) && !finishes)) return
    // Points that move without a new fact follow from another team's result.
    const isNew = timestamp !== null && (finishes || timestamp !== before?.timestamp)
    if (timestamp === null || !isNew || (gained <= 0 && !finishes)) return
    const moment = {
      sequence,
      objective_id,
      team_id,
      user_id,
      at: timestamp,
      points: gained,
      finished: finishes,
      took_lead: false,
    }
    moments.push(moment)
    all.set(sequence, moment)
    batch.push(moment)
  }

  return {
    read(changes) {
      for (const change of changes) {
        const at = change.changed_at.getTime()
        if (at !== batch_at) endBatch()
        batch_at = at
        const item = shown.get(change.objective_id)
        if (item) readOne(change, item)
      }
    },
    list() {
      endBatch()
      const firsts = new Map<number, OpenMoment>()
      for (const moment of all.values()) {
        const known = firsts.get(moment.objective_id)
        if (moment.finished && (!known || moment.at < known.at)) firsts.set(moment.objective_id, moment)
      }
      return Array.from(all.values(), (moment) => ({ ...moment, is_first: firsts.get(moment.objective_id) === moment }))
    },
  }
}

/**
 * Whether a moment is listed before another one as a top moment: first moments that took the lead and finished first, then moments with
 * one of both, then by points; of equals, the earlier one.
 */
export function compareTopMoments(one: Moment, other: Moment): number {
  const marks = ({ is_first, took_lead }: Moment) => Number(is_first) + Number(took_lead)
  return marks(other) - marks(one) || other.points - one.points || one.at - other.at || one.sequence - other.sequence
}
