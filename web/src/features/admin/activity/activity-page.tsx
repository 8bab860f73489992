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
import { useReadsGame, useServerNow } from '../../../api/live/clock.ts'
import { EmptyRead } from '../../../api/scores/empty-read.tsx'
import { WithoutGame } from '../../../api/scores/without-game.tsx'
import { useEvent, useTeams } from '../../../api/scores/event.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatCount } from '../../../lib/text/numbers.ts'
import { formatSpan } from '../../../lib/time/span.ts'
import { Segments } from '../../../ui/forms/toggles.tsx'
import { Empty, SkeletonRows } from '../../../ui/layout/states.tsx'
import { DataTable, figure } from '../../../ui/layout/data-table.tsx'
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

/** The current report; the previous one stays on screen while another break length loads. */
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

/** How much each member plays, relative to the time that the event has run so far. */
export function ActivityPage({ search, onSearch }: ActivityPageProps) {
  const event = useEvent()
  const readsGame = useReadsGame()
  const title = t('adminActivity.title')
  if (event === null)
    return (
      <AdminPage title={title}>
        <Empty title={t('admin.noEventTitle')} text={t('admin.noEventText')} />
      </AdminPage>
    )
  if (readsGame === false)
    return (
      <AdminPage title={title}>
        <WithoutGame />
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
    <DataTable
      frame={t('adminActivity.teams')}
      className="activity-table"
      rows={teams}
      keyOf={(team) => team.team_id}
      columns={[
        {
          head: t('adminActivity.column.team'),
          isName: true,
          show: ({ team_id }) => {
            const view = views.find(({ id }) => id === team_id)
            return (
              <span className="activity-team">
                {view && <Crest look={view.look} label={view.name} />}
                <bdi>{view?.name ?? team_id}</bdi>
              </span>
            )
          },
        },
        figure<ActivityReport['teams'][number]>(t('adminActivity.column.points'), ({ points }) => formatCount(points), {
          className: 'activity-wide',
        }),
        figure<ActivityReport['teams'][number]>(t('adminActivity.column.seen'), ({ seen, members }) =>
          t('adminActivity.ofMembers', { count: seen, all: members }),
        ),
        figure<ActivityReport['teams'][number]>(t('adminActivity.column.ten'), ({ ten_hours_a_day }) => ten_hours_a_day),
        figure<ActivityReport['teams'][number]>(t('adminActivity.column.average'), ({ members, active_ms }) =>
          toHoursPerDay(members === 0 ? 0 : active_ms / members, elapsed_ms).toFixed(1),
        ),
        figure<ActivityReport['teams'][number]>(t('adminActivity.column.total'), ({ active_ms }) =>
          formatCount(active_ms / hour_ms),
        ),
      ]}
    />
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
