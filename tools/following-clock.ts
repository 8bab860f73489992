import { type Clock, type ClockSetting, waitReal } from '@muster/server/clock'

// The event clock of a demo: it follows the clock of the simulated game, which its console steps, pauses and speeds up.

/**
 * Pause between two readings of the game's clock, and upper bound for the time between two checks of a waiting call, in real ms.
 */
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

/** A reading, placed on this process's even clock: setting the machine's clock does not move the event clock. */
const place = ({ real_ms, virtual_ms, speed, paused, mode }: GameClock) => ({
  read_at: performance.now() - (Date.now() - real_ms),
  virtual_ms,
  speed,
  isRunning: !paused && mode !== 'stepped',
})

/**
 * @param start the clock when the server starts
 * @param address of the simulator's clock
 * @param onLost called once when the clock cannot be read; it then runs on as before, and is read again
 */
export function followClock(start: GameClock, address: string, onLost: (problem: Error) => void): FollowingClock {
  let known = place(start)
  let latest = 0
  let isLost = false
  let isClosed = false
  const read = async () => {
    try {
      const answer = await fetch(address, { signal: AbortSignal.timeout(5000) })
      if (!answer.ok) throw new Error(`the simulator answered ${answer.status}`)
      known = place((await answer.json()) as GameClock)
      isLost = false
    } catch (problem) {
      if (!isLost && !isClosed) onLost(problem as Error)
      isLost = true
    }
    if (!isClosed) timer = readLater()
  }
  const readLater = () => setTimeout(() => void read(), lookEvery_ms).unref()
  let timer = readLater()
  const estimate = () => known.virtual_ms + (known.isRunning ? (performance.now() - known.read_at) * known.speed : 0)
  // A change of speed is known late: a clock that ran ahead stands still until the game's clock has caught up.
  const now = () => (latest = Math.max(latest, Math.floor(estimate())))
  return {
    get speed() {
      return known.speed
    },
    now,
    // The rest of a wait changes with the clock, so it is computed again and again.
    async sleep(ms, signal) {
      const until = now() + ms
      while (now() < until && !signal?.aborted) {
        const left_ms = known.isRunning ? Math.ceil((until - estimate()) / known.speed) : lookEvery_ms
        await waitReal(Math.min(left_ms, lookEvery_ms), signal)
      }
    },
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
