import { setImmediate } from 'node:timers/promises'
import type { GameItem } from '@muster/contract/game-api'
import type { Completion, Matcher } from '@muster/domain/conditions/matcher'

/** Real time: so long matching may keep everybody else of this process waiting, and the items of one slice longer. */
const turn_ms = 20
/** Items that are matched before the clock is read again. */
const slice = 16

let turnBegan_ms = 0

/** For long work, between its steps: lets others of this process work when it has had its turn. */
export async function yieldTurn(): Promise<void> {
  if (performance.now() - turnBegan_ms <= turn_ms) return
  await setImmediate()
  turnBegan_ms = performance.now()
}

/** As `matcher.match`, letting others of this process work in between when it takes long: patterns may be dear. */
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
