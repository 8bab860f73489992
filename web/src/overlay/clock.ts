/** The event clock on this page; rehearsals run faster than real time. */
interface Anchor {
  readonly server_ms: number
  readonly local_ms: number
  readonly speed: number
}

const again_ms = 300_000
const afterFailure_ms = 10_000

let anchor: Anchor | null = null

async function readClock(): Promise<void> {
  let wait_ms = afterFailure_ms
  try {
    const sent_ms = performance.now()
    const response = await fetch('/api/clock', { signal: AbortSignal.timeout(afterFailure_ms), cache: 'no-store' })
    if (response.ok) {
      const { now, speed } = (await response.json()) as { now: string; speed: number }
      // The best guess is that the answer was made halfway through the request.
      anchor = { server_ms: Date.parse(now), local_ms: (sent_ms + performance.now()) / 2, speed }
      wait_ms = again_ms
    }
  } catch {
    // The next try is soon; until then the clock runs on from the last answer.
  }
  setTimeout(() => void readClock(), wait_ms)
}

export const startClock = (): void => void readClock()

/** Milliseconds on the event clock; the browser's own time until the server has answered. */
export const readNow = (): number =>
  anchor ? anchor.server_ms + (performance.now() - anchor.local_ms) * anchor.speed : Date.now()
