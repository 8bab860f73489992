import './activity.css'
import '../../../messages/admin-activity.ts'
import type { PersonActivity } from '@muster/contract/activity'
import { toHoursPerDay } from '@muster/domain/events/activity'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useServerNow } from '../../../api/live/clock.ts'
import { useTeams } from '../../../api/scores/event.ts'
import { paths } from '../../../lib/paths.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatSpan } from '../../../lib/time/span.ts'
import { describeSort, type SortDirection, SortHead, TableWrap } from '../../../ui/layout/table.tsx'
import { Crest } from '../../../ui/marks/team-mark.tsx'

const hour_ms = 3_600_000

/** What each column sorts by: text by the alphabet, numbers by size; who was never seen was seen longest ago. */
const columns = {
  user: (person: PersonActivity) => person.display_name.toLocaleLowerCase(),
  team: ({ team_id }: PersonActivity) => team_id,
  character: ({ character_name }: PersonActivity) => character_name?.toLocaleLowerCase() ?? '',
  level: ({ level }: PersonActivity) => level ?? 0,
  hours: ({ active_ms }: PersonActivity) => active_ms,
  perDay: ({ active_ms }: PersonActivity) => active_ms,
  share: ({ active_ms }: PersonActivity) => active_ms,
  last: ({ last_seen_at }: PersonActivity) => (last_seen_at === null ? 0 : Date.parse(last_seen_at)),
} as const satisfies Record<string, (person: PersonActivity) => string | number>
export type ActivityColumn = keyof typeof columns
const names = Object.keys(columns) as ActivityColumn[]
/** Phones have room for who, how long and since when. */
const isForWide = (column: ActivityColumn) =>
  column === 'character' || column === 'level' || column === 'perDay' || column === 'share'
const classOf = (column: ActivityColumn, more = '') =>
  [isNumber(column) ? 'right' : '', isForWide(column) ? 'activity-wide' : '', more].filter((name) => name !== '').join(' ')
const isNumber = (column: ActivityColumn) => column === 'level' || names.indexOf(column) > names.indexOf('level')

/** People in the order of a column; those who are alike stay in the order that they came in. */
export function sortPeople(
  people: readonly PersonActivity[],
  column: ActivityColumn,
  direction: SortDirection,
): PersonActivity[] {
  const sign = direction === 'asc' ? 1 : -1
  return people.toSorted((one, other) => {
    const [a, b] = [columns[column](one), columns[column](other)]
    return a === b ? 0 : a < b ? -sign : sign
  })
}

/** Every member with their hours, sorted by one column at a time. */
export function PeopleTable({ people, elapsed_ms }: { people: readonly PersonActivity[]; elapsed_ms: number }) {
  const now = useServerNow(10_000)
  const teams = useTeams()
  const [sort, setSort] = useState<{ column: ActivityColumn; direction: SortDirection }>({ column: 'hours', direction: 'desc' })
  const sortBy = (column: ActivityColumn) => {
    const first: SortDirection = isNumber(column) ? 'desc' : 'asc'
    const other: SortDirection = sort.direction === 'asc' ? 'desc' : 'asc'
    setSort({ column, direction: sort.column === column ? other : first })
  }
  return (
    <TableWrap label={t('adminActivity.people')}>
      <table className="table activity-table">
        <thead>
          <tr>
            {names.map((column) => {
              const direction = sort.column === column ? sort.direction : null
              return (
                <th key={column} scope="col" className={classOf(column)} aria-sort={describeSort(direction)}>
                  <SortHead direction={direction} onSort={() => sortBy(column)}>
                    {t(`adminActivity.column.${column}`)}
                  </SortHead>
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {sortPeople(people, sort.column, sort.direction).map((person) => {
            const team = teams.find(({ id }) => id === person.team_id)
            const share = elapsed_ms > 0 ? (100 * person.active_ms) / elapsed_ms : 0
            return (
              <tr key={person.user_id}>
                <th scope="row">
                  <Link to={paths.profile} params={{ userId: person.user_id }} aria-label={person.display_name}>
                    <bdi>{person.display_name}</bdi>
                  </Link>
                </th>
                <td>
                  <span className="activity-team">
                    {team && <Crest look={team.look} label={team.name} />}
                    <bdi>{team?.abbreviation}</bdi>
                  </span>
                </td>
                <td className={classOf('character')}>
                  <bdi>{person.character_name}</bdi>
                </td>
                <td className={classOf('level')}>{person.level}</td>
                <td className={classOf('hours')}>{(person.active_ms / hour_ms).toFixed(1)}</td>
                <td className={classOf('perDay')}>{toHoursPerDay(person.active_ms, elapsed_ms).toFixed(1)}</td>
                <td className={classOf('share')}>{t('adminActivity.share', { share: Math.round(share) })}</td>
                <td className={classOf('last', person.last_seen_at === null ? 'quieter' : '')}>
                  {person.last_seen_at === null
                    ? t('adminActivity.never')
                    : t('adminActivity.ago', { span: formatSpan(now - Date.parse(person.last_seen_at)) })}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </TableWrap>
  )
}
