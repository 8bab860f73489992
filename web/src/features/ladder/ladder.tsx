import './ladder.css'
import '../../messages/ladder-page.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import { EmptyRead } from '../../api/scores/empty-read.tsx'
import { useEvent, useEventKey, useGameVersion } from '../../api/scores/event.ts'
import { useReadsGame, useServerTimeReached } from '../../api/live/clock.ts'
import { eventInput, read } from '../../api/calls/queries.ts'
import { useIsPhone } from '../../lib/browser/media.ts'
import { t } from '../../lib/text/messages.ts'
import { formatCount } from '../../lib/text/numbers.ts'
import { type LadderColumn, usePreferences } from '../../lib/browser/preferences.ts'
import { Button } from '../../ui/forms/button.tsx'
import { lazyPart } from '../../ui/deferred/lazy-part.ts'
import { Empty } from '../../ui/layout/states.tsx'
import { listColumns, sortRows } from './columns.tsx'
import { LadderControls } from './ladder-controls.tsx'
import { LadderList } from './ladder-list.tsx'
import { filterRows } from './ladder-row.ts'
import type { LadderSearch } from './ladder-search.ts'
import { LadderTable } from './ladder-table.tsx'
import { filterByRanges, parseRanges } from './ranges.ts'
import { useRows } from './use-rows.ts'

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

/** Every character of the event: searched, filtered, sorted; the viewer's own always on top. */
export function Ladder({ search, onSearch }: LadderProps) {
  const isPhone = useIsPhone()
  const visible = usePreferences().ladder
  const needsPersonal = visible.personal || search.sort === 'personal' || parseRanges(search.f).personal !== undefined
  const { rows: all, own } = useRows(needsPersonal)
  const version = useGameVersion()
  // Typing stays responsive while two thousand rows are searched.
  const text = useDeferredValue(search.q ?? '')
  const available = useMemo(() => listColumns(version), [version])
  const sorted = available.find(({ id }) => id === search.sort) ?? available[0]
  const direction = search.dir ?? sorted?.first ?? 'asc'
  const rows = useMemo(() => {
    const found = filterRows(all, { text, team_ids: search.teams ?? [] })
    const filtered = filterByRanges(found, parseRanges(search.f), available)
    return sorted ? sortRows(filtered, sorted, direction) : filtered
  }, [all, text, search.teams, search.f, available, sorted, direction])
  if (all.length === 0) return <NobodyYet />
  if (!sorted) return null
  const sort = { column: sorted, direction, change: (id: LadderColumn, dir: 'asc' | 'desc') => onSearch({ sort: id, dir }) }
  const shown = t('ladder.shown', { shown: formatCount(rows.length), all: formatCount(all.length) })
  return (
    <>
      <LadderControls search={search} onSearch={onSearch} available={available} sort={sort} shown={shown} />
      <p className="vh" role="status">
        {shown}
      </p>
      {rows.length === 0 && (
        <Empty title={t('ladder.noneTitle')} text={t('ladder.noneText')}>
          <Button onClick={() => onSearch({ q: undefined, teams: undefined, f: undefined })}>{t('ladder.clear')}</Button>
        </Empty>
      )}
      {isPhone ? (
        <LadderList rows={rows} own={own} />
      ) : (
        <LadderTable rows={rows} own={own} shown={available.filter(({ id }) => visible[id])} sort={sort} />
      )}
    </>
  )
}

/** The number of characters, for the head of the block. */
export function LadderCount() {
  const { length } = useSuspenseQuery(read('getLadder', eventInput(useEventKey()))).data
  return t('ladder.count', { count: length })
}
