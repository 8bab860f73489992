import { setTimeout as sleep } from 'node:timers/promises'
import type { FaultProvider } from '@muster/simulator/faults/faults'
import type { Simulator } from '@muster/simulator/simulator'
import type { QuietAt } from './driven-time.ts'
import type { Product } from './product.ts'

/** Number of reports in a row without work after which an answer is assumed to wait for the clock. */
const quietReports = 150
/**
 * Time stops at the turn of the second queued request. Nearly always one is queued: the stream's next page is requested as soon
 * as the last was read, and stopping there would turn each of its pauses into a separate step. The stream is read on only while
 * pages are full, after an outage of the game, as a real reader would catch up.
 */
const turnToStopAt = 1
/**
 * Event time until every active player has been polled. When all tokens die, the product doubts them after the first failure, but
 * it cannot foresee that one player withdrew consent.
 */
const foundOutAfter_ms = 5 * 60_000
/** Longest move of event time in this case; another sleeper may wake only in hours. */
const longestMove_ms = 500
/** Real milliseconds between polls. */
const pollEvery_ms = 2

/** Requests to other providers are sent one after the other. */
const isOfGame = (provider: FaultProvider | undefined) => provider !== 'discord' && provider !== 'twitch'

/**
 * Whether the order of requests matters by then: a fault with a limited number of strikes is active, or tokens died, and the
 * first request for each discovers it. Requests of one moment have no fixed order, so two runs would diverge.
 */
function favoursTheFirst({ clock, faults, scripts }: Simulator, at_ms: number): boolean {
  const now_ms = clock.now()
  const isLeft = faults
    .list()
    .some(
      ({ struck, match, when: { count, until_ms = Infinity } }) =>
        count !== undefined && struck < count && now_ms < until_ms && isOfGame(match.provider),
    )
  const next = scripts.listSteps(now_ms, at_ms)
  const withdrawals = scripts.listSteps(at_ms - foundOutAfter_ms, at_ms)
  return (
    isLeft ||
    next.some(
      (step) =>
        ('strike' in step && isOfGame(step.provider)) ||
        ('fault' in step && step.count !== undefined && isOfGame(step.match?.provider)),
    ) ||
    withdrawals.some((step) => 'strike' in step && step.strike === 'auth.revoke_user')
  )
}

/** The time of a rehearsal, in which the game and the server move together. */
export class EventTime {
  /** Number of moves of the clock. */
  moves = 0
  private readonly simulator: Simulator
  private readonly product: Product
  /** The server's last report that its work is done; null if it was killed. */
  private rested: QuietAt | null = null

  constructor(simulator: Simulator, product: Product) {
    this.simulator = simulator
    this.product = product
  }

  /** Milliseconds of event time. */
  now = (): number => this.simulator.clock.now()

  /**
   * Moves the clocks of the game and the server, and waits until the server's work is done. Stops at the turns of queued
   * requests.
   */
  moveTo = async (now_ms: number): Promise<void> => {
    // To stay at this moment, the server is asked again; for a step, the report at the end of the last one is sufficient.
    const isAtRest = this.now() < now_ms && this.rested?.quiet_at_ms === this.now()
    let quiet = isAtRest ? this.rested : await this.rest()
    while (this.now() < now_ms) {
      const turn_ms = Math.min(now_ms, quiet?.turns_ms[this.simulator.hasMoreStream() ? 0 : turnToStopAt] ?? now_ms)
      if (turn_ms < now_ms) this.moves++
      quiet = await this.rest(Math.max(turn_ms, this.now()))
    }
  }

  /** Waits for an answer that needs requests to the game; time advances while rate limits delay them. */
  during = async <T>(asked: Promise<T>): Promise<T> => {
    let isDone = false
    const done = asked.finally(() => (isDone = true))
    // The caller that awaits the answer below receives the rejection.
    done.catch(() => undefined)
    for (let quiet = 0; !isDone; ) {
      const { next_wake_ms: wake_ms = null, turns_ms: [turn_ms] = [], visits = 0 } = (await this.rest(this.now(), true)) ?? {}
      // Queued requests need not continue while this request waits for the server or the game.
      const isWaiting = !isDone && visits > 0
      if (isWaiting && turn_ms !== undefined) {
        // A request is queued, so advancing to its turn loses nothing.
        await this.moveTo(turn_ms)
        continue
      }
      if (isWaiting) quiet++
      if (isWaiting && quiet >= quietReports && wake_ms !== null) {
        await this.moveTo(Math.min(wake_ms, this.now() + longestMove_ms))
        quiet = 0
      }
      await sleep(pollEvery_ms)
    }
    // The server was at rest before it answered; work it has started since must be awaited before time advances.
    this.rested = null
    return done
  }

  private async rest(at_ms = this.now(), asks_visits = false): Promise<QuietAt | null> {
    // The server checks for due work while the game computes its world up to that time; the game answers nothing before.
    const resting = this.product.moveTo(at_ms, { one_by_one: favoursTheFirst(this.simulator, at_ms), asks_visits })
    this.simulator.runUntil(at_ms)
    void this.simulator.prepareDuring(resting)
    this.rested = await resting
    return this.rested
  }
}
