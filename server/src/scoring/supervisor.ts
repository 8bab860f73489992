import type { EventId } from '@muster/contract/ids'
import { sql } from 'kysely'
import { waitReal } from '../clock.ts'
import type { Context } from '../context.ts'
import { type Leadership, type Leaderships, openLeaderships } from './leadership.ts'
import { openScorekeeper } from './scorekeeper.ts'
import { counted, tellDelay, timeWork } from '../telemetry/points.ts'
import { FenceLost } from './store.ts'

/** Wall clock: interval of the search for events that have work and no scorekeeper; also the pause after a failure. */
const scanEvery_ms = 2000
/**
 * Wall clock: the same while other processes have scorekeepers. Their death is not announced, and until it is noticed no score
 * changes.
 */
const watchEvery_ms = 500
/** Wall clock: maximum interval between two reads of the ledger, in case a notification is lost. */
const maxWait_ms = 5000
/** Maximum number of simultaneous takeovers; each reads a whole ledger. */
const maxTakeovers = 4

/** Limits for events without work that keep their scorekeeper: new work may follow soon, and a takeover is expensive. */
export interface IdleLimits {
  /** Wall clock. */
  readonly linger_ms: number
  readonly most_idle: number
}
const defaultLimits: IdleLimits = { linger_ms: 5 * 60_000, most_idle: 10 }

/** An event scored by this process. */
interface Slot {
  readonly release: AbortController
  /** Ends the wait for changes; renewed for every wait. */
  wake: AbortController
  /** Time of the first notification about entries not folded yet; `performance.now()`. */
  told_at: number | null
  /** Time since when the event has had no work; null if it has some. `performance.now()` */
  idle_since: number | null
  done: Promise<void>
}

interface EventState {
  readonly id: EventId
  readonly has_work: boolean
}

/**
 * All events that are not imported, running ones first. An event has work while it runs, while its ledger has unscored entries
 * (also after its end: late facts, corrections, edits), and when a moment is due at which time alone changes a score.
 */
async function listEvents(ctx: Context): Promise<EventState[]> {
  const now = new Date(ctx.clock.now())
  const { rows } = await sql<EventState>`
    select events.id,
      is_running or coalesce(due_at <= ${now}, false)
        or exists (select from facts where facts.event_id = events.id and facts.sequence > coalesce(ledger_sequence, 0))
        or exists (select from definition_changes changes where changes.event_id = events.id and changes.sequence > coalesce(ledger_sequence, 0))
        as has_work
    from events left join score_cursors on score_cursors.event_id = events.id
      cross join lateral (select event_start_time <= ${now} and ${now} <= event_end_time as is_running) as times
    where archived_at is null
    order by is_running desc, events.id desc`.execute(ctx.db)
  return rows
}

/** Waits for a wake-up, for the moment at which time alone changes a score, or for the maximum interval. */
async function waitForChanges({ clock }: Context, due_at: number | null, signal: AbortSignal): Promise<void> {
  const over = new AbortController()
  const ends = AbortSignal.any([signal, over.signal])
  const turn = due_at === null ? [] : [clock.sleep(Math.max(0, due_at - clock.now()) + 1, ends)]
  await Promise.race([waitReal(maxWait_ms, ends), ...turn])
  over.abort()
}

/**
 * Makes sure that every event with work is scored by exactly one process, and releases events that have had none for a while or
 * were deleted. Scoring does not depend on followers.
 */
export class ScoringSupervisor {
  private readonly ctx: Context
  private readonly limits: IdleLimits
  private readonly leaderships: Leaderships
  private readonly stopping = new AbortController()
  private readonly slots = new Map<EventId, Slot>()
  /** Events led by another process, as of the last scan. */
  private elsewhere = new Set<EventId>()
  private takeovers = 0
  private scannedAt = performance.now()
  private pause = new AbortController()
  private readonly looping: Promise<void>

  constructor(ctx: Context, database_url: string, limits: IdleLimits) {
    this.ctx = ctx
    this.limits = limits
    this.leaderships = openLeaderships(database_url, (error) =>
      ctx.log.warn(
        { err: error },
        'the connection that holds the scoring locks failed; its events are released and taken over again',
      ),
    )
    this.looping = this.loop()
  }

  /** The ledger of this event has new entries. */
  wake(payload: string): void {
    const event_id = Number(payload) as EventId
    const slot = this.slots.get(event_id)
    if (slot) {
      slot.told_at ??= performance.now()
      slot.wake.abort()
    } else if (!this.elsewhere.has(event_id)) this.pause.abort()
  }

  /** Any ledger may have new entries: notifications were lost. */
  wakeAll(): void {
    for (const { wake } of this.slots.values()) wake.abort()
    this.pause.abort()
  }

