import './activity.css'
import '../../../messages/admin.ts'
import '../../../messages/admin-activity.ts'
import type { ActivityReport } from '@muster/contract/activity'
import type { Event } from '@muster/contract/events'
import { toHoursPerDay } from '@muster/domain/events/activity'
import { readEventTitle } from '@muster/domain/events/title'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DataBlock, DataGuard } from '../../../api/calls/data-block.tsx'
import { eventInput, read } from '../../../api/calls/queries.ts'
import { useEvent, useTeams } from '../../../api/scores/event.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatCount } from '../../../lib/text/numbers.ts'
import { formatSpan } from '../../../lib/time/span.ts'
import { Chip } from '../../../ui/forms/toggles.tsx'
import { Empty, SkeletonRows } from '../../../ui/layout/states.tsx'
import { TableWrap } from '../../../ui/layout/table.tsx'
import { Crest } from '../../../ui/marks/team-mark.tsx'
import { AdminPage } from '../kit/admin-page.tsx'
import { PeopleTable } from './people-table.tsx'

const refreshEvery_ms = 60_000
const hour_ms = 3_600_000

const useReport = (event: Event): ActivityReport =>
  useSuspenseQuery({ ...read('getActivityReport', eventInput(event.id)), refetchInterval: refreshEvery_ms }).data

/** Who plays how much, of the time that the event has run so far. */
export function ActivityPage() {
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
          <Lead event={event} />
        </DataGuard>
      }
    >
      <DataBlock title={t('adminActivity.teams')} note={t('adminActivity.teamsNote')} loading={loading}>
        <Teams event={event} />
      </DataBlock>
      <DataBlock title={t('adminActivity.people')} loading={loading}>
        <People event={event} />
      </DataBlock>
    </AdminPage>
  )
}

function Lead({ event }: { event: Event }) {
  const { elapsed_ms } = useReport(event)
  return <>{t('adminActivity.lead', { event: readEventTitle(event.name), span: formatSpan(elapsed_ms) })}</>
}

function Teams({ event }: { event: Event }) {
  const { teams, elapsed_ms } = useReport(event)
  const views = useTeams()
  if (elapsed_ms === 0) return <Empty title={t('adminActivity.beforeTitle')} text={t('adminActivity.beforeText')} />
  return (
    <TableWrap label={t('adminActivity.teams')}>
      <table className="table">
        <thead>
          <tr>
            {(['team', 'points', 'seen', 'ten', 'average', 'total'] as const).map((column) => (
              <th key={column} scope="col" className={column === 'team' ? undefined : 'right'}>
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
                <td className="right">{formatCount(team.points)}</td>
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

function People({ event }: { event: Event }) {
  const { people, elapsed_ms } = useReport(event)
  const [onlyIdle, setOnlyIdle] = useState(false)
  if (people.length === 0) return <Empty title={t('adminActivity.nobodyTitle')} text={t('adminActivity.nobodyText')} />
  const idle = people.filter(({ last_seen_at }) => last_seen_at === null)
  return (
    <>
      <div className="activity-head">
        <p role="status">{idle.length === 0 ? t('adminActivity.allSeen') : t('adminActivity.idle', { count: idle.length })}</p>
        {idle.length > 0 && (
          <Chip isOn={onlyIdle} onChange={setOnlyIdle} hasTick>
            {t('adminActivity.onlyIdle')}
          </Chip>
        )}
      </div>
      <PeopleTable people={onlyIdle ? idle : people} elapsed_ms={elapsed_ms} />
    </>
  )
}
