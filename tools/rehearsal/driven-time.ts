import { AsyncLocalStorage } from 'node:async_hooks'
import type { Clock } from '@muster/server/clock'
import type { Gateways } from '@muster/server/gateways/gateways'
import { type CallName, createSuspicion, nameCall } from './suspicion.ts'

/**
 * Messages from the process that drives the clock (`now_ms`: the new time of the event clock), and the replies (`quiet_at_ms`:
 * all work of that moment is done; `next_wake_ms`: when the first sleeper wakes, null if none; `turns_ms`: when waiting requests
 * continue, sorted; `visits`: number of requests of visitors waiting for an answer).
 */
export interface DrivenTo {
  readonly now_ms: number
  /** Until the next move requests are sent one at a time, because the first will have a different result than the others. */
  readonly one_by_one?: boolean
}
export interface QuietAt {
  readonly quiet_at_ms: number
  readonly next_wake_ms: number | null
  readonly turns_ms: readonly number[]
  readonly visits: number
}

/** The channel to the driver; fits Node's IPC channel to the parent process. */
export interface DriverLine {
  on(event: 'message', listen: (message: unknown) => void): unknown
  send?: (message: QuietAt) => unknown
  disconnect?: () => void
}

/** Places with work that does not wait for the clock. */
export interface Watched {
  readonly pools: readonly { readonly waitingCount: number; readonly idleCount: number; readonly totalCount: number }[]
  /** Resolves when every notification sent before the call has been received. */
  hearAll(): Promise<void>
  /** The HTTP server of the program, if any. */
  readonly server: Visited | null
}
export interface Visited {
  on(event: 'request', listen: (request: unknown, response: Closing) => void): unknown
  on(event: 'connection', listen: (connection: Closing) => void): unknown
}
interface Closing {
  once(event: 'close', listen: () => void): unknown
}

export interface DrivenTime {
  readonly clock: Clock
  /** Tracks requests in progress, and fixes their order where it matters. */
  readonly wrapGateways: <G extends Gateways>(gateways: G) => G
  /** Starts to report to the driver when all work of the current moment is done. */
  watch(watched: Watched): void
  /** Closes the channel; an open channel keeps the process alive. */
  close(): void
}

/** Upper bound for the reported turns. */
const maxTurns = 5

/** Real milliseconds between checks while work is in progress. */
const checkEvery_ms = 1
/** Number of successful checks in a row: a single check misses answers that have not reached the process yet. */
const quietChecks = 2

/** Gateway methods that send no request. */
const synchronous = new Set(['authorizeAddress', 'measureLimits'])
/** The provider processes token renewals one at a time. */
const renewals = new Set(['game refreshTokens', 'discord refreshTokens', 'twitch refreshTokens'])

interface Call extends CallName {
  isOpen: boolean
}

/** Number of checks in a row after which calls that send nothing are assumed to wait for a queued or sleeping call. */
const stuckChecks = 200

/** Open connections over TCP: to the providers, and of visitors. */
const countConnections = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length

/** File operations keep the process alive, so Node lists them. */
const isReadingFiles = () => process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq'))

const isDrivenTo = (message: unknown): message is DrivenTo =>
  typeof message === 'object' && message !== null && Number.isFinite((message as DrivenTo).now_ms)

/** Sleepers waiting for a time of the event clock. */
function createSleepers() {
  const sleepers = new Set<{ at: number; in_line: boolean; wake: () => void }>()
  return {
    sleep: (now_ms: number, ms: number, signal: AbortSignal | undefined, in_line: boolean) =>
      new Promise<void>((resolve) => {
        if (signal?.aborted || ms <= 0) return resolve()
        const wake = () => {
          sleepers.delete(sleeper)
          signal?.removeEventListener('abort', wake)
          resolve()
        }
        const sleeper = { at: now_ms + ms, in_line, wake }
        sleepers.add(sleeper)
        signal?.addEventListener('abort', wake, { once: true })
      }),
    /** In order of their times. */
    wakeUpTo(now_ms: number): void {
      const due = [...sleepers].filter(({ at }) => at <= now_ms).sort((a, b) => a.at - b.at)
      for (const { wake } of due) wake()
    },
    next_ms: () => (sleepers.size === 0 ? null : Math.min(...[...sleepers].map(({ at }) => at))),
    turns_ms: () => [...sleepers].flatMap(({ at, in_line }) => (in_line ? [at] : [])).sort((a, b) => a - b),
  }
}

/**
 * Releases waiting calls, sorted by name, when all other work is done: all at once, or one at a time if a call has to be alone or
 * the driver demands it.
 */
function createOrder() {
  let waiting: { name: string; isAlone: boolean; wake: () => void }[] = []
  let isOneByOne = false
  return {
    wait: (name: string, isAlone: boolean) => new Promise<void>((wake) => waiting.push({ name, isAlone, wake })),
    isOneByOne: () => isOneByOne,
    setOneByOne(now: boolean): void {
      isOneByOne = now
    },
    /** @returns whether a call waited. */
    letGo(): boolean {
      const byName = waiting.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
      const together = isOneByOne ? [] : byName.filter(({ isAlone }) => !isAlone)
      const going = together.length > 0 ? together : byName.slice(0, 1)
      waiting = byName.filter((one) => !going.includes(one))
      for (const { wake } of going) wake()
      return going.length > 0
    },
  }
}

