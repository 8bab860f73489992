import type { TeamPlan, TeamSuggestion } from '@muster/contract/suggestions'
import { useSuspenseQuery } from '@tanstack/react-query'
import { type EventKey, eventInput, queryClient, read } from '../calls/queries.ts'
import { callWrite, useWrite } from '../calls/writes.ts'
import { useEventKey, useSelf } from '../scores/event.ts'

/** Other members see a change within this many milliseconds. */
export const planEvery_ms = 10_000

export const readPlan = (event: EventKey) => ({
  ...read('getTeamPlan', eventInput(event)),
  staleTime: planEvery_ms / 2,
  refetchInterval: planEvery_ms,
})

/** The plan of the viewer's own team. */
export const useTeamPlan = (): TeamPlan => useSuspenseQuery(readPlan(useEventKey())).data

/** Shows a change of the plan before the server has applied it. A refusal reverts the change and is passed on. */
async function changePlan<R>(event: EventKey, change: (plan: TeamPlan) => TeamPlan, send: () => Promise<R>): Promise<R> {
  const { queryKey } = readPlan(event)
  await queryClient.cancelQueries({ queryKey })
  const before = queryClient.getQueryData(queryKey)
  if (before) queryClient.setQueryData(queryKey, change(before))
  try {
    return await send()
  } catch (failure) {
    queryClient.setQueryData(queryKey, before)
    throw failure
  }
}

/** Whether the viewer has taken an entry, and a way to take or release it. */
export function useTaking({ objective_id, taken_by }: TeamSuggestion) {
  const event = useEventKey()
  const self = useSelf().data
  const isTaken = taken_by.some(({ id }) => id === self?.id)
  const write = useWrite(async () => {
    if (!self) return
    const others = taken_by.filter(({ id }) => id !== self.id)
    const taken = isTaken ? others : [...others, { id: self.id, display_name: self.display_name }]
    const input = { ...eventInput(event), objective_id }
    await changePlan(
      event,
      (plan) => ({
        ...plan,
        entries: plan.entries.map((entry) => (entry.objective_id === objective_id ? { ...entry, taken_by: taken } : entry)),
      }),
      () => callWrite(isTaken ? 'leaveSuggestion' : 'takeSuggestion', input),
    )
  })
  return { isTaken, write }
}
