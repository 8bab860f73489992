import type { Scoreboard, ScoreDelta, TeamScore } from './score.ts'

/** The viewer's team; null = a viewer without a team. */
export type Audience = number | null

/** Whether an objective keeps unfinished progress between a team and its own screen. */
export type HidesProgress = (objective_id: number) => boolean

/** A team always sees its own; what others have is shown once finished, or at once when the objective hides nothing. */
export function isVisible(audience: Audience, team_id: number, score: Pick<TeamScore, 'finished'>, hides: boolean): boolean {
  return audience === team_id || !hides || score.finished
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
