import '../../messages/home.ts'
import { nameRank } from '@muster/domain/scoring/rank-text'
import { Link } from '@tanstack/react-router'
import { useScores, useTeams } from '../../api/scores/event.ts'
import { useServerNow } from '../../api/live/clock.ts'
import { t, tRich } from '../../lib/text/messages.ts'
import { formatCount } from '../../lib/text/numbers.ts'
import { paths } from '../../lib/paths.ts'
import { nameButton } from '../../ui/forms/button.tsx'
import { findNextStep } from './next-step.ts'
import { useStandings } from '../../api/scores/use-standings.ts'

const Name = ({ children }: { children: string }) => <bdi className="strong">{children}</bdi>

/** One sentence about the viewer's own team and its next step. Renders nothing without a team. */
export function OwnLine({ phase }: { phase: 'running' | 'ended' }) {
  const standings = useStandings()
  const teams = useTeams()
  const now = useServerNow(60_000)
  const own = standings.find(({ team }) => team.is_own)
  const gap = own && own.to_next > 0 ? own.to_next : 0
  const step = useScores((scores, score_tree) =>
    own && phase === 'running' ? findNextStep(score_tree, scores, own.team_id, gap, now) : null,
  )
  if (!own) return null
  const team = <Name>{own.team.name}</Name>
  const total = formatCount(own.points)
  if (phase === 'ended') {
    return (
      <p className="own-line">
        {own.rank === 1
          ? tRich('own.won', { team, points: total })
          : tRich('own.placed', { team, points: total, place: nameRank(own.rank) })}
      </p>
    )
  }
  const rival = teams.find(({ id }) => id === own.next_id)
  const points = <strong>{formatCount(Math.abs(own.to_next))}</strong>
  const other = <Name>{rival?.name ?? ''}</Name>
  return (
    <div className="own-line">
      <p>
        {!rival && tRich('own.alone', { team, points: total })}
        {rival && own.to_next > 0 && tRich('own.behind', { team, points, other })}
        {rival && own.to_next === 0 && tRich('own.level', { team, other })}
        {rival && own.to_next < 0 && tRich('own.leads', { team, points })}{' '}
        {step && (
          <span className="quiet">
            {tRich(step.closes_gap ? 'own.nextCloses' : 'own.next', {
              objective: <bdi className="game own-objective">{step.name}</bdi>,
              missing: formatCount(step.missing),
              points: formatCount(step.points),
            })}
          </span>
        )}
      </p>
      {step?.view === 'collections' ? (
        <Link to={paths.tab} params={{ tab: 'collections' }} className={nameButton({ kind: 'primary' })}>
          {t('own.collections')}
        </Link>
      ) : (
        <Link to={paths.ladder} className={nameButton({})}>
          {t('own.scores')}
        </Link>
      )}
    </div>
  )
}
