import { closeElsewhere, closeReload, eventChange, rightsChanged, type ScoreDiff } from '@muster/contract/scores'
import { chooseDelay } from '../calls/delays.ts'

/** The feed's state for the page. Times are the browser's, in milliseconds. */
export type Connection =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'live' }
  | { readonly kind: 'reconnecting'; readonly retry_at: number }
  /** The browser has no network, or several attempts failed. */
  | { readonly kind: 'offline'; readonly retry_at: number }
  /** The server will send nothing more for this event. */
  | { readonly kind: 'over' }

export interface SocketHandlers {
  opened: () => void
  received: (text: unknown) => void
  closed: (code: number, reason: string) => void
}

/** The used part of a WebSocket. */
export interface SocketLike {
  listen(handlers: SocketHandlers): void
  close(code?: number, reason?: string): void
}

export interface LiveFeedOptions {
  /** Opens a socket that also delivers the changes after number `since`. */
  open: (since: number | undefined) => SocketLike
  /** Loads the latest scores into the cache and resolves to their number; undefined if the server does not number. */
  load: () => Promise<number | undefined>
  /** Applies changes and returns the number of the last one. */
  apply: (diffs: readonly ScoreDiff[]) => number | undefined
  tell: (connection: Connection) => void
  /** The viewer's rights have changed since the socket was opened. */
  rightsChanged: () => void
  /** The event was deleted, or is now hidden from the viewer. */
  eventGone: () => void
  /** The socket is open again. Changes for the viewer in between were missed. */
  reopened: () => void
  /** Called with invalid messages. */
  complain: (problem: unknown) => void
  random: () => number
}

export interface LiveFeed {
  /** Retries at once if it is waiting: the page became visible, the network is back, or the viewer pressed "retry". */
  wake: () => void
  /** The browser lost its network: the socket may look open for minutes, so it is dropped. */
  lose: () => void
  /** Stops permanently. */
  stop: () => void
}

const attemptsUntilOffline = 3
/**
 * With these close codes the server asks to reconnect at once; after the second one within this time, the client waits instead.
 */
const rests_ms: Partial<Record<number, number>> = { [closeReload]: 60_000, [closeElsewhere]: 5_000 }

/** Whether a close code lets the client reconnect at once. */
function limitHurry(): (code: number) => boolean {
  let hurried_at = Number.NEGATIVE_INFINITY
  return (code) => {
    const rest_ms = rests_ms[code]
    if (rest_ms === undefined) return false
    const isRested = Date.now() - hurried_at > rest_ms
    hurried_at = Date.now()
    return isRested
  }
}

/**
 * Keeps one socket to the score feed of one event: load, connect from that number on, apply, reconnect. The only state besides
 * the socket is the number of the last change, so nothing is missed or applied twice.
 */
export function openLiveFeed(options: LiveFeedOptions): LiveFeed {
  let socket: SocketLike | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let attempt = 0
  let since: number | undefined
  let isLoaded = false
  let isStopped = false
  let wasOpen = false
  const mayHurry = limitHurry()
  // Incremented by each start, to recognise late answers of an older one.
  let generation = 0

  function wait(): void {
    if (isStopped) return
    const delay = chooseDelay(attempt, options.random())
    const retry_at = Date.now() + delay
    const isOffline = attempt >= attemptsUntilOffline || !navigator.onLine
    options.tell({ kind: isOffline ? 'offline' : 'reconnecting', retry_at })
    attempt++
    clearTimeout(timer)
    timer = setTimeout(start, delay)
  }

  function dropSocket(code?: number, reason?: string): void {
    const dropped = socket
    // Messages of a dropped socket are ignored: its handlers compare themselves with the current one.
    socket = null
    dropped?.close(code, reason)
  }

  function receive(text: unknown): void {
    try {
      const diffs: unknown = JSON.parse(String(text))
      if (!Array.isArray(diffs)) throw new TypeError('The score feed sent a message that is not a list')
      since = options.apply(diffs as ScoreDiff[]) ?? since
    } catch (problem) {
      // The board may now lack this message: reload it instead of showing wrong scores.
      options.complain(problem)
      isLoaded = false
      dropSocket()
      wait()
    }
  }

  function close(code: number, reason: string): void {
    socket = null
    if (code === 1000 && reason === eventChange) {
      options.tell({ kind: 'over' })
      return options.eventGone()
    }
    if (code === closeReload) {
      if (reason === rightsChanged) options.rightsChanged()
      isLoaded = false
    }
    // Without numbers there is no "since": missed changes are only in the latest scores.
    if (since === undefined) isLoaded = false
    if (mayHurry(code)) start()
    else wait()
  }

  function start(): void {
    if (isStopped) return
    clearTimeout(timer)
    timer = undefined
    const mine = ++generation
    if (attempt === 0) options.tell({ kind: 'connecting' })
    const loading = isLoaded ? Promise.resolve(since) : options.load()
    loading.then(
      (sequence) => {
        if (isStopped || mine !== generation) return
        since = sequence
        isLoaded = true
        connect()
      },
      () => {
        // The page shows the failed load itself; here it only causes a retry.
        if (!isStopped && mine === generation) wait()
      },
    )
  }

  function connect(): void {
    const opened = options.open(since)
    socket = opened
    opened.listen({
      opened: () => {
        if (socket !== opened) return
        attempt = 0
        options.tell({ kind: 'live' })
        if (wasOpen) options.reopened()
        wasOpen = true
      },
      received: (text) => {
        if (socket === opened) receive(text)
      },
      closed: (code, reason) => {
        if (socket === opened) close(code, reason)
      },
    })
  }

  start()

  return {
    wake: () => {
      if (timer !== undefined) start()
    },
    lose: () => {
      if (isStopped || timer !== undefined) return
      generation++
      dropSocket()
      wait()
    },
    stop: () => {
      isStopped = true
      clearTimeout(timer)
      dropSocket(1000, eventChange)
    },
  }
}
