import '../../../messages/admin-objectives.ts'
import type { DefinitionProblems } from '@muster/contract/definition-problems'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../../api/calls/client.ts'
import { FailureNote } from '../../../api/calls/data-block.tsx'
import { eventInput } from '../../../api/calls/queries.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatExact } from '../../../lib/time/time.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Sheet } from '../../../ui/overlays/dialog.tsx'
import { DefinitionProblemList } from '../kit/definition-problems.tsx'

interface SheetProps {
  onClose: () => void
}

/** All findings of the review; a name links to its objective. */
export function ProblemsSheet({
  problems,
  onOpen,
  onClose,
}: SheetProps & { problems: DefinitionProblems; onOpen: (id: number) => void }) {
  const open = (id: number) => {
    onOpen(id)
    onClose()
  }
  return (
    <Sheet title={t('objectives.problems')} onClose={onClose}>
      {problems.problems.length === 0 && <p>{t('objectives.noProblems')}</p>}
      <DefinitionProblemList found={problems} onOpen={open} />
    </Sheet>
  )
}

const pageSize = 50

/** The history of the definition: author, time and change. */
export function HistorySheet({ event_id, onClose }: SheetProps & { event_id: number }) {
  const changes = useInfiniteQuery({
    queryKey: ['getDefinitionChanges', event_id, pageSize],
    queryFn: ({ pageParam, signal }) => {
      const query = { limit: pageSize, ...(pageParam !== null && { before: pageParam }) }
      return call('getDefinitionChanges', { ...eventInput(event_id), query }, signal)
    },
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page.length < pageSize ? undefined : page.at(-1)?.sequence),
  })
  const listed = changes.data?.pages.flat()
  return (
    <Sheet title={t('objectives.history')} onClose={onClose}>
      {changes.isPending && <p role="status">{t('loading')}</p>}
      {changes.isError && (
        <FailureNote problem={changes.error} title={t('objectives.history')} onRetry={() => void changes.refetch()} />
      )}
      {listed?.length === 0 && <p>{t('objectives.noHistory')}</p>}
      <ol className="obj-history">
        {listed?.map(({ sequence, author, reason, timestamp }) => (
          <li key={sequence}>
            <p>
              <bdi>{reason}</bdi>
            </p>
            <p className="quieter">
              <span className="num">#{sequence}</span> · <bdi>{author?.display_name ?? t('objectives.noAuthor')}</bdi> ·{' '}
              <time dateTime={timestamp}>{formatExact(Date.parse(timestamp))}</time>
            </p>
          </li>
        ))}
      </ol>
      {changes.hasNextPage && (
        <Button kind="quiet" isBusy={changes.isFetchingNextPage} onClick={() => void changes.fetchNextPage()}>
          {t('objectives.more')}
        </Button>
      )}
    </Sheet>
  )
}
