import type { EventId } from '@muster/contract/ids'
import { sql } from 'kysely'
import { waitReal } from '../clock.ts'
import type { Context } from '../context.ts'
import { type Leadership, openLeaderships } from './leadership.ts'
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

export interface ScoringSupervisor {
  /** The ledger of this event has new entries. */
  wake(payload: string): void
  /** Any ledger may have new entries: notifications were lost. */
  wakeAll(): void
  /** Time of the last successful search for events without a scorekeeper; `performance.now()`. */
  lookedAt(): number
  close(): Promise<void>
}

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

/**
 * Makes sure that every event with work is scored by exactly one process, and releases events that have had none for a while or
 * were deleted. Scoring does not depend on followers.
 */
export function startScoringSupervisor(
  ctx: Context,
  database_url: string,
  limits: IdleLimits = defaultLimits,
): ScoringSupervisor {
  const stopping = new AbortController()
  const leaderships = openLeaderships(database_url, (error) =>
    ctx.log.warn({ err: error }, 'the connection with the scoring locks failed; its events are released and taken over again'),
  )
  const slots = new Map<EventId, Slot>()
  /** Events led by another process, as of the last scan. */
  let elsewhere = new Set<EventId>()
  let takeovers = 0
  let lookedAt = performance.now()
  let pause = new AbortController()

  /** Waits for a wake-up, for the moment at which time alone changes a score, or for the maximum interval. */
  async function waitForChanges(due_at: number | null, signal: AbortSignal): Promise<void> {
    const over = new AbortController()
    const ends = AbortSignal.any([signal, over.signal])
    const turn = due_at === null ? [] : [ctx.clock.sleep(Math.max(0, due_at - ctx.clock.now()) + 1, ends)]
    await Promise.race([waitReal(maxWait_ms, ends), ...turn])
    over.abort()
  }

  async function takeOver(event_id: EventId) {
    takeovers++
    try {
      const keeper = await openScorekeeper(ctx, event_id)
      counted.takeovers++
      ctx.log.info({ event_id }, 'keeping scores')
      for (const problem of keeper.engine().problems()) ctx.log.warn({ event_id, ...problem }, 'objective cannot be scored')
      return keeper
    } finally {
      takeovers--
      // Other events may be waiting for a takeover.
      pause.abort()
    }
  }

  async function keepScores(event_id: EventId, leadership: Leadership, slot: Slot): Promise<void> {
    const signal = AbortSignal.any([stopping.signal, slot.release.signal, leadership.lost])
    const keeper = await takeOver(event_id)
    while (!signal.aborted) {
      // Renewed before reading: a wake-up during the step causes another one.
      slot.wake = new AbortController()
      const { told_at } = slot
      slot.told_at = null
      await timeWork('scoring_step', { event_id }, () => keeper.step())
      if (told_at !== null) tellDelay('ledger_to_board', performance.now() - told_at)
      await waitForChanges(keeper.nextWake(), AbortSignal.any([signal, slot.wake.signal]))
    }
  }

  async function runSlot(event_id: EventId, leadership: Leadership, slot: Slot): Promise<void> {
    try {
      await keepScores(event_id, leadership, slot)
    } catch (error) {
      if (error instanceof FenceLost)
        ctx.log.info({ event_id }, 'scoring of the event stopped: another process has taken it over, or the event was deleted')
      else ctx.log.error({ err: error, event_id }, 'scoring of the event failed; it will be taken over again in 2 s')
      await waitReal(scanEvery_ms, stopping.signal)
    } finally {
      await leadership
        .release()
        .catch((error: unknown) =>
          ctx.log.warn({ err: error, event_id }, 'could not release the scoring lock of the event; it ends with its connection'),
        )
      slots.delete(event_id)
    }
  }

  function startSlot(event_id: EventId, leadership: Leadership): void {
    const [release, wake] = [new AbortController(), new AbortController()]
    const slot: Slot = { release, wake, told_at: null, idle_since: null, done: Promise.resolve() }
    slots.set(event_id, slot)
    slot.done = runSlot(event_id, leadership, slot)
  }

  function releaseIdle(events: readonly EventState[]): void {
    const now = performance.now()
    const hasWork = new Map(events.map((event) => [event.id, event.has_work]))
    const idle: { slot: Slot; since: number }[] = []
    for (const [event_id, slot] of slots) {
      const has_work = hasWork.get(event_id)
      if (has_work === undefined) slot.release.abort()
      slot.idle_since = has_work ? null : (slot.idle_since ?? now)
      if (slot.idle_since !== null) idle.push({ slot, since: slot.idle_since })
    }
    idle.sort((a, b) => b.since - a.since)
    for (const [place, { slot, since }] of idle.entries()) {
      if (place >= limits.most_idle || now - since >= limits.linger_ms) slot.release.abort()
    }
  }

  async function scan(): Promise<void> {
    const events = await listEvents(ctx)
    releaseIdle(events)
    const led = new Set<EventId>()
    for (const { id } of events.filter(({ has_work }) => has_work)) {
      if (slots.has(id)) continue
      if (takeovers >= maxTakeovers || stopping.signal.aborted) break
      const leadership = await leaderships.acquire(id)
      if (leadership) startSlot(id, leadership)
      else led.add(id)
    }
    elsewhere = led
    lookedAt = performance.now()
  }

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      pause = new AbortController()
      await scan().catch((error: unknown) =>
        ctx.log.error({ err: error }, 'could not search for events to score; next try in 2 s'),
      )
      await waitReal(elsewhere.size > 0 ? watchEvery_ms : scanEvery_ms, AbortSignal.any([stopping.signal, pause.signal]))
    }
  }
  const looping = loop()

  return {
    wake(payload) {
      const event_id = Number(payload) as EventId
      const slot = slots.get(event_id)
      if (slot) {
        slot.told_at ??= performance.now()
        slot.wake.abort()
      } else if (!elsewhere.has(event_id)) pause.abort()
    },
    wakeAll() {
      for (const { wake } of slots.values()) wake.abort()
      pause.abort()
    },
    lookedAt: () => lookedAt,
    async close() {
      stopping.abort()
      await looping
      await Promise.all([...slots.values()].map((slot) => slot.done))
      await leaderships.close()
    },
  }
}
