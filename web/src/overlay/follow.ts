import type { OverlayState } from '@muster/contract/broadcast'

/** Time until another stream is tried, while reads replace it. */
const streamAgain_ms = 60_000
/** Upper bound for the wait after failed reads. */
const longestPause_ms = 30_000
/** A stream can die without a sign, so the state is also read at this interval. */
const check_ms = 60_000
const answer_ms = 10_000

export interface Following {
  /** The address of the call, below `/api`, with its query. */
  readonly read: string
  /** The address of its stream; null: there is none. */
  readonly stream: string | null
  /** Interval between two reads while there is no stream. */
  readonly poll_ms: number
  readonly onState: (state: OverlayState) => void
  /** The address has ended, or the event is hidden. */
  readonly onEnd: () => void
}

/**
 * Follows the state of an event: by a stream, and while there is none, by reads. Nothing is kept but the last text, so a page can
 * stay open for days.
 */
export function followState({ read, stream, poll_ms, onState, onEnd }: Following): void {
  let lastText = ''
  let source: EventSource | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let streamTriedAt = Number.NEGATIVE_INFINITY

  function take(text: string): void {
    failures = 0
    if (text === lastText) return
    lastText = text
    onState(JSON.parse(text) as OverlayState)
  }

  function end(): void {
    lastText = ''
    onEnd()
  }

  async function readOnce(): Promise<void> {
    const response = await fetch(`/api${read}`, { signal: AbortSignal.timeout(answer_ms), cache: 'no-store' })
    if (response.ok) take(await response.text())
    else if (response.status === 404) end()
    else throw new Error(`the server answered ${response.status}`)
  }

  function plan(wait_ms: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => void step(), wait_ms)
  }

  /** One read; then the next, or a stream again. */
  async function step(): Promise<void> {
    try {
      await readOnce()
    } catch {
      // No network, or the server restarts: the last picture stays, and the next step asks again.
      failures++
    }
    if (source === null && performance.now() - streamTriedAt >= streamAgain_ms) openStream()
    // A stream that the browser is about to open again delivers nothing meanwhile.
    const isFollowing = source !== null && source.readyState === source.OPEN
    plan(isFollowing ? check_ms : Math.min(longestPause_ms, poll_ms * 2 ** Math.min(failures, 5)))
  }

  function closeStream(): void {
    source?.close()
    source = null
  }

  function openStream(): void {
    if (stream === null || typeof EventSource === 'undefined') return
    streamTriedAt = performance.now()
    const opened = new EventSource(`/api${stream}`)
    source = opened
    opened.addEventListener('message', ({ data }) => take(String(data)))
    opened.addEventListener('gone', () => {
      closeStream()
      end()
      plan(poll_ms)
    })
    // Reads take over at once; a stream that the browser gave up is tried again later.
    opened.addEventListener('error', () => {
      if (opened.readyState === opened.CLOSED) closeStream()
      plan(0)
    })
  }

  openStream()
  plan(source === null ? 0 : poll_ms)
}
