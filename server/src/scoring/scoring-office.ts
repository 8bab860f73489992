import type { EventId } from '@muster/contract/ids'
import { sql } from 'kysely'
import { waitReal } from '../clock.ts'
import type { Context } from '../context.ts'
import { type Mandate, runForScorekeeper } from './election.ts'
import { openScorekeeper } from './scorekeeper.ts'
import { FenceLost } from './store.ts'

/** Wall clock: how often this process looks for events without a scorekeeper; also the pause after a failure. */
const scanEvery_ms = 2000
/** Wall clock: the longest wait between two looks at the ledger, should a notification be lost. */
const longestWait_ms = 5000

export interface ScoringOffice {
  /** Somebody added to the ledger of this event. */
  wake(payload: string): void
  /** Somebody may have added to any ledger, unheard. */
  wakeAll(): void
  close(): Promise<void>
}

/** Events that have something to score: running now, or with entries in their ledger that no score reflects. */
async function listEventsToScore(ctx: Context): Promise<EventId[]> {
  const now = new Date(ctx.clock.now())
  const { rows } = await sql<{ id: EventId }>`
    select events.id from events left join score_cursors on score_cursors.event_id = events.id
    where (event_start_time <= ${now} and ${now} <= event_end_time)
      or exists (select from facts where facts.event_id = events.id and facts.sequence > coalesce(score_cursors.ledger_sequence, 0))
      or exists (select from definition_changes changes where changes.event_id = events.id and changes.sequence > coalesce(score_cursors.ledger_sequence, 0))
    order by events.id`.execute(ctx.db)
  return rows.map((row) => row.id)
}

/** Keeps every event that needs it scored, each by one process. Scoring never depends on somebody watching. */
export function startScoringOffice(ctx: Context, database_url: string): ScoringOffice {
  const stopping = new AbortController()
  const desks = new Map<EventId, { done: Promise<void>; bell: AbortController }>()

  /** Until somebody rings, until the moment at which time alone changes a score, and not for long in any case. */
  async function waitForNews(wake: number | null, signal: AbortSignal): Promise<void> {
    const over = new AbortController()
    const ends = AbortSignal.any([signal, over.signal])
    const turn = wake === null ? [] : [ctx.clock.sleep(Math.max(0, wake - ctx.clock.now()) + 1, ends)]
    await Promise.race([waitReal(longestWait_ms, ends), ...turn])
    over.abort()
  }

  async function keepScores(event_id: EventId, mandate: Mandate, desk: { bell: AbortController }): Promise<void> {
    const signal = AbortSignal.any([stopping.signal, mandate.lost])
    const keeper = await openScorekeeper(ctx, event_id)
    ctx.log.info({ event_id }, 'keeping scores')
    for (const problem of keeper.engine().problems()) ctx.log.warn({ event_id, ...problem }, 'objective cannot be scored')
    while (!signal.aborted) {
      // A new bell before the look: whoever rings during the step is heard after it.
      desk.bell = new AbortController()
      await keeper.step()
      await waitForNews(keeper.nextWake(), AbortSignal.any([signal, desk.bell.signal]))
    }
  }

  async function staffDesk(event_id: EventId, mandate: Mandate, desk: { bell: AbortController }): Promise<void> {
    try {
      await keepScores(event_id, mandate, desk)
    } catch (error) {
      if (error instanceof FenceLost) ctx.log.info({ event_id }, 'another process keeps the scores now')
      else ctx.log.error({ err: error, event_id }, 'scoring stopped, will be taken up again')
      await waitReal(scanEvery_ms, stopping.signal)
    } finally {
      await mandate.resign().catch((error: unknown) => ctx.log.debug({ err: error }, 'lock connection was gone already'))
    }
  }

  async function scan(): Promise<void> {
    for (const event_id of await listEventsToScore(ctx)) {
      if (desks.has(event_id) || stopping.signal.aborted) continue
      const mandate = await runForScorekeeper(database_url, event_id)
      if (!mandate) continue
      const desk = { bell: new AbortController(), done: Promise.resolve() }
      desk.done = staffDesk(event_id, mandate, desk).finally(() => desks.delete(event_id))
      desks.set(event_id, desk)
    }
  }

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      await scan().catch((error: unknown) => ctx.log.error({ err: error }, 'looking for events to score failed'))
      await waitReal(scanEvery_ms, stopping.signal)
    }
  }
  const looping = loop()

  return {
    wake(payload) {
      desks.get(Number(payload) as EventId)?.bell.abort()
    },
    wakeAll() {
      for (const { bell } of desks.values()) bell.abort()
    },
    async close() {
      stopping.abort()
      await looping
      await Promise.all([...desks.values()].map((desk) => desk.done))
    },
  }
}
