import '../../../messages/admin-team-sort.ts'
import type { SortPerson } from '@muster/contract/team-sort'
import type { BrokenRule } from '@muster/domain/teams/broken-rules'
import type { TeamView } from '../../../api/scores/event.ts'
import { t } from '../../../lib/text/messages.ts'
import { Icon } from '../../../ui/marks/icon.tsx'

interface BrokenListProps {
  broken: readonly BrokenRule[]
  people: readonly SortPerson[]
  teams: readonly TeamView[]
}

/** The rules that the teams break, each with its reason. */
export function BrokenList({ broken, people, teams }: BrokenListProps) {
  if (broken.length === 0) return null
  const nameOf = new Map(people.map((one) => [one.entry.row, one.user.display_name]))
  const tell = (rule: BrokenRule) =>
    rule.kind === 'size'
      ? t('sort.broken.size', { team: teams.find((team) => team.id === rule.team_id)?.name ?? '', size: rule.size })
      : t(`sort.broken.${rule.kind}`, { who: rule.rows.map((row) => nameOf.get(row) ?? row).join(' & ') })
  return (
    <section className="sort-broken" role="status">
      <h2>
        <Icon name="warning" size={14} />
        {t('sort.broken', { count: broken.length })}
      </h2>
      <ul>
        {broken.map((rule) => (
          <li key={JSON.stringify(rule)}>
            {tell(rule)} <span className="quieter">{t(`sort.why.${rule.why}`)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
