import type { TeamLook } from '../../../lib/teams/team-looks.ts'

/** A team as the panel names and marks it. */
export interface ShownTeam {
  readonly id: number
  readonly name: string
  readonly look: TeamLook
}
