import { type Clock, type ClockSetting, waitReal } from '@muster/server/clock'

// The event clock of a demo: it follows the clock of the simulated game, which its console steps, pauses and speeds up.

/** How often the game's clock is read, and waits look at the event clock, in real ms. */
const lookEvery_ms = 500

/** The clock of the simulated game. */
export interface GameClock extends ClockSetting {
  readonly paused?: boolean
  /** `stepped`: it moves only on request. */
  readonly mode?: 'live' | 'stepped'
}

export interface FollowingClock extends Clock {
  close(): void
}

/**
 * @param start the clock when the server starts
 * @param address of the simulator's clock
 * @param onLost called once when the clock cannot be read; it then runs on as before, and is read again
 */
export function followClock(start: GameClock, address: string, onLost: (problem: Error) => void): FollowingClock {
  let known = start
  let isLost = false
  const read = async () => {
    try {
      const answer = await fetch(address, { signal: AbortSignal.timeout(5000) })
      if (!answer.ok) throw new Error(`the simulator answered ${answer.status}`)
      known = (await answer.json()) as GameClock
      isLost = false
    } catch (problem) {
      if (!isLost) onLost(problem as Error)
      isLost = true
    }
  }
  const timer = setInterval(() => void read(), lookEvery_ms)
  timer.unref()
  const now = () => {
    const isRunning = !known.paused && known.mode !== 'stepped'
    return Math.floor(known.virtual_ms + (isRunning ? (Date.now() - known.real_ms) * known.speed : 0))
  }
  return {
    get speed() {
      return known.speed
    },
    now,
    // The rest of a wait changes with the clock, so it is computed again and again.
    async sleep(ms, signal) {
      const until = now() + ms
      for (let left = ms; left > 0 && !signal?.aborted; left = until - now())
        await waitReal(Math.min(Math.ceil(left / known.speed), lookEvery_ms), signal)
    },
    close: () => clearInterval(timer),
  }
}
