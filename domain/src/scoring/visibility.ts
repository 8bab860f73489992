import type { ScoreDiff } from '@muster/contract/scores'
import { toWireDiff, type NumberedDelta } from './diff.ts'
import type { Scoreboard, ScoreDelta, TeamScore } from './score.ts'

/** The team whose eyes look on; null = somebody without a team. */
export type Audience = number | null

/** Whether an objective keeps unfinished progress between a team and its own screen. */
export type HidesProgress = (objective_id: number) => boolean

/** A team always sees its own; what others have is shown once finished, or at once when the objective hides nothing. */
export function isVisible(audience: Audience, team_id: number, score: Pick<TeamScore, 'finished'>, hides: boolean): boolean {
  return audience === team_id || !hides || score.finished
}

/** The board as an audience may see it. Totals for that audience are sums over this board, so they leak nothing. */
export function filterBoard(board: Scoreboard, audience: Audience, hidesProgress: HidesProgress): Scoreboard {
  const visible = new Map<number, ReadonlyMap<number, TeamScore>>()
  for (const [objective_id, scores] of board) {
    if (!hidesProgress(objective_id)) {
      visible.set(objective_id, scores)
      continue
    }
    const shown = new Map([...scores].filter(([team_id, score]) => isVisible(audience, team_id, score, true)))
    if (shown.size > 0) visible.set(objective_id, shown)
  }
  return visible
}

/**
 * Scores that stay as they are, but which others see from now on, or no longer, because an edit changed what their
 * objective hides. Finished ones are for everybody either way.
 */
export function listToggled(board: Scoreboard, hid: HidesProgress, hides: HidesProgress): ScoreDelta[] {
  return [...board].flatMap(([objective_id, scores]) =>
    hid(objective_id) === hides(objective_id)
      ? []
      : [...scores].flatMap(([team_id, score]) =>
          score.finished ? [] : [{ objective_id, team_id, before: score, after: score }],
        ),
  )
}

/**
 * The messages for one audience. A hidden score that gets finished is `Added` to others; one that is unfinished again
 * is `Removed` for them, with the score they last saw.
 */
export function diffsFor(audience: Audience, deltas: readonly NumberedDelta[], hidesProgress: HidesProgress): ScoreDiff[] {
  const diffs: ScoreDiff[] = []
  for (const delta of deltas) {
    const hides = hidesProgress(delta.objective_id)
    const show = (score: TeamScore | null) => (score && isVisible(audience, delta.team_id, score, hides) ? score : null)
    const diff = toWireDiff({ ...delta, before: show(delta.before), after: show(delta.after) })
    if (diff) diffs.push(diff)
  }
  return diffs
}
