import type { Event } from '@muster/contract/events'
import type { LogEventKind } from '@muster/contract/game-log'
import type { LogDemand } from '@muster/domain/game-log/log-demand'
import { findLogKind } from '@muster/domain/game-log/log-numbers'
import { listTree } from '@muster/domain/objectives/list-tree'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useReportRules } from '../../../api/items/report-rules.ts'
import { clockQuery, readServerTime } from '../../../api/live/clock.ts'
import { readTree, useEventKey } from '../../../api/scores/event.ts'
import { createLogFollower, type LogFollower } from './log-follower.ts'

/** The kinds of log events that objectives ask for, and a follower that closes its file with the page, or for another event. */
export function useLogFollower(event: Event): { readonly follower: LogFollower; readonly kinds: readonly LogEventKind[] } {
  const key = useEventKey()
  const { objective: root } = useSuspenseQuery(readTree(key)).data
  const { data: anchor } = useSuspenseQuery(clockQuery)
  const rules = useReportRules(event)
  const demands = useMemo(
    () =>
      listTree(root).flatMap((objective): LogDemand[] => {
        const kind = findLogKind(objective)
        const isOpen = kind !== null && rules.of(objective.id).reports !== 'refused'
        return isOpen ? [{ kind, conditions: objective.conditions }] : []
      }),
    [root, rules],
  )
  const kinds = useMemo(() => [...new Set(demands.map(({ kind }) => kind))], [demands])
  const [follower] = useState(createLogFollower)
  useEffect(() =>
    follower.setTarget({
      key,
      demands,
      starts_at: Date.parse(event.event_start_time),
      ends_at: Date.parse(event.event_end_time),
      now: () => readServerTime(anchor, performance.now()),
    }),
  )
  useEffect(() => () => follower.close(), [follower, event.id])
  return { follower, kinds }
}
