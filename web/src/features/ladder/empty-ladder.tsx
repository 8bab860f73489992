import '../../messages/ladder.ts'
import { useReadsGame, useServerTimeReached } from '../../api/live/clock.ts'
import { EmptyRead } from '../../api/scores/empty-read.tsx'
import { useEvent } from '../../api/scores/event.ts'
import { t } from '../../lib/text/messages.ts'
import { lazyPart } from '../../ui/deferred/lazy-part.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Empty } from '../../ui/layout/states.tsx'
import type { LadderSearch } from './ladder-search.ts'

// Most servers read the game.
const WithoutGame = lazyPart(() =>
  import('../../api/scores/without-game.tsx').then((module) => ({ default: module.WithoutGame })),
)

const noFilters = { q: undefined, teams: undefined, f: undefined, uniques: undefined, gems: undefined, hour: undefined }

interface EmptyProps {
  /** There are characters, but the filters leave none. */
  isFiltered: boolean
  onSearch: (change: Partial<LadderSearch>) => void
}

/** Why the ladder shows no character, and what to do. */
export function EmptyLadder({ isFiltered, onSearch }: EmptyProps) {
  const event = useEvent()
  const isOver = useServerTimeReached(Date.parse(event?.event_end_time ?? ''))
  const readsGame = useReadsGame()
  if (isFiltered) {
    return (
      <Empty title={t('ladder.noneTitle')} text={t('ladder.noneText')}>
        <Button onClick={() => onSearch(noFilters)}>{t('ladder.clear')}</Button>
      </Empty>
    )
  }
  if (readsGame === false) return <WithoutGame />
  return isOver ? (
    <EmptyRead event={event} title={t('ladder.neverTitle')} text={t('ladder.neverText')} />
  ) : (
    <Empty title={t('ladder.emptyTitle')} text={t('ladder.emptyText')} />
  )
}
