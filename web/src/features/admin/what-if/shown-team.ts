import type { TeamLook } from '../../../lib/teams/team-looks.ts'

/** A team's name and colours for the panel. */
export interface ShownTeam {
  readonly id: number
  readonly name: string
  readonly look: TeamLook
}
