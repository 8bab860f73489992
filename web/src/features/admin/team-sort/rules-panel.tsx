import '../../../messages/admin-team-sort.ts'
import type { GameVersion } from '@muster/contract/events'
import type { UserId } from '@muster/contract/ids'
import type { SortDraft, SortPerson } from '@muster/contract/team-sort'
import { aims } from '@muster/contract/team-sort-input'
import { games } from '@muster/domain/events/games'
import { t } from '../../../lib/text/messages.ts'
import { Button, IconButton } from '../../../ui/forms/button.tsx'
import { Segments } from '../../../ui/forms/toggles.tsx'
import { type DataColumn, DataTable } from '../../../ui/layout/data-table.tsx'
import type { SortTeam } from './use-sort.ts'

const weights = ['0', '1', '2', '5'] as const

interface RulesPanelProps {
  draft: SortDraft
  people: readonly SortPerson[]
  teams: readonly SortTeam[]
  game_version: GameVersion
  onChange: (draft: SortDraft) => void
}

/** Aims and constraints of the proposals. */
export function RulesPanel({ draft, people, teams, game_version, onChange }: RulesPanelProps) {
  const offered = aims.filter((aim) => aim !== 'guild_owners' || games[game_version].guild_tabs)
  return (
    <details className="sort-rules">
      <summary>{t('sort.rules')}</summary>
      <div className="sort-rules-parts">
        <section>
          <h2>{t('sort.aims')}</h2>
          <p className="quieter">{t('sort.aimsHelp')}</p>
          <ul>
            {offered.map((aim) => (
              <li key={aim}>
                <span>{t(`sort.aim.${aim}`)}</span>
                <Segments
                  label={t(`sort.aim.${aim}`)}
                  value={weights.find((weight) => Number(weight) >= draft.aims[aim]) ?? '5'}
                  choices={weights.map((value) => ({ value, label: t(`sort.weight.${value}`) }))}
                  onChange={(value) => onChange({ ...draft, aims: { ...draft.aims, [aim]: Number(value) } })}
                />
              </li>
            ))}
          </ul>
        </section>
        <Sizes draft={draft} teams={teams} onChange={onChange} />
        <Pairs draft={draft} people={people} onChange={onChange} />
      </div>
    </details>
  )
}

const maxPeople = 10_000
/** null for no limit, undefined if it is not a number of people, so the previous value stays. */
function readLimit(text: string): number | null | undefined {
  if (text.trim() === '') return null
  return /^\d+$/.test(text.trim()) ? Math.min(maxPeople, Number(text)) : undefined
}

function Sizes({ draft, teams, onChange }: Pick<RulesPanelProps, 'draft' | 'teams' | 'onChange'>) {
  const set = (team: SortTeam, field: 'min' | 'max', text: string) => {
    const limit = readLimit(text)
    if (limit === undefined) return
    const known = draft.sizes.find((limit) => limit.team_id === team.id)
    const next = {
      team_id: team.id,
      min: known?.min ?? null,
      max: known?.max ?? null,
      [field]: limit,
    }
    const others = draft.sizes.filter((limit) => limit.team_id !== team.id)
    onChange({ ...draft, sizes: next.min === null && next.max === null ? others : [...others, next] })
  }
  return (
    <section>
      <h2>{t('sort.sizes')}</h2>
      <p className="quieter">{t('sort.sizesHelp')}</p>
      <DataTable
        className="sort-sizes"
        frame={t('sort.sizes')}
        rows={teams}
        keyOf={(team) => team.id}
        columns={[
          { head: t('sort.team'), isName: true, show: ({ name }) => <bdi>{name}</bdi> },
          ...(['min', 'max'] as const).map(
            (field): DataColumn<SortTeam> => ({
              head: t(field === 'min' ? 'sort.atLeast' : 'sort.atMost'),
              show: (team) => (
                <input
                  className="input"
                  inputMode="numeric"
                  aria-label={t(`sort.${field}`, { team: team.name })}
                  value={draft.sizes.find((limit) => limit.team_id === team.id)?.[field] ?? ''}
                  onChange={(event) => set(team, field, event.target.value)}
                />
              ),
            }),
          ),
        ]}
      />
    </section>
  )
}

function Pairs({ draft, people, onChange }: Pick<RulesPanelProps, 'draft' | 'people' | 'onChange'>) {
  const nameOf = new Map(people.map((one) => [one.user.id, one.user.display_name]))
  const listOf = (rule: 'together' | 'apart') =>
    draft[rule].map((pair) => {
      const [one, other] = pair.map((id: UserId) => nameOf.get(id) ?? String(id)) as [string, string]
      const text = t(rule === 'together' ? 'sort.togetherOf' : 'sort.apartOf', { one, other })
      return (
        <li key={`${rule} ${pair.join()}`}>
          <bdi>{text}</bdi>
          <IconButton
            icon="close"
            label={t('sort.removeRule', { rule: text })}
            onClick={() => onChange({ ...draft, [rule]: draft[rule].filter((known) => known !== pair) })}
          />
        </li>
      )
    })
  return (
    <section>
      <h2>{t('sort.pairsRules')}</h2>
      <p className="quieter">{t('sort.pairsHelp')}</p>
      <ul className="sort-pairs">
        {listOf('together')}
        {listOf('apart')}
      </ul>
      <p>
        {t('sort.lockCount', { count: draft.locks.length })}{' '}
        {draft.locks.length > 0 && (
          <Button size="small" onClick={() => onChange({ ...draft, locks: [] })}>
            {t('sort.unlockEverybody')}
          </Button>
        )}
      </p>
    </section>
  )
}
