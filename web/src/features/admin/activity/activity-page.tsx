import './activity.css'
import '../../../messages/admin.ts'
import '../../../messages/admin-activity.ts'
import type { ActivityReport } from '@muster/contract/activity'
import type { Event } from '@muster/contract/events'
import { toHoursPerDay } from '@muster/domain/events/activity'
import { readEventTitle } from '@muster/domain/events/title'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { DataBlock, DataGuard } from '../../../api/calls/data-block.tsx'
import { eventInput, read } from '../../../api/calls/queries.ts'
import { useServerNow } from '../../../api/live/clock.ts'
import { EmptyRead } from '../../../api/scores/empty-read.tsx'
import { useEvent, useTeams } from '../../../api/scores/event.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatCount } from '../../../lib/text/numbers.ts'
import { formatSpan } from '../../../lib/time/span.ts'
import { Segments } from '../../../ui/forms/toggles.tsx'
import { Empty, SkeletonRows } from '../../../ui/layout/states.tsx'
import { TableWrap } from '../../../ui/layout/table.tsx'
import { Crest } from '../../../ui/marks/team-mark.tsx'
import { AdminPage } from '../kit/admin-page.tsx'
import { idleChoices, type IdleChoice, listIdle } from './idle.ts'
import { PeopleTable } from './people-table.tsx'
import { type Break, breakChoices } from './session-break.ts'

const refreshEvery_ms = 60_000
const hour_ms = 3_600_000

const usualBreak: Break = '30'

export interface ActivitySearch {
  readonly break?: Break | undefined
  readonly show?: IdleChoice | undefined
}

interface OfEvent {
  event: Event
  search: ActivitySearch
}

/** The report as it stands; while that of another break comes, the one before. */
function useReport({ event, search }: OfEvent): ActivityReport {
  const minutes = useDeferredValue(search.break ?? usualBreak)
  const query = { threshold_seconds: 60 * Number(minutes) }
  return useSuspenseQuery({
    ...read('getActivityReport', { ...eventInput(event.id), query }),
    refetchInterval: refreshEvery_ms,
  }).data
}

interface ActivityPageProps {
  search: ActivitySearch
  onSearch: (next: ActivitySearch) => void
}

/** Who plays how much, of the time that the event has run so far. */
export function ActivityPage({ search, onSearch }: ActivityPageProps) {
  const event = useEvent()
  const title = t('adminActivity.title')
  if (event === null)
    return (
      <AdminPage title={title}>
        <Empty title={t('admin.noEventTitle')} text={t('admin.noEventText')} />
      </AdminPage>
    )
  const loading = <SkeletonRows rows={6} height={40} label={t('loading')} />
  return (
    <AdminPage
      title={title}
      lead={
        <DataGuard title={title} failure={null}>
          <Lead event={event} search={search} />
        </DataGuard>
      }
    >
      <div className="activity-break">
        <span className="field-label" aria-hidden="true">
          {t('adminActivity.break')}
        </span>
        <Segments
          label={t('adminActivity.break')}
          value={search.break ?? usualBreak}
          choices={breakChoices.map((value) => ({ value, label: t('adminActivity.minutes', { count: Number(value) }) }))}
          onChange={(next) => onSearch({ ...search, break: next === usualBreak ? undefined : next })}
        />
      </div>
      <DataBlock title={t('adminActivity.teams')} note={t('adminActivity.teamsNote')} loading={loading}>
        <Teams event={event} search={search} />
      </DataBlock>
      <DataBlock title={t('adminActivity.people')} loading={loading}>
        <People event={event} search={search} onSearch={onSearch} />
      </DataBlock>
    </AdminPage>
  )
}

function Lead(of: OfEvent) {
  const { elapsed_ms } = useReport(of)
  const { event } = of
  return <>{t('adminActivity.lead', { event: readEventTitle(event.name), span: formatSpan(elapsed_ms) })}</>
}

function Teams(of: OfEvent) {
  const { teams, elapsed_ms } = useReport(of)
  const views = useTeams()
  if (elapsed_ms === 0) return <Empty title={t('adminActivity.beforeTitle')} text={t('adminActivity.beforeText')} />
  return (
    <TableWrap label={t('adminActivity.teams')}>
      <table className="table activity-table">
        <thead>
          <tr>
            {(['team', 'points', 'seen', 'ten', 'average', 'total'] as const).map((column) => (
              <th
                key={column}
                scope="col"
                className={column === 'team' ? '' : column === 'points' ? 'right activity-wide' : 'right'}
              >
                {t(`adminActivity.column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {teams.map((team) => {
            const view = views.find(({ id }) => id === team.team_id)
            return (
              <tr key={team.team_id}>
                <th scope="row">
                  <span className="activity-team">
                    {view && <Crest look={view.look} label={view.name} />}
                    <bdi>{view?.name ?? team.team_id}</bdi>
                  </span>
                </th>
                <td className="right activity-wide">{formatCount(team.points)}</td>
                <td className="right">{t('adminActivity.ofMembers', { count: team.seen, all: team.members })}</td>
                <td className="right">{team.ten_hours_a_day}</td>
                <td className="right">
                  {toHoursPerDay(team.members === 0 ? 0 : team.active_ms / team.members, elapsed_ms).toFixed(1)}
                </td>
                <td className="right">{formatCount(team.active_ms / hour_ms)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </TableWrap>
  )
}

function People({ event, search, onSearch }: OfEvent & ActivityPageProps) {
  const { people, elapsed_ms } = useReport({ event, search })
  const until = Math.min(useServerNow(60_000), Date.parse(event.event_end_time))
  if (people.length === 0)
    return <EmptyRead event={event} title={t('adminActivity.nobodyTitle')} text={t('adminActivity.nobodyText')} />
  const choice = search.show ?? 'all'
  const shown = listIdle(people, choice, until)
  const never = listIdle(people, 'never', until).length
  return (
    <>
      <div className="activity-head">
        <p role="status">{never === 0 ? t('adminActivity.allSeen') : t('adminActivity.idle', { count: never })}</p>
        <Segments
          label={t('adminActivity.show')}
          value={choice}
          choices={idleChoices.map((value) => ({
            value,
            label: t(`adminActivity.show.${value}`, { count: listIdle(people, value, until).length }),
          }))}
          onChange={(next) => onSearch({ ...search, show: next === 'all' ? undefined : next })}
        />
      </div>
      {shown.length === 0 ? (
        <Empty title={t('adminActivity.noneIdleTitle')} text={t('adminActivity.noneIdleText')} />
      ) : (
        <PeopleTable people={shown} elapsed_ms={elapsed_ms} />
      )}
    </>
  )
}
