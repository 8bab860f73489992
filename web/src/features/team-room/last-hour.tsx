import '../../messages/team-room.ts'
import { useQuery } from '@tanstack/react-query'
import { useServerNow } from '../../api/live/clock.ts'
import { eventInput, read } from '../../api/calls/queries.ts'
import { useEventKey } from '../../api/scores/event.ts'
import { readTotalsAt } from '../../api/scores/score-history.ts'
import { useStandings } from '../../api/scores/use-standings.ts'
import { t } from '../../lib/text/messages.ts'
import { formatChange } from '../../lib/text/numbers.ts'

const hour_seconds = 3600

/** Points that the viewer's team won or lost within the last hour; empty while unknown. */
export function LastHour() {
  const own = useStandings().find(({ team }) => team.is_own)
  const history = useQuery(read('getScoreHistory', eventInput(useEventKey()))).data
  const now = Math.floor(useServerNow(60_000) / 1000)
  if (!own || !history) return null
  const before = readTotalsAt(history, now - hour_seconds).get(own.team_id) ?? 0
  return <span className="num">{t('room.lastHour', { points: formatChange(own.points - before) })}</span>
}
