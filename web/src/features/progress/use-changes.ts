import type { ScoreChange } from '@muster/contract/scores'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import { call } from '../../api/calls/client.ts'
import { useEventKey } from '../../api/scores/event.ts'
import { Failure } from '../../api/calls/failure.ts'
import { readChanges } from '../../api/live/live.ts'
import { type EventKey, eventInput, queryClient } from '../../api/calls/queries.ts'
import { t } from '../../lib/text/messages.ts'
import { readGain } from './filter-changes.ts'
import type { Span } from './span.ts'

const pageLength = 200
/** The feed keeps only its newest changes; older ones are fetched at this interval. */
const catchUp_ms = 30_000

/** The known changes up to a moment: newest first, without gaps. */
export interface KnownChanges {
  readonly changes: readonly ScoreChange[]
  /** There are none before the last one. */
  readonly isEnd: boolean
}

/** Merges two lists that overlap or are adjacent, newest first, each change once. */
export function mergeChanges(one: KnownChanges, other: KnownChanges): KnownChanges {
  const bySequence = new Map([...one.changes, ...other.changes].map((change) => [change.sequence, change]))
  return {
    changes: [...bySequence.values()].sort((a, b) => b.sequence - a.sequence),
    isEnd: one.isEnd || other.isEnd,
  }
}

/** @param to unix seconds; undefined = up to now */
async function loadPage(event: EventKey, to: number | undefined, before?: number, signal?: AbortSignal): Promise<KnownChanges> {
  const query = {
    limit: pageLength,
    only: 'points' as const,
    ...(to !== undefined && { to }),
    ...(before !== undefined && { before }),
  }
  const changes = await call('getScoreChanges', { ...eventInput(event), query }, signal)
  return { changes, isEnd: changes.length < pageLength }
}

const readKnown = (event: EventKey, to: number | undefined) =>
  queryOptions({
    queryKey: ['getScoreChanges', eventInput(event), to ?? 'now', 'known'] as const,
    queryFn: ({ signal }) => loadPage(event, to, undefined, signal),
    refetchInterval: to === undefined ? catchUp_ms : false,
    structuralSharing: (held, page) => (held === undefined ? page : mergeChanges(held as KnownChanges, page as KnownChanges)),
  })

/** Changes of points in a period, newest first, and a function that loads older ones. Up to now they are live. */
export function useChanges(span: Span) {
  const event = useEventKey()
  const to = useDeferredValue(span.is_live ? undefined : Math.round(span.at))
  const from = Math.floor(span.from)
  const options = readKnown(event, to)
  const known = useSuspenseQuery(options).data
  const live = useSuspenseQuery(readChanges(event)).data
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const changes = useMemo(() => {
    const newest = known.changes[0]?.sequence ?? 0
    const fresh = to === undefined ? live.filter((change) => change.sequence > newest && readGain(change) !== 0) : []
    return [...fresh, ...known.changes].filter(({ changed_at }) => changed_at >= from)
  }, [known, live, to, from])
  const last = known.changes.at(-1)
  async function loadMore() {
    if (!last) return
    setBusy(true)
    setProblem(null)
    try {
      const page = await loadPage(event, to, last.sequence)
      queryClient.setQueryData(options.queryKey, (held) => held && mergeChanges(held, page))
    } catch (failure) {
      setProblem(failure instanceof Failure ? failure.message : t('failure.ours'))
    } finally {
      setBusy(false)
    }
  }
  return {
    changes,
    /** The whole period is known. */
    isWhole: known.isEnd || (last !== undefined && last.changed_at < from),
    isBusy,
    problem,
    loadMore: () => void loadMore(),
  }
}
