import { isOpen, readWindow } from '@muster/domain/conditions/window'
import type { EventDefinition, ObjectiveDefinition } from '@muster/domain/objectives/definition'
import { readRelease, type ShownEvent } from '@muster/domain/objectives/release'

/** The part of a definition that is public at a moment, as on the board; leads see no more. */
export interface VisibleObjectives {
  /** Objectives that are open together with all their parents, by id and in the order of the definition. */
  readonly released: ReadonlyMap<number, ObjectiveDefinition>
  /** Whether an item in a tab may complete it now. */
  isOpen(objective_id: number): boolean
}

/** @param now milliseconds on the event clock. */
export function findVisibleObjectives({ objectives }: EventDefinition, event: ShownEvent, now: number): VisibleObjectives {
  const { ids } = readRelease(objectives, event, now)
  const released = new Map(objectives.flatMap((one) => (ids.has(one.id) ? [[one.id, one] as const] : [])))
  const open = new Set([...released.values()].filter((one) => isOpen(readWindow(one), now)).map(({ id }) => id))
  return { released, isOpen: (id) => open.has(id) }
}