  /** Time of the last successful search for events without a scorekeeper; `performance.now()`. */
  readonly lookedAt = (): number => this.scannedAt

  async close(): Promise<void> {
    this.stopping.abort()
    await this.looping
    await Promise.all([...this.slots.values()].map((slot) => slot.done))
    await this.leaderships.close()
  }

  private async loop(): Promise<void> {
    const { signal } = this.stopping
    while (!signal.aborted) {
      this.pause = new AbortController()
      await this.scan().catch((error: unknown) =>
        this.ctx.log.error({ err: error }, 'could not search for events to score; next try in 2 s'),
      )
      await waitReal(this.elsewhere.size > 0 ? watchEvery_ms : scanEvery_ms, AbortSignal.any([signal, this.pause.signal]))
    }
  }

  private async scan(): Promise<void> {
    const events = await listEvents(this.ctx)
    this.releaseIdle(events)
    const led = new Set<EventId>()
    for (const { id } of events.filter(({ has_work }) => has_work)) {
      if (this.slots.has(id)) continue
      if (this.takeovers >= maxTakeovers || this.stopping.signal.aborted) break
      const leadership = await this.leaderships.acquire(id)
      if (leadership) this.startSlot(id, leadership)
      else led.add(id)
    }
    this.elsewhere = led
    this.scannedAt = performance.now()
  }

  private releaseIdle(events: readonly EventState[]): void {
    const { most_idle, linger_ms } = this.limits
    const now = performance.now()
    const hasWork = new Map(events.map((event) => [event.id, event.has_work]))
    const idle: { slot: Slot; since: number }[] = []
    for (const [event_id, slot] of this.slots) {
      const has_work = hasWork.get(event_id)
      if (has_work === undefined) slot.release.abort()
      slot.idle_since = has_work ? null : (slot.idle_since ?? now)
      if (slot.idle_since !== null) idle.push({ slot, since: slot.idle_since })
    }
    idle.sort((a, b) => b.since - a.since)
    for (const [place, { slot, since }] of idle.entries()) {
      if (place >= most_idle || now - since >= linger_ms) slot.release.abort()
    }
  }

  private startSlot(event_id: EventId, leadership: Leadership): void {
    const [release, wake] = [new AbortController(), new AbortController()]
    const slot: Slot = { release, wake, told_at: null, idle_since: null, done: Promise.resolve() }
    this.slots.set(event_id, slot)
    slot.done = this.runSlot(event_id, leadership, slot)
  }

  private async runSlot(event_id: EventId, leadership: Leadership, slot: Slot): Promise<void> {
    const { log } = this.ctx
    try {
      await this.keepScores(event_id, leadership, slot)
    } catch (error) {
      if (error instanceof FenceLost)
        log.info({ event_id }, 'scoring of the event stopped: another process has taken it over, or the event was deleted')
      else log.error({ err: error, event_id }, 'scoring of the event failed; it will be taken over again in 2 s')
      await waitReal(scanEvery_ms, this.stopping.signal)
    } finally {
      await leadership
        .release()
        .catch((error: unknown) =>
          log.warn({ err: error, event_id }, 'could not release the scoring lock of the event; it ends with its connection'),
        )
      this.slots.delete(event_id)
    }
  }

  private async keepScores(event_id: EventId, leadership: Leadership, slot: Slot): Promise<void> {
    const signal = AbortSignal.any([this.stopping.signal, slot.release.signal, leadership.lost])
    const keeper = await this.takeOver(event_id)
    while (!signal.aborted) {
      // Renewed before reading: a wake-up during the step causes another one.
      slot.wake = new AbortController()
      const { told_at } = slot
      slot.told_at = null
      await timeWork('scoring_step', { event_id }, () => keeper.step())
      if (told_at !== null) tellDelay('ledger_to_board', performance.now() - told_at)
      await waitForChanges(this.ctx, keeper.nextWake(), AbortSignal.any([signal, slot.wake.signal]))
    }
  }

  private async takeOver(event_id: EventId) {
    const { log } = this.ctx
    this.takeovers++
    try {
      const keeper = await openScorekeeper(this.ctx, event_id)
      counted.takeovers++
      log.info({ event_id }, 'took over the scoring of the event')
      for (const problem of keeper.engine().problems()) log.warn({ event_id, ...problem }, 'an objective cannot be scored')
      return keeper
    } finally {
      this.takeovers--
      // Other events may be waiting for a takeover.
      this.pause.abort()
    }
  }
}

export const startScoringSupervisor = (ctx: Context, database_url: string, limits = defaultLimits): ScoringSupervisor =>
  new ScoringSupervisor(ctx, database_url, limits)
