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
import type { LadderSearch, Sort } from './ladder-search.ts'
import { countRanges, parseRanges, writeRanges } from './ranges.ts'
import { type ChosenUses, countChosen, readChosen, toggleUse, useKinds } from './uses.ts'

const FilterSheet = lazyPart(() => import('./filter-sheet.tsx').then((module) => ({ default: module.FilterSheet })))
const UsesSheet = lazyPart(() => import('./uses-sheet.tsx').then((module) => ({ default: module.UsesSheet })))
const PastHour = lazyPart(() => import('./past-hour.tsx').then((module) => ({ default: module.PastHour })))
const SortSheet = lazyPart(() => import('./sort-sheet.tsx').then((module) => ({ default: module.SortSheet })))

interface ControlsProps {
  search: LadderSearch
  onSearch: (change: Partial<LadderSearch>) => void
  available: readonly Column[]
  sort: Sort
  /** Number of rows left. */
  shown: string
  /** Rows left by all filters except uniques and gems. */
  rest: readonly LadderRow[]
}

/** Search, teams, uniques and gems, an earlier hour, columns and, on phones, the order. */
export function LadderControls({ search, onSearch, available, sort, shown, rest }: ControlsProps) {
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
      <UsesFilter search={search} onSearch={onSearch} shown={shown} rest={rest} />
      <EarlierHour search={search} onSearch={onSearch} />
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

/** Opens the sheet of uniques and gems, and lists the chosen ones, which a press removes. */
function UsesFilter({ search, onSearch, shown, rest }: Pick<ControlsProps, 'search' | 'onSearch' | 'shown' | 'rest'>) {
  const [isOpen, setOpen] = useState(false)
  const chosen = readChosen(search)
  const count = countChosen(chosen)
  const change = ({ uniques, gems }: ChosenUses) =>
    onSearch({ uniques: uniques.length > 0 ? uniques : undefined, gems: gems.length > 0 ? gems : undefined })
  return (
    <>
      <Button icon="filter" aria-haspopup="dialog" aria-expanded={isOpen} onClick={() => setOpen(true)}>
        {count > 0 ? t('ladder.usesOn', { count }) : t('ladder.uses')}
      </Button>
      <Suspense>
        {isOpen && (
          <UsesSheet
            rows={rest}
            hour={search.hour}
            chosen={chosen}
            shown={shown}
            onChange={change}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
      {count > 0 && (
        <fieldset className="chips" aria-label={t('ladder.usesChosen')}>
          {useKinds.flatMap((kind) =>
            chosen[kind].map((name) => (
              <Chip key={`${kind} ${name}`} isOn hasTick onChange={() => change(toggleUse(chosen, kind, name))}>
                <bdi className="game">{name}</bdi>
              </Chip>
            )),
          )}
        </fieldset>
      )}
    </>
  )
}

const hour_ms = 3_600_000

/** Shows the ladder as it was; not before the first hour is over, and not once the readings are removed. */
function EarlierHour({ search, onSearch }: Pick<ControlsProps, 'search' | 'onSearch'>) {
  const event = useEvent()
  const now = useServerNow(60_000)
  const start = Date.parse(event?.event_start_time ?? '')
  const last = Math.floor((Math.min(now, Date.parse(event?.event_end_time ?? '')) - start) / hour_ms)
  const isOffered = event?.final_since === null && last > 0
  if (search.hour === undefined)
    return (
      isOffered && (
        <Button icon="clock" onClick={() => onSearch({ hour: last - 1 })}>
          {t('ladder.earlier')}
        </Button>
      )
    )
  return (
    <div className="ladder-past">
      <Suspense>
        <PastHour hour={search.hour} last={Math.max(last, 0)} start={start} onChange={(hour) => onSearch({ hour })} />
      </Suspense>
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
