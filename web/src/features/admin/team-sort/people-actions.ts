import type { TeamId, UserId } from '@muster/contract/ids'
import type { SortPerson } from '@muster/contract/team-sort'

/** Actions of the list of people. */
export interface PeopleActions {
  readonly assign: (user_ids: readonly UserId[], team_id: TeamId | null) => void
  readonly setLocked: (user_ids: readonly UserId[], isLocked: boolean) => void
  readonly select: (user_ids: readonly UserId[], isSelected: boolean) => void
  readonly lead: (person: SortPerson) => void
}
