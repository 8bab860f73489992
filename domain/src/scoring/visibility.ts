import type { Scoreboard, ScoreDelta, TeamScore } from './score.ts'

/** The viewer's team; null = a viewer without a team. */
export type Audience = number | null

/** Whether an objective hides a team's unfinished progress from other teams. */
export type HidesProgress = (objective_id: number) => boolean

/**
 * A team always sees its own scores; other teams' scores are visible once finished, or at once if the objective hides nothing.
 */
export function isVisible(audience: Audience, team_id: number, score: Pick<TeamScore, 'finished'>, hides: boolean): boolean {
  return audience === team_id || !hides || score.finished
}

/**
 * Unchanged scores that become visible to other teams, or hidden from them, because an edit changed what their objective hides.
 * Finished scores are always visible.
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
