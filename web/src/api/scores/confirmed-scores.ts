import { listTree } from '@muster/domain/objectives/list-tree'
import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type EventKey, eventInput, read } from '../calls/queries.ts'
import { readTree, useEvent, useEventKey } from './event.ts'

/** The scores without unconfirmed reports. Another decision of a judge changes them, so they are read again. */
export const readConfirmed = (event: EventKey) =>
  queryOptions({ ...read('getConfirmedScores', eventInput(event)), refetchInterval: 30_000 })

/** Whether some reports of the event count before a judge has seen them. */
export function useReportsCountAtOnce(): boolean {
  const event = useEvent()
  const { objective } = useSuspenseQuery(readTree(useEventKey())).data
  return [event, ...listTree(objective)].some((one) => one?.reports === 'honour')
}

/** Whether the result of a team on an objective counts on a report that no judge has confirmed. */
export type IsUnconfirmed = (objective_id: number, team_id: number) => boolean

/** Until the answer arrives, and where no report counts at once, no result is marked. */
export function useUnconfirmed(): IsUnconfirmed {
  const { data } = useQuery({ ...readConfirmed(useEventKey()), enabled: useReportsCountAtOnce() })
  return useMemo(() => {
    const teams = new Map<number, readonly number[]>(data?.unconfirmed.map((one) => [one.objective_id, one.team_ids]))
    return (objective_id, team_id) => teams.get(objective_id)?.includes(team_id) ?? false
  }, [data])
}
