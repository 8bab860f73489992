import '../../../messages/admin.ts'
import '../../../messages/admin-plan.ts'
import type { TeamPlan } from '@muster/contract/suggestions'
import { useMemo, useState } from 'react'
import { callWrite } from '../../../api/calls/writes.ts'
import { Failure } from '../../../api/calls/failure.ts'
import { type EventKey, eventInput, queryClient } from '../../../api/calls/queries.ts'
import { useEventKey } from '../../../api/scores/event.ts'
import { readPlan, useTeamPlan } from '../../../api/teams/plan.ts'
import { t } from '../../../lib/text/messages.ts'
import { showToast } from '../../../ui/overlays/show-toast.ts'
import { applyArrangement, arrangementOf, type Edit, isSameArrangement } from './arrangement.ts'

/** Attempts to repeat an edit on a plan that another lead has just changed. */
const maxTries = 4

/** A pending edit: its preview, and its request. */
interface Job {
  show(plan: TeamPlan): TeamPlan
  /** Resolves to the resulting plan. */
  send(plan: TeamPlan): Promise<TeamPlan>
}

/** The current plan. A query already in flight may predate the latest write. */
export async function fetchPlan(event: EventKey): Promise<TeamPlan> {
  const { queryKey } = readPlan(event)
  await queryClient.cancelQueries({ queryKey })
  return queryClient.fetchQuery({ ...readPlan(event), staleTime: 0 })
}

let queue: Promise<unknown> = Promise.resolve()

/** Edits of the plan are sent one after the other, so that each starts from the previous result. */
export function inQueue<T>(send: () => Promise<T>): Promise<T> {
  const sent = queue.then(send)
  queue = sent.catch(() => undefined)
  return sent
}

async function carryOut(event: EventKey, { send }: Job): Promise<void> {
  const { queryKey } = readPlan(event)
  let plan = queryClient.getQueryData(queryKey) ?? (await fetchPlan(event))
  for (let tries = 1; ; tries++) {
    try {
      const next = await send(plan)
      // A pending answer may be older.
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, next)
      return
    } catch (failure) {
      const isOutdated = failure instanceof Failure && failure.code === 'changed_meanwhile'
      if (!isOutdated || tries === maxTries) throw failure
      plan = await fetchPlan(event)
    }
  }
}

export interface PlanEdits {
  /** With all edits, including pending ones. */
  readonly plan: TeamPlan
  readonly is_busy: boolean
  readonly arrange: (edit: Edit) => void
  /** The same for a form, which shows a failure itself. */
  readonly save: (edit: Edit) => Promise<void>
  /** Removes an entry, or the message, from the plan; undo restores it. */
  readonly remove: (objective_id: number, extra: string, name: string) => void
}

/**
 * Changes of the plan: shown immediately, sent one by one. Changes of two leads at the same time are merged: an edit that
 * meets a newer plan is repeated on it. A failed edit is taken back and reported.
 */
export function usePlanEdits(): PlanEdits {
  const event = useEventKey()
  const stored = useTeamPlan()
  const [jobs, setJobs] = useState<readonly Job[]>([])
  const acts = useMemo(() => {
    async function start(job: Job): Promise<void> {
      setJobs((before) => [...before, job])
      try {
        await inQueue(() => carryOut(event, job))
      } catch (failure) {
        void queryClient.invalidateQueries({ queryKey: readPlan(event).queryKey })
        throw failure
      } finally {
        setJobs((before) => before.filter((one) => one !== job))
      }
    }
    function run(job: Job): void {
      start(job).catch((failure: unknown) => {
        const text = failure instanceof Failure ? failure.message : t('failure.ours')
        showToast(t('leadPlan.notSaved'), { text, kind: 'bad', action: { label: t('retry'), run: () => run(job) } })
      })
    }
    const asJob = (edit: Edit): Job => ({
      show: (plan) => applyArrangement(plan, edit(arrangementOf(plan))),
      send: async (plan) => {
        const before = arrangementOf(plan)
        const { windows, entries } = edit(before)
        if (isSameArrangement(before, { windows, entries })) return plan
        const body = { version: plan.version, windows: [...windows], entries: [...entries] }
        return callWrite('arrangeTeamPlan', { ...eventInput(event), body })
      },
    })
    const arrange = (edit: Edit) => run(asJob(edit))
    const save = (edit: Edit) => start(asJob(edit))
    const restore = (objective_id: number, extra: string) =>
      run({
        show: (plan) => plan,
        send: async () => {
          await callWrite('createObjectiveTeamSuggestion', { ...eventInput(event), objective_id, body: { extra } })
          return fetchPlan(event)
        },
      })
    const remove = (objective_id: number, extra: string, name: string) => {
      run({
        show: (plan) => ({
          ...plan,
          message: plan.message?.objective_id === objective_id ? null : plan.message,
          entries: plan.entries.filter((entry) => entry.objective_id !== objective_id),
        }),
        send: async () => {
          await callWrite('deleteObjectiveTeamSuggestion', { ...eventInput(event), objective_id })
          return fetchPlan(event)
        },
      })
      const undo = { label: t('undo.act'), run: () => restore(objective_id, extra) }
      showToast(t('leadPlan.removed', { name }), { action: undo })
    }
    return { arrange, save, remove }
  }, [event])
  return { plan: jobs.reduce((plan, job) => job.show(plan), stored), is_busy: jobs.length > 0, ...acts }
}
