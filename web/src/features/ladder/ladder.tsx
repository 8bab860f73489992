import './ladder.css'
import '../../messages/ladder-page.ts'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import { EmptyRead } from '../../api/scores/empty-read.tsx'
import { useEvent, useEventKey, useGameVersion } from '../../api/scores/event.ts'
import { useReadsGame, useServerTimeReached } from '../../api/live/clock.ts'
import { eventInput } from '../../api/calls/queries.ts'
import { useIsPhone } from '../../lib/browser/media.ts'
import { t } from '../../lib/text/messages.ts'
import { formatCount } from '../../lib/text/numbers.ts'
import { type LadderColumn, usePreferences } from '../../lib/browser/preferences.ts'
import { Button } from '../../ui/forms/button.tsx'
import { lazyPart } from '../../ui/deferred/lazy-part.ts'
import { Empty, SkeletonRows } from '../../ui/layout/states.tsx'
import { listColumns, sortRows } from './columns.tsx'
import { LadderControls } from './ladder-controls.tsx'
import { LadderList } from './ladder-list.tsx'
import { filterRows, type LadderRow } from './ladder-row.ts'
import type { LadderSearch } from './ladder-search.ts'
import { LadderTable } from './ladder-table.tsx'
import { filterByRanges, parseRanges } from './ranges.ts'
import { readLadder, readUses } from './read-ladder.ts'
import { useRows } from './use-rows.ts'
import { countChosen, filterByUses, indexUses, readChosen } from './uses.ts'

// Most servers read the game.
const WithoutGame = lazyPart(() =>
  import('../../api/scores/without-game.tsx').then((module) => ({ default: module.WithoutGame })),
)

interface LadderProps {
  search: LadderSearch
  onSearch: (change: Partial<LadderSearch>) => void
}

function NobodyYet() {
  const event = useEvent()
  const isOver = useServerTimeReached(Date.parse(event?.event_end_time ?? ''))
  if (useReadsGame() === false) return <WithoutGame />
  return isOver ? (
    <EmptyRead event={event} title={t('ladder.neverTitle')} text={t('ladder.neverText')} />
  ) : (
    <Empty title={t('ladder.emptyTitle')} text={t('ladder.emptyText')} />
  )
}

/** The rows that use all chosen uniques and gems; null while the names are loading. */
function useRowsByUses(rows: readonly LadderRow[], search: LadderSearch, hour: number | undefined): readonly LadderRow[] | null {
  const chosen = useMemo(() => readChosen(search), [search])
  const isFiltered = countChosen(chosen) > 0
  const { data } = useQuery({ ...readUses(eventInput(useEventKey()), hour), enabled: isFiltered, throwOnError: true })
  const index = useMemo(() => data && indexUses(data), [data])
  return useMemo(
    () => (isFiltered ? (index ? filterByUses(rows, chosen, index) : null) : rows),
    [isFiltered, index, rows, chosen],
  )
}

/** Every character of the event: searched, filtered, sorted; the viewer's own always on top. */
export function Ladder({ search, onSearch }: LadderProps) {
  const isPhone = useIsPhone()
  const visible = usePreferences().ladder
  const needsPersonal = visible.personal || search.sort === 'personal' || parseRanges(search.f).personal !== undefined
  // The rows stay until the rows of another hour have arrived.
  const hour = useDeferredValue(search.hour)
  const { rows: all, own } = useRows(needsPersonal, hour)
  const version = useGameVersion()
  // Typing stays responsive while two thousand rows are searched.
  const text = useDeferredValue(search.q ?? '')
  const available = useMemo(() => listColumns(version), [version])
  const sorted = available.find(({ id }) => id === search.sort) ?? available[0]
  const direction = search.dir ?? sorted?.first ?? 'asc'
  const rest = useMemo(() => {
    const found = filterRows(all, { text, team_ids: search.teams ?? [] })
    return filterByRanges(found, parseRanges(search.f), available)
  }, [all, text, search.teams, search.f, available])
  const left = useRowsByUses(rest, search, hour)
  const rows = useMemo(() => (left && sorted ? sortRows(left, sorted, direction) : left), [left, sorted, direction])
  if (all.length === 0 && search.hour === undefined) return <NobodyYet />
  if (!sorted) return null
  const sort = { column: sorted, direction, change: (id: LadderColumn, dir: 'asc' | 'desc') => onSearch({ sort: id, dir }) }
  const shown = rows ? t('ladder.shown', { shown: formatCount(rows.length), all: formatCount(all.length) }) : t('loading')
  return (
    <>
      <LadderControls search={search} onSearch={onSearch} available={available} sort={sort} shown={shown} rest={rest} />
      <p className="vh" role="status">
        {shown}
      </p>
      {rows === null && <SkeletonRows rows={10} height={40} label={t('loading')} />}
      {rows?.length === 0 && <NoRows isPast={all.length === 0} onSearch={onSearch} />}
      {isPhone ? (
        <LadderList rows={rows ?? []} own={own} />
      ) : (
        <LadderTable rows={rows ?? []} own={own} shown={available.filter(({ id }) => visible[id])} sort={sort} />
      )}
    </>
  )
}

const noFilters = { q: undefined, teams: undefined, f: undefined, uniques: undefined, gems: undefined }

/** @param isPast nothing was known at the chosen hour, so that no filter is the reason */
function NoRows({ isPast, onSearch }: { isPast: boolean } & Pick<LadderProps, 'onSearch'>) {
  if (isPast) return <Empty title={t('ladder.pastNone')} text={t('ladder.pastNoneText')} />
  return (
    <Empty title={t('ladder.noneTitle')} text={t('ladder.noneText')}>
      <Button onClick={() => onSearch(noFilters)}>{t('ladder.clear')}</Button>
    </Empty>
  )
}

/** The number of characters, for the head of the block. */
export function LadderCount({ hour }: { hour?: number | undefined }) {
  const { length } = useSuspenseQuery(readLadder(eventInput(useEventKey()), useDeferredValue(hour))).data
  return t('ladder.count', { count: length })
}
