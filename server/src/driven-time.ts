import type { RequestQueue } from './gateways/request-queue.ts'
import type { Time } from './time.ts'

/**
 * What the process that drives the clock sends (`now_ms`: the event clock shows this from now on) and receives (`quiet_at_ms`:
 * everything that could be done at that moment is done; `next_wake_ms`: when somebody wants to go on, null = nobody;
 * `turns_ms`: when queued requests go on, the first of them first; `visits`: how many of our visitors wait for an answer).
 */
export interface DrivenTo {
  readonly now_ms: number
  /** Until the next move requests leave one by one: whoever is first meets something else than the others. */
  readonly one_by_one?: boolean
}
export interface QuietAt {
  readonly quiet_at_ms: number
  readonly next_wake_ms: number | null
  readonly turns_ms: readonly number[]
  readonly visits: number
}

/** The line to the driver; Node's own channel between a process and the one that started it fits. */
export interface DriverLine {
  on(event: 'message', listen: (message: unknown) => void): unknown
  send?: (message: QuietAt) => unknown
  disconnect?: () => void
}

/** Where work is under way that does not wait for the clock. */
export interface Watched {
  readonly pools: readonly { readonly waitingCount: number; readonly idleCount: number; readonly totalCount: number }[]
  /** Resolves when every notification that was sent before the call has been heard. */
  hearAll(): Promise<void>
  /** Our own HTTP server, where there is one. */
  readonly server: Visited | null
}
export interface Visited {
  on(
    event: 'request',
    listen: (request: unknown, response: { once(event: 'close', listen: () => void): unknown }) => void,
  ): unknown
}

export interface DrivenTime {
  readonly time: Time
  /** From now on the driver is told when nothing is left to do at the present moment. */
  watch(watched: Watched): void
  /** Hangs up; as long as the line is open the process lives on. */
  close(): void
}

/** So many turns are told; a line may be long, and nobody asks for the last in it. */
const mostTurns = 5

/** Real milliseconds between two checks while something is under way. */
const checkEvery_ms = 1
/** So many checks in a row have to find nothing, because none of them sees work that has left the process's own queue. */
const quietChecks = 2

/** Node counts what reads or writes a file for us among what keeps the process alive. */
const isReadingFiles = () => process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq'))

const isDrivenTo = (message: unknown): message is DrivenTo =>
  typeof message === 'object' && message !== null && Number.isFinite((message as DrivenTo).now_ms)

/** Those who sleep until a moment of the event clock. */
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
    /** In the order of their moments. */
    wakeUpTo(now_ms: number): void {
      const due = [...sleepers].filter(({ at }) => at <= now_ms).sort((a, b) => a.at - b.at)
      for (const { wake } of due) wake()
    },
    next_ms: () => (sleepers.size === 0 ? null : Math.min(...[...sleepers].map(({ at }) => at))),
    turns_ms: () => [...sleepers].flatMap(({ at, in_line }) => (in_line ? [at] : [])).sort((a, b) => a - b),
  }
}

/**
 * Those who go on when nothing else is left to do, by name, not in the order in which a machine came to them: all at once, or
 * whoever wants to be alone, and everybody while the driver says so, one after the other.
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
    /** @returns whether somebody had waited. */
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
 * Time that stands still until the process that started this one moves it. A rehearsal moves it on when all work of a moment
 * is done, however long that takes: what comes out does not depend on how fast the machine is.
 */
export function createDrivenTime(start_ms: number, line: DriverLine): DrivenTime {
  let now_ms = start_ms
  let turn = 0
  let report: ((turn: number) => Promise<void>) | null = null
  let tracked = 0
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

  const queue: RequestQueue = {
    enter: (name, isDoubtful) => (isDoubtful || order.isOneByOne() ? order.wait(name, true) : null),
    lineUp: (name) => order.wait(name, false),
    waitInLine: (ms, signal) => sleepers.sleep(now_ms, ms, signal, true),
  }

  function watch({ pools, hearAll, server }: Watched): void {
    let visits = 0
    server?.on('request', (_, response) => {
      visits++
      response.once('close', () => visits--)
    })
    const isPoolBusy = ({ waitingCount, idleCount, totalCount }: Watched['pools'][number]) =>
      waitingCount > 0 || idleCount < totalCount
    const isIdle = () => tracked === 0 && !pools.some(isPoolBusy) && !isReadingFiles()
    const lookLater = () => new Promise<boolean>((resolve) => setTimeout(() => resolve(isIdle()), checkEvery_ms))
    const lookNext = () => new Promise<boolean>((resolve) => setImmediate(() => resolve(isIdle())))
    report = async (asked) => {
      // A wake may be on its way: what was heard last can have started something again.
      for (let quiet = 0; quiet < quietChecks && asked === turn; ) {
        // What was heard takes the database a moment: another pause would find no more than the next turn of the loop.
        quiet = (await (quiet === 0 ? lookLater() : lookNext())) ? quiet + 1 : 0
        if (quiet === 1) await hearAll()
        if (quiet === quietChecks && order.letGo()) quiet = 0
      }
      if (asked !== turn) return
      const turns_ms = sleepers.turns_ms().slice(0, mostTurns)
      line.send?.({ quiet_at_ms: now_ms, next_wake_ms: sleepers.next_ms(), turns_ms, visits })
    }
    void report(turn)
  }

  const time: Time = {
    clock: { speed: 1, now: () => now_ms, sleep: (ms, signal) => sleepers.sleep(now_ms, ms, signal, false) },
    queue,
    background: {
      track(work) {
        tracked++
        return work.finally(() => tracked--)
      },
    },
  }
  return { time, watch, close: () => line.disconnect?.() }
}
