import { randomUUID } from 'node:crypto'
import { asksGame } from '@muster/contract/jobs'
import { waitReal } from '../clock.ts'
import { type Context, hasGame } from '../context.ts'
import type { Channel } from '../db/listen.ts'
import { jobs, sharedLimits } from './index.ts'
import { type JobKey, type JobOf, LeaseLost, type Round, type RoundResult, type WorkType } from './job.ts'
import { type WorkTags, timeWork } from '../telemetry/points.ts'
import { announcePresence } from './presence.ts'
import {
  acquireLease,
  type JobState,
  leaseTtl_seconds,
  listFreeJobs,
  recordAway,
  recordFailure,
  recordNextRun,
  recordStart,
  recordSuccess,
  releaseLease,
  renewLease,
  writeFenced,
} from './store.ts'

/** Wall clock: how often this process looks for free jobs. */
const scanEvery_ms = 1000
/** Wall clock: minimum interval between records of a succeeding job. */
const noteEvery_ms = 3000
/** Wall clock: a longer wait after a round is always recorded. */
const longWait_ms = 15_000
/** Event time: longest pause between two tries of a failing job. */
const longestBackoff_ms = 5 * 60_000

export interface JobRunner {
  /** Wakes the jobs of an event that wait for this channel. */
  wake(channel: Channel, payload: string): void
  /** Wakes all jobs that wait for a channel, because a message may have been missed. */
  wakeAll(): void
  /** Time of the last successful search for free jobs; `performance.now()`. */
  lookedAt(): number
  /** Lets running rounds finish or abort, then releases the leases. */
  close(): Promise<void>
}

const backoff_ms = (failures: number) => Math.min(longestBackoff_ms, 2000 * 2 ** Math.min(failures - 1, 10))

interface Notes {
  readonly key: JobKey
  begin(): Promise<JobState>
  /** @returns the event time until the next round. */
  end(result: RoundResult, pause_ms: number): Promise<number>
}

/**
 * Records the state of a job for admins. Rounds may follow each other within milliseconds: while all succeed, only one per
 * interval is recorded, so the job's view of its event is at most that old.
 */
function createNotes({ db, clock }: Context, key: JobKey): Notes {
  let known: { state: JobState; until: number } | null = null
  let isFresh = false
  /** @returns the event time until the next round. */
  async function noteFailure({ error, wait_ms, away_since }: Extract<RoundResult, { ok: false }>, now: Date): Promise<number> {
    if (away_since === undefined) {
      const failures = await recordFailure(db, key, now, error)
      return wait_ms ?? backoff_ms(failures)
    }
    await recordAway(db, key, now, error, new Date(away_since))
    return wait_ms ?? 0
  }
  return {
    key,
    async begin() {
      isFresh = known !== null && performance.now() < known.until
      if (!isFresh || known === null)
        known = { state: await recordStart(db, key, new Date(clock.now())), until: performance.now() + noteEvery_ms }
      return known.state
    },
    async end(result, pause_ms) {
      const now = clock.now()
      if (result.ok) {
        const wait_ms = Math.max(pause_ms, result.wait_ms)
        // A long wait is recorded because it shows when the job runs next.
        if (!isFresh || wait_ms / clock.speed > longWait_ms) await recordSuccess(db, key, new Date(now), new Date(now + wait_ms))
        return result.wait_ms
      }
      known = null
      const wait_ms = await noteFailure(result, new Date(now))
      await recordNextRun(db, key, new Date(now + Math.max(pause_ms, wait_ms)))
      return wait_ms
    },
  }
}

/** Begins the rounds of a job on this server. */
type StartRounds = () => (round: Omit<Round, 'ctx'>) => Promise<RoundResult>

const bindJob =
  <C extends Context>(ctx: C, job: JobOf<C>): StartRounds =>
  () => {
    const run = job.start()
    return (round) => run({ ...round, ctx })
  }

/** @returns null for a job that asks the game on a server without a client of its API: the job waits for a server with one. */
function prepareJob(ctx: Context, job_type: WorkType): StartRounds | null {
  if (!asksGame(job_type)) return bindJob(ctx, jobs[job_type])
  return hasGame(ctx) ? bindJob(ctx, jobs[job_type]) : null
}

/**
 * Runs every job whose end date is in the future, each in exactly one process at a time (a lease with a fence). A failing round
 * is recorded for admins and retried; a failing job cannot end the process.
 */
