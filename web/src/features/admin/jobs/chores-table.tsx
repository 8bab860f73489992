import './jobs.css'
import '../../../messages/admin-jobs.ts'
import type { ChoreState } from '@muster/contract/jobs'
import { useServerNow } from '../../../api/live/clock.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatSpan } from '../../../lib/time/span.ts'
import { formatFull } from '../../../lib/time/time.ts'
import { DataTable } from '../../../ui/layout/data-table.tsx'
import { Badge } from '../../../ui/marks/badge.tsx'
import { useChores } from './use-jobs.ts'

type State = 'off' | 'never' | 'failing' | 'waiting' | 'fine'

const marks = {
  off: { kind: 'plain', icon: 'minus' },
  never: { kind: 'plain', icon: 'clock' },
  failing: { kind: 'bad', icon: 'warning' },
  waiting: { kind: 'plain', icon: 'clock' },
  fine: { kind: 'good', icon: 'check' },
} as const

const timeOf = (text: string | null) => (text === null ? null : Date.parse(text))

function findState({ is_set_up, last_success_at, last_error_at, waits_for }: ChoreState): State {
  if (!is_set_up) return 'off'
  const [success, error] = [timeOf(last_success_at), timeOf(last_error_at)]
  if (error !== null && error > (success ?? 0)) return 'failing'
  if (waits_for.length > 0) return 'waiting'
  return success === null ? 'never' : 'fine'
}

function describe(chore: ChoreState, state: State, now: number): string {
  const { name, last_error, last_error_at } = chore
  const error_at = timeOf(last_error_at)
  if (state === 'off') return t(`jobs.choreOff.${name}`)
  if (state === 'never') return t('jobs.choreNever')
  if (state === 'waiting') return t('jobs.choreWaits', { events: chore.waits_for.map((event) => event.name).join(', ') })
  if (error_at === null) return t('jobs.choreFine')
  if (state === 'failing') return t('jobs.choreFails', { span: formatSpan(now - error_at), error: last_error ?? '' })
  return t('jobs.choreFailedBefore', { time: formatFull(error_at) })
}

/** What waits for the chore, and what it had to put aside; empty when there is nothing of either. */
function describeBacklog({ backlog }: ChoreState, now: number): string {
  if (backlog === null) return ''
  const { waiting, oldest_at, failed } = backlog
  const oldest = timeOf(oldest_at)
  return [
    oldest === null ? '' : t('jobs.backlog', { count: waiting, span: formatSpan(now - oldest) }),
    failed === 0 ? '' : t('jobs.backlogFailed', { count: failed }),
  ].join(' ')
}

/** What the server does again and again for all events together. */
export function ChoresTable() {
  const now = useServerNow()
  return (
    <DataTable
      className="jobs-table"
      rows={useChores()}
      keyOf={(chore) => chore.name}
      columns={[
        {
          head: t('jobs.column.job'),
          isName: true,
          show: ({ name }) => (
            <>
              {t(`jobs.chore.${name}`)}
              <small className="jobs-does">{t(`jobs.choreDoes.${name}`)}</small>
            </>
          ),
        },
        {
          head: t('jobs.column.state'),
          show: (chore) => {
            const state = findState(chore)
            return <Badge {...marks[state]}>{t(`jobs.choreState.${state}`)}</Badge>
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
          show: (chore) => `${describe(chore, findState(chore), now)} ${describeBacklog(chore, now)}`,
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
