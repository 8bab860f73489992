import './event.css'
import '../../messages/home.ts'
import type { Event } from '@muster/contract/events'
import { nameRank } from '@muster/domain/scoring/rank-text'
import { hasBegun, rankTeams } from '@muster/domain/scoring/team-ranks'
import { useSuspenseQuery } from '@tanstack/react-query'
import { eventInput, read } from '../../api/calls/queries.ts'
import { readTotalsAt } from '../../api/scores/score-history.ts'
import { t } from '../../lib/text/messages.ts'
import { formatCount } from '../../lib/text/numbers.ts'
import { assignTeamLooks } from '../../lib/teams/team-looks.ts'
import { TeamMark } from '../../ui/marks/team-mark.tsx'

/** Later than any event: from here on, the history has only the last total of each team. */
const theEnd_seconds = 2 ** 31 - 1

/** The final result of a past event. */
export function FinalTable({ event }: { event: Event }) {
  const history = useSuspenseQuery(read('getScoreHistory', { ...eventInput(event.id), query: { from: theEnd_seconds } })).data
  const looks = assignTeamLooks(event.teams)
  const totals = readTotalsAt(history, theEnd_seconds)
  const standings = rankTeams(
    totals,
    event.teams.map(({ id }) => id),
  )
  if (!hasBegun(standings)) return <p className="quiet small">{t('archive.noPoints')}</p>
  return (
    <ol className="final-table">
      {standings.map(({ team_id, rank, points }) => {
        const team = event.teams.find(({ id }) => id === team_id)
        const look = looks.get(team_id)
        return (
          team &&
          look && (
            <li key={team_id}>
              <span className="num quiet">
                <span aria-hidden="true">{rank}</span>
                <span className="vh">{nameRank(rank)}</span>
              </span>
              <TeamMark team={{ name: team.name, abbreviation: team.abbreviation || team.name.slice(0, 3), look }} size="small" />
              <b className="num">{formatCount(points)}</b>
            </li>
          )
        )
      })}
    </ol>
  )
}
