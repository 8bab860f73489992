import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../tools/places.ts'
import type { Hands } from './hands.ts'

/** Seconds of a practised person, from the keystroke-level model (Card, Moran, Newell 1980). */
const model = { key: 0.28, point: 1.1, button: 0.2, think: 1.35 }
const press = model.think + model.point + model.button

/** Words a minute; silent reading of non-fiction has a mean of 238 (Brysbaert 2019), instructions take longer. */
const words_a_minute = 200

/** Seconds to read the sections of docs/organise.md with these numbers. */
export function timeReading(from: number, to: number): number {
  const guide = readFileSync(join(root, 'docs', 'organise.md'), 'utf8')
  const [start = -1, last = -1] = [from, to].map((section) => guide.indexOf(`\n## ${section}. `))
  const end = guide.indexOf('\n## ', last + 1)
  if (start < 0 || last < start || end < 0) throw new Error(`docs/organise.md has no sections ${from} to ${to}`)
  return (guide.slice(start, end).split(/\s+/).length / words_a_minute) * 60
}

/** Adds up the time that a person with a mouse needs for the actions of a journey, without waiting. */
export class Stopwatch {
  private seconds = 0

  /** The same hands, with each action timed. */
  time(hands: Hands): Hands {
    const after = <A extends unknown[]>(act: (...args: A) => Promise<void>, cost: (...args: A) => number) => {
      return async (...args: A) => {
        await act(...args)
        this.seconds += cost(...args)
      }
    }
    return {
      press: after(hands.press, () => press),
      write: after(hands.write, (_field, text) => press + text.length * model.key),
      // Month, day, year, hour, minute and half of the day.
      writeTime: after(hands.writeTime, () => press + 13 * model.key),
      choose: after(hands.choose, () => 2 * press),
      take: after(hands.take, () => 2 * press),
    }
  }

  /** Seconds since the last lap. */
  lap(): number {
    const { seconds } = this
    this.seconds = 0
    return seconds
  }
}
