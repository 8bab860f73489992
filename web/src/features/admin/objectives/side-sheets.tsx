import '../../../messages/admin-objectives.ts'
import type { DefinitionProblems } from '@muster/contract/definition-problems'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FailureNote } from '../../../api/calls/data-block.tsx'
import { eventInput, read } from '../../../api/calls/queries.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatExact } from '../../../lib/time/time.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Sheet } from '../../../ui/overlays/dialog.tsx'
import { ProblemLines } from './problem-lines.tsx'

interface SheetProps {
  onClose: () => void
}

/** Everything that the review found; a name leads to its objective. */
export function ProblemsSheet({
  problems,
  onOpen,
  onClose,
}: SheetProps & { problems: DefinitionProblems; onOpen: (id: number) => void }) {
  const { counts, left_off, compared_all } = problems
  const open = (id: number) => {
    onOpen(id)
    onClose()
  }
  return (
    <Sheet title={t('objectives.problems')} closeLabel={t('close')} isOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
      {problems.problems.length === 0 && <p>{t('objectives.noProblems')}</p>}
      {(['error', 'warning', 'notice'] as const).map(
        (severity) =>
          counts[severity] > 0 && (
            <section key={severity}>
              <h3 className="obj-section">{t(`objectives.severities.${severity}`, { count: counts[severity] })}</h3>
              <ProblemLines problems={problems.problems.filter((one) => one.severity === severity)} onOpen={open} />
            </section>
          ),
      )}
      {left_off > 0 && <p className="quieter">{t('objectives.problemsLeftOff', { count: left_off })}</p>}
      <p className="quieter">{t(compared_all ? 'objectives.overlapsNote' : 'objectives.overlapsCut')}</p>
    </Sheet>
  )
}

const pageSize = 50

/** Who changed the definition, when and how. */
export function HistorySheet({ event_id, onClose }: SheetProps & { event_id: number }) {
  const [limit, setLimit] = useState(pageSize)
  const changes = useQuery(read('getDefinitionChanges', { ...eventInput(event_id), query: { limit } }))
  return (
    <Sheet title={t('objectives.history')} closeLabel={t('close')} isOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
      {changes.isPending && <p role="status">{t('loading')}</p>}
      {changes.isError && (
        <FailureNote problem={changes.error} title={t('objectives.history')} onRetry={() => void changes.refetch()} />
      )}
      {changes.data?.length === 0 && <p>{t('objectives.noHistory')}</p>}
      <ol className="obj-history">
        {changes.data?.map(({ sequence, author, reason, timestamp }) => (
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
      {changes.data && changes.data.length >= limit && limit < 200 && (
        <Button kind="quiet" onClick={() => setLimit((before) => Math.min(200, before + pageSize))}>
          {t('objectives.more')}
        </Button>
      )}
    </Sheet>
  )
}
