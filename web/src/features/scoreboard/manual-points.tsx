import './manual-points.css'
import '../../messages/home.ts'
import type { ManualPoints } from '@muster/contract/corrections'
import { useManualPoints } from '../../api/scores/manual-points.ts'
import { useTeams } from '../../api/scores/event.ts'
import { t } from '../../lib/text/messages.ts'
import { formatChange } from '../../lib/text/numbers.ts'
import { formatFull } from '../../lib/time/time.ts'
import { LinkedText } from '../../ui/layout/linked-text.tsx'
import { TeamMark } from '../../ui/marks/team-mark.tsx'

/** Points that organisers gave or took, with their reasons; nothing while there are none. */
export function ManualPointsList() {
  const given = useManualPoints()
  const teams = new Map(useTeams().map((team) => [team.id, team]))
  if (given.length === 0) return null
  return (
    <section className="manual-points-block" aria-labelledby="manual-points">
      <h3 id="manual-points">{t('score.byOrganisers')}</h3>
      <ol className="manual-points">
        {given.map((each) => {
          const team = teams.get(each.team_id)
          return (
            <li key={each.sequence}>
              <b className={each.points < 0 ? 'num bad' : 'num'}>{formatChange(each.points)}</b>
              <span>{team && <TeamMark team={team} size="small" />}</span>
              <Words of={each} />
            </li>
          )
        })}
      </ol>
    </section>
  )
}

function Words({ of: { user, note, proof, author, approver, timestamp } }: { of: ManualPoints }) {
  const at_ms = timestamp * 1000
  return (
    <span className="manual-points-words">
      <span>
        {user && <bdi className="quiet">{user.display_name}: </bdi>}
        <LinkedText text={note} />
        {proof !== null && (
          <>
            {' '}
            <LinkedText text={proof} />
          </>
        )}
      </span>
      <small className="quieter">
        <bdi>{t('manualPoints.by', { name: author?.display_name ?? t('manualPoints.someone') })}</bdi>
        {approver && <bdi>{t('manualPoints.approvedBy', { name: approver.display_name })}</bdi>},{' '}
        <time dateTime={new Date(at_ms).toISOString()}>{formatFull(at_ms)}</time>
      </small>
    </span>
  )
}
