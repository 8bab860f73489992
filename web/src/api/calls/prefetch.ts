import { readBoard } from '../scores/board.ts'
import { clockQuery } from '../live/clock.ts'
import { readTree } from '../scores/event.ts'
import { type EventKey, eventInput, queryClient, read } from './queries.ts'

/** What every page with scores needs: asked for at once, shown as it arrives. Failures show where the data would. */
export function prefetchScores(event: EventKey): void {
  const input = eventInput(event)
  void queryClient.prefetchQuery(clockQuery)
  void queryClient.prefetchQuery(read('getEventStatus', input))
  prefetchTree(event)
  void queryClient.prefetchQuery(readBoard(event))
}

/** Objectives and presets, without scores. */
export function prefetchTree(event: EventKey): void {
  void queryClient.prefetchQuery(readTree(event))
  void queryClient.prefetchQuery(read('getScoringPresetsForEvent', eventInput(event)))
}
