import '../../../messages/admin-teams.ts'
import './teams.css'
import type { Team } from '@muster/contract/teams'
import { assignTeamLooks } from '../../../lib/teams/team-looks.ts'
import { t } from '../../../lib/text/messages.ts'
import { Icon } from '../../../ui/marks/icon.tsx'
import { Crest } from '../../../ui/marks/team-mark.tsx'
import { isConfusing, measureShown, showColour, type TeamValues } from './team-values.ts'

interface ColourPreviewProps {
  values: TeamValues
  /** null for a new team, which comes last */
  team_id: number | null
  others: readonly Team[]
}

/** Above every id: a new team is last in line for its colour. */
const last = 2 ** 31

/** The chosen colour in both themes, teams with similar colours, and the resulting adjustment. */
export function ColourPreview({ values, team_id, others }: ColourPreviewProps) {
  const alone = showColour(values.color)
  if (!alone) return null
  const id = team_id ?? last
  const look = assignTeamLooks([...others, { id, name: values.name, color: values.color }]).get(id)
  if (!look) return null
  const contrast = measureShown(look.colours)
  const close = others.filter((other) => isConfusing(values.color, other.color))
  const isTurned = look.colours.dark !== alone.dark
  const ratio = (value: number) => `${value.toFixed(1)}:1`
  return (
    <div className="admin-teams-preview">
      <ul>
        <li className="admin-teams-dark">
          <span style={{ color: look.colours.dark }}>
            <Crest look={look} size="large" />
            <b>{values.name || t('adminTeams.name')}</b>
          </span>
          <small>{t('adminTeams.onDark', { ratio: ratio(contrast.dark) })}</small>
        </li>
        <li className="admin-teams-light">
          <span style={{ color: look.colours.light_ink }}>
            <Crest look={look} size="large" />
            <b>{values.name || t('adminTeams.name')}</b>
          </span>
          <small>{t('adminTeams.onLight', { ratio: ratio(contrast.light), text: ratio(contrast.light_ink) })}</small>
        </li>
      </ul>
      {close.length > 0 && (
        <p className="admin-teams-close" role="status">
          <Icon name="warning" size={13} />
          {t(isTurned ? 'adminTeams.tooCloseTurned' : 'adminTeams.tooCloseLater', {
            names: close.map(({ name }) => name).join(', '),
          })}
        </p>
      )}
    </div>
  )
}
