import './personal-steps.css'
import '../../messages/personal-steps.ts'
import { useTeams } from '../../api/scores/event.ts'
import { t } from '../../lib/text/messages.ts'
import { teamStyle } from '../../ui/marks/team-mark.tsx'
import { PersonalSteps } from './personal-steps.tsx'

/** The steps of a viewer with a team, folded, so that they move nothing when they load. */
export function OwnSteps() {
  const team = useTeams().find(({ is_own }) => is_own)
  if (!team) return null
  return (
    <details className="own-steps team" style={teamStyle(team.look)}>
      <summary>{t('steps.title')}</summary>
      <PersonalSteps />
    </details>
  )
}
