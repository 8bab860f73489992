import { setImmediate } from 'node:timers/promises'
import type { GameItem } from '@muster/contract/game-api'
import type { Completion, Matcher } from '@muster/domain/conditions/matcher'

/** Real time: maximum time without a pause for other work in this process, plus one slice. */
const turn_ms = 20
/** Items matched between two readings of the clock. */
const slice = 16

let turnBegan_ms = 0

/** Between steps of long work: lets other work of this process run when the time slice is used up. */
export async function yieldTurn(): Promise<void> {
  if (performance.now() - turnBegan_ms <= turn_ms) return
  await setImmediate()
  turnBegan_ms = performance.now()
}

/** Like `matcher.match`, but lets other work of this process run in between: patterns may be slow. */
export async function matchInSlices(matcher: Matcher, items: readonly GameItem[], at: number | null): Promise<Completion[]> {
  const completions: Completion[] = []
  for (let from = 0; from < items.length; from += slice) {
    await yieldTurn()
    for (const found of matcher.match(items.slice(from, from + slice), at)) {
      completions.push({ ...found, item: found.item + from })
    }
  }
  return completions
}
