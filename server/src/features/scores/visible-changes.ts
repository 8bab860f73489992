import { noTimestamp, type Score, type ScoreDiff } from '@muster/contract/scores'
import type { TeamId, UserId } from '@muster/contract/ids'
import { isVisible } from '@muster/domain/scoring/visibility'
import type { Row } from '../../db/schema.ts'

export type StoredChange = Row<'score_changes'>

const toSeconds = (date: Date) => Math.floor(date.getTime() / 1000)

interface StoredScore {
  readonly points: number
  readonly rank: number
  readonly number: number
  readonly finished: boolean
  readonly timestamp: Date | null
  readonly user_id: number | null
}

/** A stored score as it crosses the wire. */
export function presentScore({ points, rank, number, finished, timestamp, user_id }: StoredScore): Score {
  const score: Score = { points, rank, number, finished, timestamp: timestamp ? toSeconds(timestamp) : noTimestamp }
  return user_id === null ? score : { ...score, user_id: user_id as UserId }
}

/** A numbered change as one audience may see it: as stored, as something that appears or disappears, or not at all (null). */
export interface VisibleChange {
  readonly diff: ScoreDiff
  /** What this audience saw before. */
  readonly points_before: number
}

/**
 * Puts a stored change before one audience. Progress that an objective hides from other teams appears for them when it is
 * finished, or when an edit ends the hiding, and disappears, with the value they last saw, the other way round.
 */
export function showChange(change: StoredChange, audience: TeamId | null): VisibleChange | null {
  const { objective_id, team_id, sequence, hide_progress, diff_type, field_diff } = change
  const after = { ...change, timestamp: change.timestamp?.getTime() ?? null }
  const had = change.points_before !== null
  const before = { ...after, points: change.points_before ?? 0, finished: change.finished_before ?? false }
  const sawBefore = had && isVisible(audience, team_id, before, change.hid_before ?? hide_progress)
  const seesAfter = diff_type !== 'Removed' && isVisible(audience, team_id, after, hide_progress)
  if (!sawBefore && !seesAfter) return null
  // Only who may see it has changed, and that is nothing to those who see it before and after.
  const isToggled = change.hid_before !== null && change.hid_before !== hide_progress
  if (sawBefore && seesAfter && isToggled && diff_type === 'Changed' && field_diff.length === 0) return null
  const points_before = sawBefore ? before.points : 0
  const place = { objective_id, team_id, sequence }
  if (!seesAfter) {
    // Number and time of the new state stay hidden; the entry only has to name what is gone.
    const gone = diff_type === 'Removed' ? change : { ...before, rank: 0, number: 0, timestamp: null, user_id: null }
    return { diff: { ...place, diff_type: 'Removed', score: presentScore(gone) }, points_before }
  }
  if (!sawBefore) return { diff: { ...place, diff_type: 'Added', score: presentScore(change) }, points_before }
  return {
    diff: { ...place, diff_type, ...(field_diff.length > 0 && { field_diff }), score: presentScore(change) },
    points_before,
  }
}

/** The messages for one audience, in the order of their numbers. */
export const showDiffs = (changes: readonly StoredChange[], audience: TeamId | null): ScoreDiff[] =>
  changes.flatMap((change) => showChange(change, audience)?.diff ?? [])
