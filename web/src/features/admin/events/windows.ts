import type { DefinitionEditInput } from '@muster/contract/definition'
import type { Objective } from '@muster/contract/objectives'
import { reviewAgainstEvent } from '@muster/domain/objectives/findings/window-findings'

export interface Window extends Pick<Objective, 'name' | 'objective_type' | 'aggregation' | 'valid_from' | 'valid_to'> {
  readonly objective_id: Objective['id']
}

/** Objectives and categories with an opening or closing time of their own, in the order of the tree. */
export function listWindows(objective: Objective): Window[] {
  const { id: objective_id, name, objective_type, aggregation, valid_from, valid_to, children } = objective
  const own = { objective_id, name, objective_type, aggregation, valid_from, valid_to }
  return [...(valid_from === null && valid_to === null ? [] : [own]), ...children.flatMap(listWindows)]
}

/** @param move maps each time to its new one */
export const moveWindows = (windows: readonly Window[], move: (at: string) => string): Window[] =>
  windows.map((window) => ({
    ...window,
    valid_from: window.valid_from && move(window.valid_from),
    valid_to: window.valid_to && move(window.valid_to),
  }))

/** Edits that give each objective its window: one for all with the same window. */
export function toEdits(windows: readonly Window[]): DefinitionEditInput[] {
  const groups = Map.groupBy(windows, ({ valid_from, valid_to }) => `${valid_from} ${valid_to}`)
  return [...groups.values()].flatMap((group) => {
    const [{ valid_from, valid_to } = { valid_from: null, valid_to: null }] = group
    return [{ kind: 'set_dates', ids: group.map(({ objective_id }) => objective_id), valid_from, valid_to } as const]
  })
}

const toMs = (at: string | null) => (at === null ? null : Date.parse(at))

/** Sentences about windows outside the event, in the words of the findings. */
export function listOutside(windows: readonly Window[], start_at: number, end_at: number) {
  return windows.flatMap(({ objective_id, name, aggregation, valid_from, valid_to }) => {
    const dated = { id: objective_id, parent_id: null, name, aggregation, valid_from: toMs(valid_from), valid_to: toMs(valid_to) }
    return [...reviewAgainstEvent(dated, { start_at, end_at })].map(({ sentence }) => ({
      objective_id,
      sentence: sentence.map(({ text }) => text).join(''),
    }))
  })
}