export function startJobRunner(ctx: Context, database_url: string, owner: string = randomUUID()): JobRunner {
  const stopping = new AbortController()
  const gone = new AbortController()
  let lookedAt = performance.now()
  const running = new Map<string, { done: Promise<void>; key: JobKey; wake: AbortController }>()

  async function runLeased(key: JobKey, start: StartRounds, fence: number, slot: { wake: AbortController }): Promise<void> {
    const lost = new AbortController()
    const signal = AbortSignal.any([stopping.signal, lost.signal])
    const heartbeat = setInterval(
      () => {
        renewLease(ctx.db, key, fence).then(
          (end_date) => {
            if (!end_date || end_date.getTime() <= ctx.clock.now()) lost.abort()
          },
          (error: unknown) => ctx.log.warn({ err: error, ...key }, 'could not renew the lease of a job; next try in 2 s'),
        )
      },
      (leaseTtl_seconds * 1000) / 3,
    )
    const write: Round['write'] = (use) => writeFenced(ctx.db, key, fence, use)
    try {
      const round = start()
      const notes = createNotes(ctx, key)
      while (!signal.aborted) {
        slot.wake = new AbortController()
        const { event, pause_ms } = await notes.begin()
        const wait_ms = await runRound(() => round({ event, signal, write }), notes, pause_ms, lost)
        await ctx.clock.sleep(pause_ms, signal)
        await ctx.clock.sleep(wait_ms - pause_ms, AbortSignal.any([signal, slot.wake.signal]))
      }
    } finally {
      clearInterval(heartbeat)
      await releaseLease(ctx.db, key, fence)
    }
  }

  /** @returns the event time until the next round. */
  async function runRound(
    round: () => Promise<RoundResult>,
    notes: Notes,
    pause_ms: number,
    lost: AbortController,
  ): Promise<number> {
    const { event_id, job_type } = notes.key
    const tags: WorkTags['job_round'] = { job_type, event_id, outcome: 'failed' }
    const timed = timeWork('job_round', tags, async () => {
      const done = await round()
      if (done.ok) tags.outcome = 'ok'
      return done
    })
    const result = await timed.catch((error: unknown): RoundResult => {
      if (error instanceof LeaseLost) lost.abort()
      else ctx.log.error({ err: error, ...notes.key }, 'a round of a job failed; it is retried after a pause')
      return { ok: false, error: error instanceof Error ? error.message : String(error) }
    })
    if (lost.signal.aborted || stopping.signal.aborted) return 0
    return notes.end(result, pause_ms)
  }

  async function scan(): Promise<void> {
    for (const key of await listFreeJobs(ctx.db, new Date(ctx.clock.now()))) {
      const name = `${key.event_id}/${key.job_type}`
      const start = prepareJob(ctx, key.job_type)
      if (start === null || running.has(name)) continue
      const fence = await acquireLease(ctx.db, key, owner, sharedLimits)
      if (fence === null) continue
      const slot = { key, wake: new AbortController(), done: Promise.resolve() }
      slot.done = runLeased(key, start, fence, slot)
        .catch((error: unknown) =>
          ctx.log.error({ err: error, ...key }, 'a job stopped with an error; a process takes it over within seconds'),
        )
        .finally(() => running.delete(name))
      running.set(name, slot)
    }
    lookedAt = performance.now()
  }

  async function loop(): Promise<void> {
    await announcePresence(database_url, owner, gone.signal, (error) =>
      ctx.log.warn({ err: error }, 'lost the connection that marks this process as alive; next try in 0.5 s'),
    )
    while (!stopping.signal.aborted) {
      await scan().catch((error: unknown) => ctx.log.error({ err: error }, 'could not look for free jobs; next try in 1 s'))
      await waitReal(scanEvery_ms, stopping.signal)
    }
  }
  const looping = loop()

  return {
    wake(channel, payload) {
      for (const slot of running.values()) {
        if (jobs[slot.key.job_type].wakes_on?.includes(channel) && String(slot.key.event_id) === payload) slot.wake.abort()
      }
    },
    wakeAll() {
      for (const slot of running.values()) if (jobs[slot.key.job_type].wakes_on) slot.wake.abort()
    },
    lookedAt: () => lookedAt,
    async close() {
      stopping.abort()
      await looping
      await Promise.all([...running.values()].map((slot) => slot.done))
      gone.abort()
    },
  }
}
