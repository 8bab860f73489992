import '../../../messages/admin-events.ts'
import './events.css'
import type { GameVersion } from '@muster/contract/events'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../../api/calls/queries.ts'
import { t } from '../../../lib/text/messages.ts'
import { useSettled } from '../../../lib/use-settled.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Icon } from '../../../ui/marks/icon.tsx'
import { formatPlan } from '../kit/format-plan.ts'
import { useZone } from '../kit/use-zone.ts'

interface LeagueCheckProps {
  name: string
  game_version: GameVersion
  /** Start of the event, ms. */
  start: number
  end: number
}

/** Whether the game has a league with the event's name. A hint only: leagues are often created after the event. */
export function LeagueCheck({ name, game_version, start, end }: LeagueCheckProps) {
  const { zone } = useZone()
  const settled = useSettled(name.trim())
  const check = useQuery({
    ...read('checkLeague', { query: { name: settled, game_version } }),
    enabled: settled !== '',
    staleTime: 5 * 60_000,
    retry: false,
  })
  if (name.trim() === '') return null
  const isAsking = check.isFetching || settled !== name.trim()
  const state = isAsking ? 'asking' : check.isError ? 'cannot_tell' : (check.data?.state ?? 'asking')
  const { start_at = null, end_at = null, characters = null } = check.data ?? {}
  const isOff = (at: string | null, planned: number) => at !== null && Math.abs(Date.parse(at) - planned) >= 60_000
  return (
    <div className={`admin-events-league ${state}`} role="status">
      <Icon name={state === 'exists' ? 'check' : state === 'asking' ? 'clock' : 'warning'} size={14} />
      <div>
        <p>{t(`adminEvents.league.${state}`)}</p>
        {state === 'exists' && (
          <p className="quieter">
            {start_at &&
              end_at &&
              t('adminEvents.leagueTimes', {
                from: formatPlan(Date.parse(start_at), zone),
                to: formatPlan(Date.parse(end_at), zone),
              })}{' '}
            {characters !== null && t('adminEvents.leagueCharacters', { count: characters })}
          </p>
        )}
        {state === 'exists' && isOff(start_at, start) && <p className="bad">{t('adminEvents.leagueStartsElse')}</p>}
        {state === 'exists' && isOff(end_at, end) && <p className="bad">{t('adminEvents.leagueEndsElse')}</p>}
      </div>
      {(state === 'missing' || state === 'cannot_tell') && (
        <Button size="small" icon="retry" onClick={() => void check.refetch()}>
          {t('adminEvents.leagueAgain')}
        </Button>
      )}
    </div>
  )
}
