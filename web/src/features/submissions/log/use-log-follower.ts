import type { Event } from '@muster/contract/events'
import type { LogEventKind } from '@muster/contract/game-log'
import { findLogKind } from '@muster/domain/game-log/log-numbers'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useReportRules } from '../../../api/items/report-rules.ts'
import { clockQuery, readServerTime } from '../../../api/live/clock.ts'
import { useEventKey, useScoreTree } from '../../../api/scores/event.ts'
import { createLogFollower, type LogFollower } from './log-follower.ts'

/** The kinds of log events that objectives of the event ask for, and a follower that closes its file with the page, or for another event. */
export function useLogFollower(event: Event): { readonly follower: LogFollower; readonly kinds: readonly LogEventKind[] } {
  const key = useEventKey()
  const { leaves } = useScoreTree()
  const { data: anchor } = useSuspenseQuery(clockQuery)
  const rules = useReportRules(event)
  const kinds = useMemo(() => {
    const open = leaves.filter(({ item }) => rules.of(item.id).reports !== 'refused')
    return [...new Set(open.flatMap(({ item }) => findLogKind(item) ?? []))]
  }, [leaves, rules])
  const [follower] = useState(createLogFollower)
  useEffect(() =>
    follower.setTarget({
      key,
      kinds,
      starts_at: Date.parse(event.event_start_time),
      ends_at: Date.parse(event.event_end_time),
      now: () => readServerTime(anchor, performance.now()),
    }),
  )
  useEffect(() => () => follower.close(), [follower, event.id])
  return { follower, kinds }
}
