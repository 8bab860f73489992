import './activity.css'
import '../../../messages/admin-activity.ts'
import type { PersonActivity } from '@muster/contract/activity'
import { toHoursPerDay } from '@muster/domain/events/activity'
import { Link } from '@tanstack/react-router'
import { useServerNow } from '../../../api/live/clock.ts'
import { useTeams } from '../../../api/scores/event.ts'
import { paths } from '../../../lib/paths.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatSpan } from '../../../lib/time/span.ts'
import { type DataColumn, figure } from '../../../ui/layout/data-table.tsx'
import { SortableTable } from '../../../ui/layout/sortable-table.tsx'
import { Crest } from '../../../ui/marks/team-mark.tsx'

const hour_ms = 3_600_000

/** Every member with their hours, sorted by one column at a time. Someone who was never seen sorts as seen longest ago. */
export function PeopleTable({ people, elapsed_ms }: { people: readonly PersonActivity[]; elapsed_ms: number }) {
  return (
    <SortableTable
      frame={t('adminActivity.people')}
      className="activity-table"
      columns={useColumns(elapsed_ms)}
      rows={people}
      keyOf={(person) => person.user_id}
      sort={{ column: t('adminActivity.column.hours'), direction: 'desc' }}
    />
  )
}

const activeTime = ({ active_ms }: PersonActivity) => active_ms

/** Phones have room for the name, the hours and the time since the last activity. */
const wide = 'activity-wide'

function useColumns(elapsed_ms: number): readonly DataColumn<PersonActivity>[] {
  const now = useServerNow(10_000)
  const teams = useTeams()
  const teamOf = ({ team_id }: PersonActivity) => teams.find(({ id }) => id === team_id)
  return [
    {
      head: t('adminActivity.column.user'),
      isName: true,
      sortBy: ({ display_name }) => display_name.toLocaleLowerCase(),
      show: ({ user_id, display_name }) => (
        <Link to={paths.profile} params={{ userId: user_id }} aria-label={display_name}>
          <bdi>{display_name}</bdi>
        </Link>
      ),
    },
    {
      head: t('adminActivity.column.team'),
      sortBy: (person) => teamOf(person)?.abbreviation.toLocaleLowerCase() ?? '',
      show: (person) => {
        const team = teamOf(person)
        return (
          <span className="activity-team">
            {team && <Crest look={team.look} label={team.name} />}
            <bdi>{team?.abbreviation}</bdi>
          </span>
        )
      },
    },
    {
      head: t('adminActivity.column.character'),
      className: wide,
      sortBy: ({ character_name }) => character_name?.toLocaleLowerCase() ?? '',
      show: ({ character_name }) => <bdi>{character_name}</bdi>,
    },
    figure(t('adminActivity.column.level'), ({ level }) => level, { className: wide, sortBy: ({ level }) => level ?? 0 }),
    figure(t('adminActivity.column.hours'), ({ active_ms }) => (active_ms / hour_ms).toFixed(1), { sortBy: activeTime }),
    figure(t('adminActivity.column.perDay'), ({ active_ms }) => toHoursPerDay(active_ms, elapsed_ms).toFixed(1), {
      className: wide,
      sortBy: activeTime,
    }),
    {
      head: t('adminActivity.column.share'),
      isRight: true,
      className: wide,
      sortBy: activeTime,
      show: ({ active_ms }) =>
        t('adminActivity.share', { share: elapsed_ms > 0 ? Math.round((100 * active_ms) / elapsed_ms) : 0 }),
    },
    {
      head: t('adminActivity.column.last'),
      isRight: true,
      cellClass: ({ last_seen_at }) => (last_seen_at === null ? 'quieter' : ''),
      sortBy: ({ last_seen_at }) => (last_seen_at === null ? 0 : Date.parse(last_seen_at)),
      show: ({ last_seen_at }) =>
        last_seen_at === null
          ? t('adminActivity.never')
          : t('adminActivity.ago', { span: formatSpan(now - Date.parse(last_seen_at)) }),
    },
  ]
}
