import '../../messages/ladder-page.ts'
import { Suspense, useState } from 'react'
import { useServerNow } from '../../api/live/clock.ts'
import { useEvent, useTeams } from '../../api/scores/event.ts'
import { t } from '../../lib/text/messages.ts'
import { changePreferences, ladderColumns, usePreferences } from '../../lib/browser/preferences.ts'
import { Button } from '../../ui/forms/button.tsx'
import { lazyPart } from '../../ui/deferred/lazy-part.ts'
import { SearchInput } from '../../ui/forms/search-input.tsx'
import { Menu, MenuCheck, MenuItem, MenuLine } from '../../ui/overlays/menu.tsx'
import { TeamMark } from '../../ui/marks/team-mark.tsx'
import { Chip } from '../../ui/forms/toggles.tsx'
import { type Column, nameColumn } from './columns.tsx'
import type { LadderRow } from './ladder-row.ts'
import type { MoreProps } from './ladder-more.tsx'
import type { LadderSearch, Sort } from './ladder-search.ts'

const FilterSheet = lazyPart(() => import('./filter-sheet.tsx').then((module) => ({ default: module.FilterSheet })))
const LadderMore = lazyPart(() => import('./ladder-more.tsx').then((module) => ({ default: module.LadderMore })))
const SortSheet = lazyPart(() => import('./sort-sheet.tsx').then((module) => ({ default: module.SortSheet })))

interface ControlsProps {
  search: LadderSearch
  onSearch: (change: Partial<LadderSearch>) => void
  available: readonly Column[]
  sort: Sort
  /** Number of rows left. */
  shown: string
  /** Rows left by search and teams. */
  found: readonly LadderRow[]
}

/** Search, teams, uniques and gems, an earlier hour, columns and, on phones, the order. */
export function LadderControls({ search, onSearch, available, sort, shown, found }: ControlsProps) {
  const teams = useTeams()
  const [isSorting, setSorting] = useState(false)
  const [isFiltering, setFiltering] = useState(false)
  const ranges = search.f?.split(',').length ?? 0
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
        {ranges > 0 ? t('ladder.filtersOn', { count: ranges }) : t('ladder.filters')}
      </Button>
      <Suspense>
        {isFiltering && (
          <FilterSheet
            available={available}
            f={search.f}
            shown={shown}
            onChange={(f) => onSearch({ f })}
            onClose={() => setFiltering(false)}
          />
        )}
      </Suspense>
      <More search={search} onSearch={onSearch} shown={shown} found={found} available={available} />
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

/**
 * The filter by uniques and gems, and the choice of an earlier hour. Few visits need their code: it loads once a button is
 * pressed or the address has one of them.
 */
function More(props: Omit<MoreProps, 'isOpen' | 'start' | 'last'>) {
  const [isOpen, setOpen] = useState(false)
  const event = useEvent()
  const now = useServerNow(60_000)
  const { uniques, gems, hour } = props.search
  const start = Date.parse(event?.event_start_time ?? '')
  const last = Math.max(0, Math.floor((Math.min(now, Date.parse(event?.event_end_time ?? '')) - start) / 3_600_000))
  const buttons = (
    <>
      <Button icon="filter" onClick={() => setOpen(true)}>
        {t('ladder.uses')}
      </Button>
      {last > 0 && (
        <Button icon="clock" onClick={() => props.onSearch({ hour: last - 1 })}>
          {t('ladder.earlier')}
        </Button>
      )}
    </>
  )
  if (!isOpen && !uniques && !gems && hour === undefined) return buttons
  return (
    <Suspense fallback={buttons}>
      <LadderMore {...props} isOpen={isOpen} start={start} last={last} />
    </Suspense>
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