/**
 * A clock that stands still until the parent process moves it. A rehearsal moves it when all work of a moment is done, however
 * long that takes, so that the result does not depend on the speed of the machine.
 */
export function createDrivenTime(start_ms: number, line: DriverLine): DrivenTime {
  let now_ms = start_ms
  let turn = 0
  let report: ((turn: number) => Promise<void>) | null = null
  let underWay = 0
  const calls = new AsyncLocalStorage<Call>()
  const suspicion = createSuspicion(() => now_ms)
  const sleepers = createSleepers()
  const order = createOrder()

  line.on('message', (message) => {
    if (!isDrivenTo(message)) return
    order.setOneByOne(message.one_by_one ?? false)
    now_ms = Math.max(now_ms, message.now_ms)
    sleepers.wakeUpTo(now_ms)
    turn++
    void report?.(turn)
  })

  const clock: Clock = {
    speed: 1,
    now: () => now_ms,
    sleep(ms, signal) {
      const call = calls.getStore()
      return call?.isOpen ? waitInLine(call, ms, signal) : sleepers.sleep(now_ms, ms, signal, false)
    },
  }

  /** Suspends a request that waits for a rate limit. */
  async function waitInLine(call: Call, ms: number, signal: AbortSignal | undefined): Promise<void> {
    underWay--
    await sleepers.sleep(now_ms, ms, signal, true)
    await takeTurn(call)
    underWay++
  }

  /** If the result depends on the order of requests, sends them one at a time, sorted by name. */
  async function takeTurn({ method, name, token }: Call): Promise<void> {
    if (renewals.has(method)) await order.wait(name, false)
    else if (method.startsWith('game ') && (order.isOneByOne() || suspicion.isAgainst(token))) await order.wait(name, true)
  }

  async function ask<T>(named: CallName, send: () => Promise<T>): Promise<T> {
    const call = { ...named, isOpen: true }
    await takeTurn(call)
    underWay++
    const answer = await calls.run(call, send).finally(() => {
      call.isOpen = false
      underWay--
    })
    // Callers whose next step depends on the answer continue in order of names.
    if (suspicion.note(call, answer, now_ms) || call.method === 'game fetchGuildTab') await order.wait(call.name, false)
    return answer
  }

  function wrap<G extends object | null>(provider: string, gateway: G): G {
    if (gateway === null) return gateway
    const wrapped = Object.entries(gateway).map(([method, call]) => {
      if (typeof call !== 'function' || synchronous.has(method)) return [method, call]
      const send = call as (...values: unknown[]) => Promise<unknown>
      return [method, (...values: unknown[]) => ask(nameCall(`${provider} ${method}`, values), () => send(...values))]
    })
    return Object.fromEntries(wrapped) as G
  }

  function watch({ pools, hearAll, server }: Watched): void {
    let [visits, visitors] = [0, 0]
    server?.on('request', (_, response) => {
      visits++
      response.once('close', () => visits--)
    })
    server?.on('connection', (connection) => {
      visitors++
      connection.once('close', () => visitors--)
    })
    // A visitor's connection stays open for a minute after the last answer (Fastify, `keepAliveTimeout`).
    const isAsking = () => visits > 0 || countConnections() > visitors
    const isPoolBusy = ({ waitingCount, idleCount, totalCount }: Watched['pools'][number]) =>
      waitingCount > 0 || idleCount < totalCount
    const isLocalIdle = () => !pools.some(isPoolBusy) && !isReadingFiles()
    const isIdle = () => underWay === 0 && isLocalIdle()
    const lookLater = () => new Promise<boolean>((resolve) => setTimeout(() => resolve(isIdle()), checkEvery_ms))
    const lookNext = () => new Promise<boolean>((resolve) => setImmediate(() => resolve(isIdle())))
    report = async (asked) => {
      // Two checks, because the last notification may have started new work.
      for (let [quiet, stuck] = [0, 0]; quiet < quietChecks && asked === turn; ) {
        // Work after a notification shows on the next turn of the loop, so the second check needs no pause.
        quiet = (await (quiet === 0 ? lookLater() : lookNext())) ? quiet + 1 : 0
        if (quiet === 1) await hearAll()
        // Calls share the request for a service token: the others are under way while it waits for its turn or for a limit.
        stuck = underWay > 0 && !isAsking() && isLocalIdle() ? stuck + 1 : 0
        if (stuck >= stuckChecks) {
          if (!order.letGo()) break
          stuck = 0
        }
        if (quiet === quietChecks && order.letGo()) quiet = 0
      }
      if (asked !== turn) return
      const turns_ms = sleepers.turns_ms().slice(0, maxTurns)
      line.send?.({ quiet_at_ms: now_ms, next_wake_ms: sleepers.next_ms(), turns_ms, visits })
    }
    void report(turn)
  }

  return {
    clock,
    wrapGateways<G extends Gateways>(gateways: G): G {
      return Object.fromEntries(Object.entries(gateways).map(([name, gateway]) => [name, wrap(name, gateway)])) as G
    },
    watch,
    close: () => line.disconnect?.(),
  }
}
