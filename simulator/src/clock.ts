/**
 * The virtual clock: t = t0 + (real - r0) * speed. In live mode it follows real time; in stepped mode it moves only on request.
 * The only source of time in the simulator.
 */
export const SLOWEST = 0.1
export const FASTEST = 10_000

export interface ClockMapping {
  real_ms: number
  virtual_ms: number
  speed: number
  paused: boolean
  mode: 'live' | 'stepped'
}

export interface Clock {
  /** Virtual milliseconds since 1970, as an integer that never decreases. */
  now: () => number
  mapping: () => ClockMapping
  setSpeed: (speed: number) => void
  pause: () => void
  resume: () => void
  /** Moves the clock forward by this many virtual milliseconds. */
  step: (ms: number) => void
  /**
   * Moves the clock forward to a time.
   * @throws Error for a time in the past
   */
  runUntil: (virtualMs: number) => void
}

export interface ClockOptions {
  mode: 'live' | 'stepped'
  virtual_ms: number
  speed: number
  /** Real milliseconds since 1970; a parameter for tests. */
  realNow: () => number
}

/** @throws RangeError if the speed is not from 0.1 to 10000 */
export const createClock = ({ mode, virtual_ms, speed, realNow }: ClockOptions): Clock => {
  let origin = { real_ms: realNow(), virtual_ms, speed: checkSpeed(speed), paused: false }
  let latest = virtual_ms

  const now = () => {
    const running = mode === 'live' && !origin.paused
    const elapsed = running ? (realNow() - origin.real_ms) * origin.speed : 0
    latest = Math.max(latest, Math.floor(origin.virtual_ms + elapsed))
    return latest
  }
  const restart = (change: { virtual_ms?: number; speed?: number; paused?: boolean }) => {
    const at = now()
    origin = { ...origin, real_ms: realNow(), virtual_ms: at, ...change }
  }
  const runUntil = (target: number, at = now()) => {
    if (!Number.isFinite(target)) throw new RangeError('the time must be finite')
    if (target < at) throw new RangeError('the clock does not run backwards')
    restart({ virtual_ms: Math.floor(target) })
    now()
  }

  return {
    now,
    runUntil: (target) => runUntil(target),
    // The clock runs on between two readings.
    step(ms) {
      const at = now()
      runUntil(at + ms, at)
    },
    setSpeed: (wanted) => restart({ speed: checkSpeed(wanted) }),
    pause: () => restart({ paused: true }),
    resume: () => restart({ paused: false }),
    mapping: () => ({ real_ms: realNow(), virtual_ms: now(), speed: origin.speed, paused: origin.paused, mode }),
  }
}

const checkSpeed = (speed: number): number => {
  if (!(speed >= SLOWEST && speed <= FASTEST))
    throw new RangeError(`speed must be between ${SLOWEST} and ${FASTEST}, not ${speed}`)
  return speed
}
