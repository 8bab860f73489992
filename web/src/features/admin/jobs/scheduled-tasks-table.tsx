import './jobs.css'
import '../../../messages/admin-jobs.ts'
import type { ScheduledTaskState } from '@muster/contract/jobs'
import { useServerNow } from '../../../api/live/clock.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatSpan } from '../../../lib/time/span.ts'
import { formatFull } from '../../../lib/time/time.ts'
import { DataTable } from '../../../ui/layout/data-table.tsx'
import { Badge } from '../../../ui/marks/badge.tsx'
import { useScheduledTasks } from './use-jobs.ts'

type State = 'off' | 'never' | 'failing' | 'waiting' | 'fine'

const marks = {
  off: { kind: 'plain', icon: 'minus' },
  never: { kind: 'plain', icon: 'clock' },
  failing: { kind: 'bad', icon: 'warning' },
  waiting: { kind: 'plain', icon: 'clock' },
  fine: { kind: 'good', icon: 'check' },
} as const

const timeOf = (text: string | null) => (text === null ? null : Date.parse(text))

function findState({ is_set_up, last_success_at, last_error_at, waits_for }: ScheduledTaskState): State {
  if (!is_set_up) return 'off'
  const [success, error] = [timeOf(last_success_at), timeOf(last_error_at)]
  if (error !== null && error > (success ?? 0)) return 'failing'
  if (waits_for.length > 0) return 'waiting'
  return success === null ? 'never' : 'fine'
}

function describe(task: ScheduledTaskState, state: State, now: number): string {
  const { name, last_error, last_error_at } = task
  const error_at = timeOf(last_error_at)
  if (state === 'off') return t(`tasks.off.${name}`)
  if (state === 'never') return t('tasks.never')
  if (state === 'waiting') return t('tasks.waits', { events: task.waits_for.map((event) => event.name).join(', ') })
  if (error_at === null) return t('tasks.fine')
  if (state === 'failing') return t('tasks.fails', { span: formatSpan(now - error_at), error: last_error ?? '' })
  return t('tasks.failedBefore', { time: formatFull(error_at) })
}

/** The scheduled task's backlog and failures; empty if there are none. */
function describeBacklog({ backlog }: ScheduledTaskState, now: number): string {
  if (backlog === null) return ''
  const { waiting, oldest_at, failed } = backlog
  const oldest = timeOf(oldest_at)
  return [
    oldest === null ? '' : t('jobs.backlog', { count: waiting, span: formatSpan(now - oldest) }),
    failed === 0 ? '' : t('jobs.backlogFailed', { count: failed }),
  ].join(' ')
}

/** Tasks that the server repeats for all events together. */
export function ScheduledTasksTable() {
  const now = useServerNow()
  return (
    <DataTable
      className="jobs-table"
      rows={useScheduledTasks()}
      keyOf={(task) => task.name}
      columns={[
        {
          head: t('jobs.column.job'),
          isName: true,
          show: ({ name }) => (
            <>
              {t(`tasks.name.${name}`)}
              <small className="jobs-does">{t(`tasks.does.${name}`)}</small>
            </>
          ),
        },
        {
          head: t('jobs.column.state'),
          show: (task) => {
            const state = findState(task)
            return <Badge {...marks[state]}>{t(`tasks.state.${state}`)}</Badge>
          },
        },
        {
          head: t('jobs.column.every'),
          isLabelled: true,
          cellClass: 'num',
          show: ({ every_seconds }) => formatSpan(every_seconds * 1000),
        },
        {
          head: t('jobs.column.words'),
          cellClass: 'jobs-words',
          show: (task) => `${describe(task, findState(task), now)} ${describeBacklog(task, now)}`,
        },
        {
          head: t('jobs.column.success'),
          isLabelled: true,
          cellClass: 'num',
          show: ({ last_success_at }) =>
            last_success_at === null ? t('jobs.never') : t('jobs.ago', { span: formatSpan(now - Date.parse(last_success_at)) }),
        },
      ]}
    />
  )
}
