import '../../../messages/admin-definition.ts'
import type { DefinitionChange } from '@muster/contract/definition'
import type { Event } from '@muster/contract/events'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { countActs } from '../../../lib/browser/acts.ts'
import { call } from '../../../api/calls/client.ts'
import { eventInput } from '../../../api/calls/queries.ts'
import { WriteProblem } from '../../../api/calls/write-problem.tsx'
import { useWrite } from '../../../api/calls/writes.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatFull } from '../../../lib/time/time.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Empty } from '../../../ui/layout/states.tsx'
import { type Draft, showLater } from './apply-file.tsx'
import { fetchDefinition } from './use-definition.ts'

const pageSize = 20

/** Every change of the definition; each version can be compared with the current one, and restored. */
export function VersionList({ event, onCompare }: { event: Event; onCompare: (draft: Draft) => void }) {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useSuspenseInfiniteQuery({
    queryKey: ['getDefinitionChanges', event.id, pageSize],
    queryFn: ({ pageParam, signal }) =>
      call(
        'getDefinitionChanges',
        { ...eventInput(event.id), query: { limit: pageSize, ...(pageParam !== null && { before: pageParam }) } },
        signal,
      ),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page.length < pageSize ? undefined : (page.at(-1)?.sequence ?? undefined)),
  })
  const changes = data.pages.flat()
  if (changes.length === 0) return <Empty title={t('definition.noVersions')} text={t('definition.noVersionsText')} />
  return (
    <>
      <ul className="definition-versions">
        {changes.map((change, at) => (
          <Version key={change.sequence} event={event} change={change} isNow={at === 0} onCompare={onCompare} />
        ))}
      </ul>
      {hasNextPage && (
        <Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('definition.older')}
        </Button>
      )}
    </>
  )
}

interface VersionProps {
  event: Event
  change: DefinitionChange
  isNow: boolean
  onCompare: (draft: Draft) => void
}

function Version({ event, change, isNow, onCompare }: VersionProps) {
  const { sequence, author, reason, timestamp } = change
  const source = t('definition.version', { number: sequence })
  const acts = useRef(0)
  const compare = useWrite(() => fetchDefinition(event, { version: sequence }), {
    onDone: ({ text }) =>
      showLater({ text, source }, acts.current, (draft) => {
        onCompare(draft)
        document.querySelector('.definition-apply')?.scrollIntoView({ block: 'start' })
      }),
  })
  return (
    <li>
      <div>
        <p>
          <bdi>{reason}</bdi>
        </p>
        <p className="small quieter">
          {source} · {formatFull(Date.parse(timestamp))} · <bdi>{author?.display_name ?? t('definition.nobody')}</bdi>
        </p>
        <WriteProblem write={compare} />
      </div>
      {isNow ? (
        <span className="small quieter num-whole">{t('definition.now')}</span>
      ) : (
        <Button
          size="small"
          aria-label={t('definition.compareOf', { number: sequence })}
          isBusy={compare.is_busy}
          onClick={() => {
            acts.current = countActs()
            compare.run(undefined)
          }}
        >
          {t('definition.compare')}
        </Button>
      )}
    </li>
  )
}
