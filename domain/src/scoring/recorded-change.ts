import type { ObjectiveId, TeamId } from '@muster/contract/ids'
import type { DiffField, ScoreDiff } from '@muster/contract/scores'
import { listChangedFields, toWireScore } from './diff.ts'
import type { ScoreDelta, TeamScore } from './score.ts'
import { type Audience, isVisible } from './visibility.ts'

/**
 * A numbered change as stored. The score is the one after the change, or the last one if removed; of the score before, only the
 * fields that decide its visibility. Times in milliseconds.
 */
export interface RecordedChange extends TeamScore {
  readonly objective_id: number
  readonly team_id: number
  readonly sequence: number
  readonly diff_type: ScoreDiff['diff_type']
  /** Fields of a changed score that differ; empty if only its visibility has changed. */
  readonly field_diff: readonly DiffField[]
  readonly points_before: number | null
  readonly finished_before: boolean | null
  /** Whether the objective hid progress before; null if not recorded: the same as after. */
  readonly hid_before: boolean | null
  readonly hide_progress: boolean
}

/**
 * A change in the form to store.
 * @param hid whether the objective hid progress before the change, and after it
 * @throws Error for a delta that changes neither the score nor its visibility
 */
export function recordChange(delta: ScoreDelta, sequence: number, hid: { before: boolean; after: boolean }): RecordedChange {
  const { objective_id, team_id, before, after } = delta
  const score = after ?? before
  const field_diff = before && after ? listChangedFields(before, after) : []
  if (score === null || (before && after && field_diff.length === 0 && hid.before === hid.after)) {
    throw new Error('a change that changes nothing')
  }
  return {
    ...score,
    objective_id,
    team_id,
    sequence,
    field_diff,
    diff_type: before === null ? 'Added' : after === null ? 'Removed' : 'Changed',
    points_before: before?.points ?? null,
    finished_before: before?.finished ?? null,
    hid_before: hid.before,
    hide_progress: hid.after,
  }
}

/** A recorded change as one audience may see it. */
export interface VisibleChange {
  readonly diff: ScoreDiff
  /** The points this audience saw before. */
  readonly points_before: number
}

/**
 * A change as one audience sees it: as recorded, as an added or removed score, or not at all (null). Progress that an objective
 * hides from other teams appears for them when it is finished or an edit reveals it. In the opposite cases it disappears, with
 * the points they last saw.
 */
export function showChange(change: RecordedChange, audience: Audience): VisibleChange | null {
  const { objective_id, team_id, sequence, hide_progress, diff_type, field_diff } = change
  const before = { points: change.points_before ?? 0, finished: change.finished_before ?? false }
  const sawBefore = change.points_before !== null && isVisible(audience, team_id, before, change.hid_before ?? hide_progress)
  const seesAfter = diff_type !== 'Removed' && isVisible(audience, team_id, change, hide_progress)
  if (!sawBefore && !seesAfter) return null
  // Only the visibility has changed, which means nothing to viewers who see the score before and after.
  const isToggled = change.hid_before !== null && change.hid_before !== hide_progress
  if (sawBefore && seesAfter && isToggled && diff_type === 'Changed' && field_diff.length === 0) return null
  const points_before = sawBefore ? before.points : 0
  const place = { objective_id: objective_id as ObjectiveId, team_id: team_id as TeamId, sequence }
  if (!seesAfter) {
    // Number and time of the new state stay hidden; the entry only has to identify the removed score.
    const gone = diff_type === 'Removed' ? change : { ...before, rank: 0, number: 0, timestamp: null, user_id: null }
    return { diff: { ...place, diff_type: 'Removed', score: toWireScore(gone) }, points_before }
  }
  if (!sawBefore) return { diff: { ...place, diff_type: 'Added', score: toWireScore(change) }, points_before }
  const fields = field_diff.length > 0 && { field_diff: [...field_diff] }
  return { diff: { ...place, diff_type, ...fields, score: toWireScore(change) }, points_before }
}

/** The change of points that an audience sees. */
export function movesPoints(change: RecordedChange, audience: Audience): number {
  const shown = showChange(change, audience)
  if (!shown) return 0
  return (shown.diff.diff_type === 'Removed' ? 0 : shown.diff.score.points) - shown.points_before
}

/** The messages for one audience, ordered by number. */
export const showDiffs = (changes: readonly RecordedChange[], audience: Audience): ScoreDiff[] =>
  changes.flatMap((change) => showChange(change, audience)?.diff ?? [])
