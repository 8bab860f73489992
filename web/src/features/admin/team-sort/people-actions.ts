import type { TeamId, UserId } from '@muster/contract/ids'
import type { SortPerson } from '@muster/contract/team-sort'

/** What can be done from the list of people. */
export interface PeopleActions {
  readonly assign: (user_ids: readonly UserId[], team_id: TeamId | null) => void
  readonly setLocked: (user_ids: readonly UserId[], isLocked: boolean) => void
  readonly select: (user_ids: readonly UserId[], isSelected: boolean) => void
  readonly lead: (person: SortPerson) => void
}
