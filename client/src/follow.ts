import { addressOf, createClient } from '@muster/contract/client'
import { applyDiffs, readState, type ReceivedScores } from '@muster/contract/received-scores'
import { goneEvent, reloadEvent, type ScoreDiff, sequenceHeader } from '@muster/contract/scores'
import { type EventSourceMessage, EventSourceParserStream } from 'eventsource-parser/stream'

export interface FollowOptions {
  /** Address of the API, such as `https://muster.example.org/api/v1`. */
  readonly base: string
  /** `sandbox`: invented teams, whose scores change at any time. */
  readonly event_id: number | 'current' | 'sandbox'
  /** A key from the settings, sent as Authorization. Without one: public data. The token of a login works, too. */
  readonly key?: string | undefined
  /** Called with all scores, at the start and whenever changes were missed. If it throws, it is called again after a pause. */
  readonly onScores?: (scores: ReceivedScores) => Promise<void> | void
  /**
   * Called with new changes, each once and in order, and all scores after them; the next ones wait until it has finished. If it
   * throws, the same changes come again after a pause.
   */
  readonly onChanges?: (changes: readonly ScoreDiff[], scores: ReceivedScores) => Promise<void> | void
  /** Called before each pause. */
  readonly onPause?: (reason: unknown, wait_ms: number) => void
  /** Milliseconds before the next try, by the number of failures since the last success. */
  readonly choosePause?: (failures: number) => number
  readonly signal?: AbortSignal
  readonly fetch?: typeof fetch
}

const shortestPause_ms = 1000
const longestPause_ms = 30_000
/** The server sends a heartbeat every 30 seconds. */
const silence_ms = 75_000
/** A refusal that another try would not change: the caller has to act. 408 and 429 pass with time. */
const isFinal = (status: number) => status >= 400 && status < 500 && status !== 408 && status !== 429

/** Twice as long after each failure, with a random part so that clients do not all return at once. */
const chooseUsualPause = (failures: number) =>
  Math.min(longestPause_ms, shortestPause_ms * 2 ** failures) * (0.5 + Math.random() / 2)

const pause = (wait_ms: number, signal: AbortSignal | undefined) =>
  new Promise<void>((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', finish)
      resolve()
    }
    const timer = setTimeout(finish, wait_ms)
    signal?.addEventListener('abort', finish)
    if (signal?.aborted) finish()
  })

/** Loads the scores and the number of their state. @throws Response */
async function loadScores(
  { base, event_id, key, fetch: ask = fetch }: FollowOptions,
  signal: AbortSignal,
): Promise<ReceivedScores> {
  const client = createClient<Response>({
    base,
    token: () => key,
    fetch: (url, init) => ask(url, { ...init, signal }),
  })
  const answer = await client.send('getLatestScoresForEvent', { event_id })
  const scores = readState((await answer.json()) as ScoreDiff[])
  return { sequence: Number(answer.headers.get(sequenceHeader)), scores }
}

/** Opens the stream of the changes after `since`. @throws Response */
async function openStream(options: FollowOptions, since: number, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  const { base, event_id, key, fetch: ask = fetch } = options
  const answer = await ask(base + addressOf('scoreStream', { event_id, query: { since } }), {
    headers: { accept: 'text/event-stream', ...(key && { authorization: `Bearer ${key}` }) },
    signal,
  })
  if (!answer.ok || !answer.body) throw answer
  return answer.body
}

/** Yields the events of a stream; a connection that is silent for too long is given up. */
async function* readEvents(body: ReadableStream<Uint8Array>, cut: () => void): AsyncGenerator<EventSourceMessage> {
  let timer = setTimeout(cut, silence_ms)
  const noticed = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      clearTimeout(timer)
      timer = setTimeout(cut, silence_ms)
      controller.enqueue(chunk)
    },
  })
  try {
    const texts = body.pipeThrough(noticed).pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    for await (const event of texts.pipeThrough(new EventSourceParserStream())) yield event
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Follows the scores of an event until the signal is aborted: loads them, applies each change once, and after a lost connection
 * continues from the last change. The site shows the same viewer the same scores.
 * @returns `gone` when the event was deleted or hidden, `stopped` after the signal.
 * @throws Response a refusal that another try does not change, such as an unknown event or a revoked key.
 */
export async function follow(options: FollowOptions): Promise<'gone' | 'stopped'> {
  const { signal, onScores, onChanges, onPause, choosePause = chooseUsualPause } = options
  const isStopped = () => signal?.aborted === true
  let received: ReceivedScores | null = null
  let failures = 0

  /** @returns whether the event is gone. */
  async function followOnce(): Promise<boolean> {
    const cutter = new AbortController()
    const cut = () => cutter.abort()
    let isRefused = false
    signal?.addEventListener('abort', cut)
    try {
      let held = received
      if (held === null) {
        held = await loadScores(options, cutter.signal)
        await onScores?.(held)
        received = held
      }
      const body = await openStream(options, held.sequence, cutter.signal)
      for await (const { event, id, data } of readEvents(body, cut)) {
        if (event === goneEvent) return true
        if (event === reloadEvent) {
          received = null
          return false
        }
        const known = held.sequence
        const changes = (JSON.parse(data) as ScoreDiff[]).filter(({ sequence }) => sequence > known)
        held = applyDiffs(held, changes)
        if (id !== undefined) held = { ...held, sequence: Number(id) }
        if (changes.length > 0) await onChanges?.(changes, held)
        received = held
        failures = 0
      }
      return false
    } catch (error) {
      isRefused = error instanceof Response && isFinal(error.status)
      throw error
    } finally {
      signal?.removeEventListener('abort', cut)
      // Aborting would also take the text of a refusal, which the caller reads.
      if (!isRefused) cut()
    }
  }

  while (!isStopped()) {
    let reason: unknown = null
    try {
      if (await followOnce()) return 'gone'
    } catch (error) {
      if (error instanceof Response && isFinal(error.status)) throw error
      reason = error
    }
    if (isStopped()) break
    const wait_ms = choosePause(failures++)
    onPause?.(reason, wait_ms)
    await pause(wait_ms, signal)
  }
  return 'stopped'
}
