import '../../../messages/admin-team-sort.ts'
import { bucketLabels } from '@muster/domain/teams/aims'
import { measureTeam, type TeamFigures } from '@muster/domain/teams/measure'
import type { SortEntry } from '@muster/contract/team-sort-input'
import type { TeamView } from '../../../api/scores/event.ts'
import { t } from '../../../lib/text/messages.ts'
import { DataTable, figure } from '../../../ui/layout/data-table.tsx'
import { TeamMark, teamStyle } from '../../../ui/marks/team-mark.tsx'

/** By team; null for people without a team who are not on the waitlist. */
export type EntriesOf = ReadonlyMap<number | null | 'waitlist', readonly SortEntry[]>

interface TeamSummaryProps {
  teams: readonly TeamView[]
  entriesOf: EntriesOf
  chosen: number | null
  onChoose: (team_id: number | null) => void
}

/** A histogram of people by hours a day; its label and the table below have the numbers. */
function Buckets({ figures, most }: { figures: TeamFigures; most: number }) {
  const list = figures.buckets.map((count, at) => t('sort.bucket', { bucket: bucketLabels[at] ?? '', count })).join(', ')
  return (
    <>
      <div className="sort-buckets" role="img" aria-label={t('sort.bucketsLabel', { list })}>
        {figures.buckets.map((count, at) => (
          <i key={bucketLabels[at]} style={{ height: `${most === 0 ? 0 : (100 * count) / most}%` }} />
        ))}
      </div>
      <div className="sort-bucket-ends" aria-hidden="true">
        <span>{bucketLabels[0]}</span>
        <span>{bucketLabels.at(-1)}</span>
      </div>
    </>
  )
}

/** Each team of the draft, and all numbers as a table. Pressing a team shows only its people. */
export function TeamSummary({ teams, entriesOf, chosen, onChoose }: TeamSummaryProps) {
  const rows = teams.map((team) => ({ team, figures: measureTeam(team.id, entriesOf.get(team.id) ?? []) }))
  const outside = measureTeam(0, entriesOf.get(null) ?? [])
  const waiting = measureTeam(0, entriesOf.get('waitlist') ?? [])
  const all = measureTeam(0, [...entriesOf.values()].flat())
  const most = Math.max(0, ...rows.flatMap(({ figures }) => figures.buckets))
  return (
    <section aria-label={t('sort.teams')}>
      <ul className="sort-teams">
        {rows.map(({ team, figures }, place) => (
          <li key={team.id} className="team sort-team" style={teamStyle(team.look)}>
            <button
              type="button"
              aria-pressed={chosen === team.id}
              aria-label={t('sort.onlyTeam', { team: team.name })}
              onClick={() => onChoose(chosen === team.id ? null : team.id)}
            >
              <TeamMark team={team} />
              <kbd aria-hidden="true">{place + 1}</kbd>
              <span className="num strong">{figures.size}</span>
            </button>
            <p className="num">
              <span>{t('sort.teamHours', { hours: figures.expected_hours })}</span>
              <span>{t('sort.teamNew', { count: figures.needs_help })}</span>
            </p>
            <Buckets figures={figures} most={most} />
          </li>
        ))}
      </ul>
      <details className="sort-numbers">
        <summary>{t('sort.figuresTable')}</summary>
        <DataTable
          frame={t('sort.table')}
          rows={[
            { key: 'all', name: t('sort.total'), figures: all },
            ...rows.map(({ team, figures }) => ({ key: team.id, name: team.name, figures })),
            { key: 'none', name: t('sort.noTeam'), figures: outside },
            ...(waiting.size > 0 ? [{ key: 'waitlist', name: t('sort.waitlist'), figures: waiting }] : []),
          ]}
          keyOf={(row) => row.key}
          rowClass={({ key }) => (key === 'all' ? 'sum-row' : undefined)}
          columns={[
            { head: t('sort.team'), isName: true, show: ({ name }) => <bdi>{name}</bdi> },
            count(t('sort.members'), ({ size }) => size),
            ...bucketLabels.map((label, at) => count(label, ({ buckets }) => buckets[at])),
            count(t('sort.hours'), ({ expected_hours }) => expected_hours),
          ]}
        />
      </details>
    </section>
  )
}

interface NumberRow {
  readonly key: string | number
  readonly name: string
  readonly figures: TeamFigures
}

const count = (head: string, read: (figures: TeamFigures) => number | undefined) =>
  figure<NumberRow>(head, ({ figures }) => read(figures), { cellClass: 'num' })
