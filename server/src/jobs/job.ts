import type { EventId } from '@muster/contract/ids'
import type { JobType } from '@muster/contract/jobs'
import type { Context } from '../context.ts'
import type { Channel } from '../db/listen.ts'
import type { Row } from '../db/schema.ts'
import type { Tx } from '../db/connect.ts'

/** What one round of a job is given. */
export interface Round {
  readonly ctx: Context
  readonly event: Row<'events'>
  /** Aborts when the process stops, the lease is lost or the job's end date passes. */
  readonly signal: AbortSignal
  /**
   * Every write of a job goes through here: one transaction, refused when another runner has taken the job over, so that
   * a runner that was paused for too long cannot write late. Done again when the database ended it for the sake of another
   * transaction: what is remembered beside the database changes when it is over, not in it.
   */
  write<T>(use: (tx: Tx) => Promise<T>): Promise<T>
}

/** `wait_ms` of event time until the next round; a round that found more to do asks for 0. */
export type RoundResult =
  | { readonly ok: true; readonly wait_ms: number }
  | {
      readonly ok: false
      readonly error: string
      readonly wait_ms?: number
      /** Event time: the game has not responded since then, so that the failure is not the job's. */
      readonly away_since?: number
    }

export interface Job {
  /** The job asks the game's API: such jobs run in one process, whose limiter counts for all of them (decision 0028). */
  readonly asks_game?: true
  /** A message on one of these channels ends the wait between two rounds. */
  readonly wakes_on?: readonly Channel[]
  /** Called when this process takes the job over; what it returns may remember things from round to round. */
  start(): (round: Round) => Promise<RoundResult>
}

export interface JobKey {
  readonly event_id: EventId
  readonly job_type: JobType
}

/** Another runner holds the job now; whatever this one was about to write is not written. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}
