import type { Clock } from './clock.ts'

/**
 * What the process that drives the clock says (`now_ms`: the event clock shows this from now on) and hears (`quiet_at_ms`:
 * everything that could be done at that moment is done; `next_wake_ms`: when somebody wants to go on, null = nobody;
 * `turns_ms`: when requests that stand in line go on, the first of them first; `visits`: how many of our visitors wait for an answer).
 */
export interface DrivenTo {
  readonly now_ms: number
  /** Until the next move requests leave one by one (`Clock.oneByOne`): whoever is first meets something else than the others. */
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

export interface DrivenClock extends Clock {
  /**
   * From now on the driver hears when nothing is left to do at the present moment.
   * @param isBusy whether something is under way that does not wait for the clock.
   * @param hearAll resolves when every notification that was sent before the call has been heard.
   * @param countVisits see `QuietAt`.
   */
  report(isBusy: () => boolean, hearAll: () => Promise<void>, countVisits?: () => number): void
  /** Hangs up; as long as the line is open the process lives on. */
  close(): void
}

const findFirst = (sleepers: readonly { at: number }[]): number | null =>
  sleepers.length === 0 ? null : Math.min(...sleepers.map(({ at }) => at))

/** So many turns are told; a line may be long, and nobody asks for the last in it. */
const mostTurns = 5

/** Real milliseconds until it is looked again after something was under way. */
const lookEvery_ms = 1
/** So many looks in a row have to find nothing, because work that leaves the process's own queue is seen by none of them. */
const quietLooks = 2

const isDrivenTo = (message: unknown): message is DrivenTo =>
  typeof message === 'object' && message !== null && Number.isFinite((message as DrivenTo).now_ms)

/**
 * An event clock that stands still until the process that started this one moves it. A rehearsal moves it on when all work
 * of a moment is done, however long that takes: what comes out does not depend on how fast the machine is.
 */
export function createDrivenClock(start_ms: number, line: DriverLine): DrivenClock {
  let now_ms = start_ms
  let turn = 0
  let report: ((turn: number) => Promise<void>) | null = null
  let holding = 0
  const watchers = new Set<() => void>()
  let lulled: { name: string; isAlone: boolean; wake: () => void }[] = []
  let isOneByOne = false
  const sleepers = new Set<{ at: number; in_line: boolean; wake: () => void }>()

  function moveTo(at: number): void {
    now_ms = Math.max(now_ms, at)
    const due = [...sleepers].filter((sleeper) => sleeper.at <= now_ms).sort((a, b) => a.at - b.at)
    for (const sleeper of due) sleeper.wake()
    const waiting = [...watchers]
    watchers.clear()
    for (const wake of waiting) wake()
  }

  const lull = (name: string, isAlone = false) => new Promise<void>((wake) => lulled.push({ name, isAlone, wake }))

  /** @returns whether somebody had waited. */
  function endLull(): boolean {
    const waiting = lulled.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
    const together = isOneByOne ? [] : waiting.filter(({ isAlone }) => !isAlone)
    const going = together.length > 0 ? together : waiting.slice(0, 1)
    lulled = waiting.filter((one) => !going.includes(one))
    for (const { wake } of going) wake()
    return going.length > 0
  }

  line.on('message', (message) => {
    if (!isDrivenTo(message)) return
    isOneByOne = message.one_by_one ?? false
    moveTo(message.now_ms)
    turn++
    void report?.(turn)
  })

  return {
    speed: 1,
    now: () => now_ms,
    sleep: (ms, signal, reason) =>
      new Promise((resolve) => {
        if (signal?.aborted || ms <= 0) return resolve()
        const wake = () => {
          sleepers.delete(sleeper)
          signal?.removeEventListener('abort', wake)
          resolve()
        }
        const sleeper = { at: now_ms + ms, in_line: reason === 'turn', wake }
        sleepers.add(sleeper)
        signal?.addEventListener('abort', wake, { once: true })
      }),
    moved: (signal) =>
      new Promise((resolve) => {
        watchers.add(resolve)
        signal.addEventListener(
          'abort',
          () => {
            watchers.delete(resolve)
            resolve()
          },
          { once: true },
        )
      }),
    during(work) {
      holding++
      return work.finally(() => holding--)
    },
    lull: (name) => lull(name),
    oneByOne: (name, isNeeded) => (isNeeded || isOneByOne ? lull(name, true) : undefined),
    report(isBusy, hearAll, countVisits = () => 0) {
      const isIdle = () => holding === 0 && !isBusy()
      const lookLater = () => new Promise<boolean>((resolve) => setTimeout(() => resolve(isIdle()), lookEvery_ms))
      const lookNext = () => new Promise<boolean>((resolve) => setImmediate(() => resolve(isIdle())))
      report = async (asked) => {
        // A wake may be on its way: what was heard last can have started something again.
        for (let quiet = 0; quiet < quietLooks && asked === turn; ) {
          // What was heard takes the database a moment: another pause would find no more than the next turn of the loop.
          quiet = (await (quiet === 0 ? lookLater() : lookNext())) ? quiet + 1 : 0
          if (quiet === 1) await hearAll()
          if (quiet === quietLooks && endLull()) quiet = 0
        }
        if (asked !== turn) return
        const all = [...sleepers]
        const turns_ms = all.flatMap(({ at, in_line }) => (in_line ? [at] : [])).sort((a, b) => a - b)
        const first_turns_ms = turns_ms.slice(0, mostTurns)
        line.send?.({ quiet_at_ms: now_ms, next_wake_ms: findFirst(all), turns_ms: first_turns_ms, visits: countVisits() })
      }
      void report(turn)
    },
    close: () => line.disconnect?.(),
  }
}
