import '../../messages/ladder-page.ts'
import { Suspense, useState } from 'react'
import { useTeams } from '../../api/scores/event.ts'
import { t } from '../../lib/text/messages.ts'
import { changePreferences, ladderColumns, usePreferences } from '../../lib/browser/preferences.ts'
import { Button } from '../../ui/forms/button.tsx'
import { lazyPart } from '../../ui/deferred/lazy-part.ts'
import { SearchInput } from '../../ui/forms/search-input.tsx'
import { Menu, MenuCheck, MenuItem, MenuLine } from '../../ui/overlays/menu.tsx'
import { TeamMark } from '../../ui/marks/team-mark.tsx'
import { Chip } from '../../ui/forms/toggles.tsx'
import { type Column, nameColumn } from './columns.tsx'
import type { LadderSearch, Sort } from './ladder-search.ts'
import { countRanges, parseRanges, writeRanges } from './ranges.ts'

const FilterSheet = lazyPart(() => import('./filter-sheet.tsx').then((module) => ({ default: module.FilterSheet })))
const SortSheet = lazyPart(() => import('./sort-sheet.tsx').then((module) => ({ default: module.SortSheet })))

interface ControlsProps {
  search: LadderSearch
  onSearch: (change: Partial<LadderSearch>) => void
  available: readonly Column[]
  sort: Sort
  /** Number of rows left. */
  shown: string
}

/** Search, teams, columns and, on phones, the order. */
export function LadderControls({ search, onSearch, available, sort, shown }: ControlsProps) {
  const teams = useTeams()
  const [isSorting, setSorting] = useState(false)
  const [isFiltering, setFiltering] = useState(false)
  const ranges = parseRanges(search.f)
  const chosen = search.teams ?? []
  const toggleTeam = (id: number, isOn: boolean) => {
    const next = isOn ? [...chosen, id] : chosen.filter((other) => other !== id)
    onSearch({ teams: next.length > 0 ? next : undefined })
  }
  return (
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
      <Button icon="filter" aria-haspopup="dialog" aria-expanded={isFiltering} onClick={() => setFiltering(true)}>
        {countRanges(ranges) > 0 ? t('ladder.filtersOn', { count: countRanges(ranges) }) : t('ladder.filters')}
      </Button>
      <Suspense>
        {isFiltering && (
          <FilterSheet
            available={available}
            ranges={ranges}
            shown={shown}
            onChange={(next) => onSearch({ f: writeRanges(next) })}
            onClose={() => setFiltering(false)}
          />
        )}
      </Suspense>
      <div className="only-phone">
        <Button icon="sort" aria-haspopup="dialog" aria-expanded={isSorting} onClick={() => setSorting(true)}>
          {t('ladder.sortBy', { column: nameColumn(sort.column) })}
        </Button>
        <Suspense>{isSorting && <SortSheet available={available} sort={sort} onClose={() => setSorting(false)} />}</Suspense>
      </div>
      <div className="ladder-columns only-wide">
        <ColumnMenu available={available} />
      </div>
    </div>
  )
}

/** The choice of columns; stored in this browser. */
function ColumnMenu({ available }: { available: readonly Column[] }) {
  const { ladder } = usePreferences()
  const shown = available.filter(({ id }) => ladder[id]).length
  const isChanged = available.some(({ id }) => ladder[id] !== ladderColumns[id])
  const trigger = <Button icon="columns">{t('ladder.columnsShown', { shown, all: available.length })}</Button>
  return (
    <Menu trigger={trigger} label={t('ladder.columns')}>
      {available.map((column) => (
        <MenuCheck
          key={column.id}
          isOn={ladder[column.id]}
          onChange={(isOn) => changePreferences({ ladder: { ...ladder, [column.id]: isOn } })}
        >
          {nameColumn(column)}
        </MenuCheck>
      ))}
      {isChanged && (
        <>
          <MenuLine />
          <MenuItem onSelect={() => changePreferences({ ladder: ladderColumns })}>{t('ladder.columnsReset')}</MenuItem>
        </>
      )}
    </Menu>
  )
}
