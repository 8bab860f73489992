import '../../../messages/admin-teams.ts'
import type { Event } from '@muster/contract/events'
import type { Team } from '@muster/contract/teams'
import { callWrite } from '../../../api/calls/writes.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatCount } from '../../../lib/text/numbers.ts'
import { ConfirmWrite } from '../kit/confirm-write.tsx'

interface DeleteTeamProps {
  event: Event
  team: Team
  members: number
  points: number
  onClose: () => void
}

/** Deletes a team, after its name was typed: its players lose their team, and its points are deleted. */
export function DeleteTeam({ event, team, members, points, onClose }: DeleteTeamProps) {
  const values = { count: members, points: formatCount(points), name: team.name }
  return (
    <ConfirmWrite
      title={t('adminTeams.deleteTitle', values)}
      actLabel={t('adminTeams.deleteAct', values)}
      send={() => callWrite('deleteTeam', { event_id: event.id, team_id: team.id })}
      done={t('adminTeams.deleted', values)}
      onClose={onClose}
      isFinal
      typed={team.name}
    >
      <p>{t('adminTeams.deleteMembers', values)}</p>
      <p>{t('adminTeams.deletePoints', values)}</p>
      {event.is_locked && <p className="bad">{t('adminTeams.deleteLocked')}</p>}
    </ConfirmWrite>
  )
}
