import { useState } from 'react'
import { useTeams } from '../../api/event.ts'
import { t } from '../../lib/messages.ts'
import { changePreferences, type LadderColumn, ladderColumns, usePreferences } from '../../lib/preferences.ts'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/dialog.tsx'
import { SearchInput } from '../../ui/fields.tsx'
import { Icon } from '../../ui/icon.tsx'
import { TeamMark } from '../../ui/team-mark.tsx'
import { Chip } from '../../ui/toggles.tsx'
import type { Column } from './columns.tsx'
import type { LadderSearch } from './ladder.tsx'

export interface Sort {
  readonly column: Column
  readonly direction: 'asc' | 'desc'
  readonly change: (id: LadderColumn, direction: 'asc' | 'desc') => void
}

interface ControlsProps {
  search: LadderSearch
  onSearch: (change: Partial<LadderSearch>) => void
  available: readonly Column[]
  sort: Sort
}

/** Search, teams, columns and, on phones, the order. */
export function LadderControls({ search, onSearch, available, sort }: ControlsProps) {
  const teams = useTeams()
  const chosen = search.teams ?? []
  const toggleTeam = (id: number, isOn: boolean) => {
    const next = isOn ? [...chosen, id] : chosen.filter((other) => other !== id)
    onSearch({ teams: next.length > 0 ? next : undefined })
  }
  return (
    <>
      <div className="ladder-filters">
        <div className="ladder-search">
          <SearchInput label={t('ladder.search')} value={search.q ?? ''} onChange={(q) => onSearch({ q: q || undefined })} />
        </div>
        <fieldset className="chips" aria-label={t('ladder.teams')}>
          {teams.map((team) => (
            <Chip key={team.id} isOn={chosen.includes(team.id)} onChange={(isOn) => toggleTeam(team.id, isOn)} label={team.name}>
              <TeamMark team={team} isShort size="small" />
            </Chip>
          ))}
        </fieldset>
        <div className="only-phone">
          <SortSheet available={available} sort={sort} />
        </div>
      </div>
      <ColumnChips available={available} />
    </>
  )
}

/** Which columns are shown; kept in this browser. */
function ColumnChips({ available }: { available: readonly Column[] }) {
  const { ladder } = usePreferences()
  const isChanged = available.some(({ id }) => ladder[id] !== ladderColumns[id])
  return (
    <fieldset className="chips ladder-columns only-wide" aria-label={t('ladder.columns')}>
      <span className="small quieter">{t('ladder.columns')}</span>
      {available.map(({ id, label }) => (
        <Chip key={id} hasTick isOn={ladder[id]} onChange={(isOn) => changePreferences({ ladder: { ...ladder, [id]: isOn } })}>
          {id === 'rank' ? t('column.rankName') : t(label)}
        </Chip>
      ))}
      {isChanged && (
        <Button kind="quiet" size="small" onClick={() => changePreferences({ ladder: ladderColumns })}>
          {t('ladder.columnsReset')}
        </Button>
      )}
    </fieldset>
  )
}

function SortSheet({ available, sort }: { available: readonly Column[]; sort: Sort }) {
  const [isOpen, setOpen] = useState(false)
  const choose = (column: Column) => {
    const isSame = column.id === sort.column.id
    sort.change(column.id, isSame ? (sort.direction === 'asc' ? 'desc' : 'asc') : column.first)
    setOpen(false)
  }
  const name = sort.column.id === 'rank' ? t('column.rankName') : t(sort.column.label)
  return (
    <Sheet
      title={t('ladder.sort')}
      closeLabel={t('close')}
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={<Button icon="sort">{t('ladder.sortBy', { column: name })}</Button>}
    >
      <ul className="sheet-list">
        {available.map((column) => {
          const isSorted = column.id === sort.column.id
          return (
            <li key={column.id}>
              <button type="button" aria-pressed={isSorted} onClick={() => choose(column)}>
                {column.id === 'rank' ? t('column.rankName') : t(column.label)}
                {isSorted && (
                  <small>
                    <Icon name={sort.direction === 'asc' ? 'up' : 'down'} size={12} />
                    {t(sort.direction === 'asc' ? 'ladder.sortAscending' : 'ladder.sortDescending')}
                  </small>
                )}
              </button>
            </li>
          )
        })}
      </ul>
    </Sheet>
  )
}
