import './ladder.css'
import '../../messages/ladder-page.ts'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Suspense, useDeferredValue, useMemo } from 'react'
import { useEventKey, useGameVersion } from '../../api/scores/event.ts'
import { eventInput } from '../../api/calls/queries.ts'
import { useIsPhone } from '../../lib/browser/media.ts'
import { t } from '../../lib/text/messages.ts'
import { formatCount } from '../../lib/text/numbers.ts'
import { type LadderColumn, usePreferences } from '../../lib/browser/preferences.ts'
import { lazyPart } from '../../ui/deferred/lazy-part.ts'
import { SkeletonRows } from '../../ui/layout/states.tsx'
import { type Column, listColumns, sortRows } from './columns.tsx'
import { LadderControls } from './ladder-controls.tsx'
import { filterRows, type LadderRow } from './ladder-row.ts'
import type { LadderSearch } from './ladder-search.ts'
import { LadderTable } from './ladder-table.tsx'
import { readLadder, readUses } from './read-ladder.ts'
import { useRows } from './use-rows.ts'

const EmptyLadder = lazyPart(() => import('./empty-ladder.tsx').then((module) => ({ default: module.EmptyLadder })))
// Wide screens show the table.
const LadderList = lazyPart(() => import('./ladder-list.tsx').then((module) => ({ default: module.LadderList })))

interface LadderProps {
  search: LadderSearch
  onSearch: (change: Partial<LadderSearch>) => void
}

/** The rows that all filters of the address leave; null while code or names for them are loading. */
function useFiltered(
  rows: readonly LadderRow[],
  search: LadderSearch,
  available: readonly Column[],
  hour: number | undefined,
): readonly LadderRow[] | null {
  const byUses = (search.uniques ?? search.gems) !== undefined
  const enabled = byUses || search.f !== undefined
  const uses = useQuery({ ...readUses(eventInput(useEventKey()), hour), enabled: byUses, throwOnError: true }).data
  const filters = useQuery({
    queryKey: ['filters of the ladder'],
    queryFn: () => import('./filters.ts'),
    enabled,
    staleTime: Infinity,
  }).data
  return useMemo(() => {
    if (!enabled) return rows
    return filters && (uses || !byUses) ? filters.applyFilters(rows, search, available, uses) : null
  }, [enabled, byUses, filters, uses, rows, search, available])
}

/** Every character of the event: searched, filtered, sorted; the viewer's own always on top. */
export function Ladder({ search, onSearch }: LadderProps) {
  const isPhone = useIsPhone()
  const visible = usePreferences().ladder
  const needsPersonal = visible.personal || search.sort === 'personal' || (search.f ?? '').includes('personal:')
  // The rows stay until the rows of another hour have arrived.
  const hour = useDeferredValue(search.hour)
  const { rows: all, own } = useRows(needsPersonal, hour)
  const version = useGameVersion()
  // Typing stays responsive while two thousand rows are searched.
  const text = useDeferredValue(search.q ?? '')
  const available = useMemo(() => listColumns(version), [version])
  const sorted = available.find(({ id }) => id === search.sort) ?? available[0]
  const direction = search.dir ?? sorted?.first ?? 'asc'
  const found = useMemo(() => filterRows(all, { text, team_ids: search.teams ?? [] }), [all, text, search.teams])
  const left = useFiltered(found, search, available, hour)
  const rows = useMemo(() => (left && sorted ? sortRows(left, sorted, direction) : left), [left, sorted, direction])
  if (all.length === 0 && search.hour === undefined) return <EmptyLadder isFiltered={false} onSearch={onSearch} />
  if (!sorted) return null
  const sort = { column: sorted, direction, change: (id: LadderColumn, dir: 'asc' | 'desc') => onSearch({ sort: id, dir }) }
  const shown = rows ? t('ladder.shown', { shown: formatCount(rows.length), all: formatCount(all.length) }) : t('loading')
  return (
    <>
      <LadderControls search={search} onSearch={onSearch} available={available} sort={sort} shown={shown} found={found} />
      <p className="vh" role="status">
        {shown}
      </p>
      {rows === null && <SkeletonRows rows={10} height={40} label={t('loading')} />}
      <Suspense>{rows?.length === 0 && <EmptyLadder isFiltered onSearch={onSearch} />}</Suspense>
      {isPhone ? (
        <Suspense fallback={<SkeletonRows rows={30} height={62} label={t('loading')} />}>
          <LadderList rows={rows ?? []} own={own} />
        </Suspense>
      ) : (
        <LadderTable rows={rows ?? []} own={own} shown={available.filter(({ id }) => visible[id])} sort={sort} />
      )}
    </>
  )
}

/** The number of characters, for the head of the block. */
export function LadderCount({ hour }: { hour?: number | undefined }) {
  const { length } = useSuspenseQuery(readLadder(eventInput(useEventKey()), useDeferredValue(hour))).data
  return t('ladder.count', { count: length })
}
