import { make, setText } from '../elements.ts'
import { formatCountdown, formatLeft } from '../times.ts'
import type { Overlay } from './overlay.ts'

/** Shows the next opening and the end of the event; before the event its start, and afterwards that it is over. */
export function createCountdown(): Overlay {
  const [label, clock] = [make('span'), make('b')]
  const [endLabel, endClock] = [make('span'), make('b')]
  const below = make('div', 'sm', endLabel, endClock)
  const root = make('div', 'ov ov-cd', make('div', '', label, clock), below)
  return {
    root,
    draw: () => undefined,
    tick({ event, next_opening }, _, moment_ms) {
      const [start_ms, end_ms] = [Date.parse(event.starts_at), Date.parse(event.ends_at)]
      const opens_ms = next_opening === null ? null : Date.parse(next_opening)
      const hasOpening = opens_ms !== null && opens_ms > moment_ms && opens_ms < end_ms && moment_ms >= start_ms
      const isOver = moment_ms >= end_ms
      below.hidden = !hasOpening
      if (isOver) setText(label, `${event.name} is over`)
      else if (hasOpening) setText(label, 'Next objective opens in')
      else setText(label, `${event.name} ${moment_ms < start_ms ? 'starts' : 'ends'} in`)
      const target_ms = hasOpening ? opens_ms : moment_ms < start_ms ? start_ms : end_ms
      setText(clock, isOver ? 'Final' : formatCountdown(target_ms - moment_ms))
      setText(endLabel, `${event.name} ends in`)
      setText(endClock, formatLeft(end_ms - moment_ms))
    },
  }
}
