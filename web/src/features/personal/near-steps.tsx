import './personal-steps.css'
import '../../messages/personal-steps.ts'
import { readLadderState } from '@muster/domain/characters/ladder-state'
import { listNearSteps } from '@muster/domain/characters/near-steps'
import { numberRows } from '@muster/domain/characters/number-rows'
import { readPersonal } from '@muster/domain/characters/numbers'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { eventInput, read } from '../../api/calls/queries.ts'
import { useEventKey, useParticipants, usePlayerRules, useTeams } from '../../api/scores/event.ts'
import { paths } from '../../lib/paths.ts'
import { t } from '../../lib/text/messages.ts'
import { formatCount } from '../../lib/text/numbers.ts'
import { Empty } from '../../ui/layout/states.tsx'
import { Share } from '../../ui/marks/progress.tsx'
import { teamStyle } from '../../ui/marks/team-mark.tsx'
import { describeNext } from './describe-next.ts'

/** The list helps to choose; the whole team is on the ladder. */
const maxShown = 6

/** The players of the viewer's team who are near a personal step, nearest first. */
export function NearSteps() {
  const rules = usePlayerRules()
  const entries = useSuspenseQuery(read('getLadder', eventInput(useEventKey()))).data
  const participants = useParticipants()
  const team = useTeams().find(({ is_own }) => is_own)
  const players = entries.flatMap((entry) => {
    const player = participants.get(entry.user_id ?? 0)
    if (!entry.character || !player || player.team_id !== team?.id) return []
    return [{ player, progress: readPersonal(readLadderState(entry.character, entry), rules) }]
  })
  const near = listNearSteps(players).slice(0, maxShown)
  if (near.length === 0) return <Empty title={t('steps.nobodyTitle')} text={t('steps.nobodyText')} />
  return (
    <ul className="steps team" style={team && teamStyle(team.look)}>
      {near.map(({ player, gauge: { number_field, value }, next, share }) => (
        <li key={`${player.id} ${number_field} ${next.at}`}>
          <Link to={paths.profile} params={{ userId: player.id }}>
            <bdi className="strong">{player.display_name}</bdi>
          </Link>
          <span>
            {numberRows[number_field].label} <b className="num">{formatCount(value)}</b>
          </span>
          <small className="quieter">{describeNext(next)}</small>
          <Share share={share} />
        </li>
      ))}
    </ul>
  )
}
