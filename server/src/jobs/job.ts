import type { EventId } from '@muster/contract/ids'
import type { JobType } from '@muster/contract/jobs'
import type { Context, GameContext } from '../context.ts'
import type { Channel } from '../db/listen.ts'
import type { Row } from '../db/schema.ts'
import type { Tx } from '../db/connect.ts'

/** The arguments of one round of a job. */
export interface Round<C extends Context = Context> {
  readonly ctx: C
  readonly event: Row<'events'>
  /** Aborts when the process stops, the lease is lost or the job's end date passes. */
  readonly signal: AbortSignal
  /**
   * Every write of a job uses this function: one transaction, refused if another runner has taken over the job, so that a runner
   * paused for too long cannot write late. The transaction is repeated after a deadlock, so update caches after it, not inside
   * it.
   */
  write<T>(use: (tx: Tx) => Promise<T>): Promise<T>
}

export type GameRound = Round<GameContext>

/** `wait_ms` is the event time until the next round; 0 if the round found more work. */
export type RoundResult =
  | { readonly ok: true; readonly wait_ms: number }
  | {
      readonly ok: false
      readonly error: string
      readonly wait_ms?: number
      /** Event time: start of an outage of the game, so that the failure does not count against the job. */
      readonly away_since?: number
    }

export interface JobOf<C extends Context> {
  /** A message on one of these channels ends the wait between rounds. */
  readonly wakes_on?: readonly Channel[]
  /** Called when this process takes over the job. The returned function may keep state between rounds. */
  start(): (round: Round<C>) => Promise<RoundResult>
}

export type Job = JobOf<Context>

/** Calls the game's API. Such jobs run in one process, because they share its limiter (decision 0028). */
export type GameJob = JobOf<GameContext>

/** A job, or a scan of items: organisers start it on its own page, and it is not listed as a job. */
export type WorkType = JobType | 'ScanItems'

export interface JobKey {
  readonly event_id: EventId
  readonly job_type: WorkType
}

/** Another runner holds the job now; the current write is discarded. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}
