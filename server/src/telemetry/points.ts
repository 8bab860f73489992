import { channel, tracingChannel } from 'node:diagnostics_channel'
import type { EventId } from '@muster/contract/ids'

// Where the server tells what it does. It knows nobody who listens: metrics subscribe when they are switched on, and
// nothing is done for them otherwise. What is said here never changes what is done.

/** What happened in this process since it began. Plain numbers, so that counting is never worth a thought. */
export const counted = {
  facts_written: 0,
  stream_pages_read: 0,
  feed_messages: 0,
  /** Viewers who did not read what they were sent. */
  feed_drops: 0,
  takeovers: 0,
  logins_refused: 0,
  /** The provider did not answer, or does not accept us. */
  logins_failed: 0,
  /** The database had no connection left for us. */
  connections_refused: 0,
}

/** Of each event whose stream this process reads: pages since the end of the stream was reached last. */
export const pagesBehind = new Map<EventId, number>()

/**
 * Why the primary answered a read that the replica might have answered: no connection yet; not everything replayed; no answer in time;
 * no connection; promoted; a copy of another database, or of another time; a query that was in the way of what is replayed; a statement
 * that only a primary executes; or a primary that did not say how far it is.
 */
export const replicaFallbacks = [
  'starting',
  'behind',
  'slow',
  'unreachable',
  'not_standby',
  'other_data',
  'conflict',
  'failed',
  'primary_silent',
] as const
export type ReplicaFallback = (typeof replicaFallbacks)[number]

/** Reads that a replica might answer, by who did, and why not the replica. */
export const replicableReads = { replica: 0, primary: 0, fallbacks: new Map<ReplicaFallback, number>() }

export function countReplicableRead(by: 'replica' | 'primary'): void {
  replicableReads[by]++
}

export function countFallback(reason: ReplicaFallback): void {
  replicableReads.fallbacks.set(reason, (replicableReads.fallbacks.get(reason) ?? 0) + 1)
}

/** What is timed, and what is told of it. Only `job_type`, `endpoint` and `outcome` become labels of metrics: they are few. */
export interface WorkTags {
  readonly job_round: { readonly job_type: string; readonly event_id: EventId; outcome?: 'ok' | 'failed' }
  /** Storing the pages that were here together. */
  readonly stream_pages: { readonly event_id: EventId }
  /** Without the time that it waited for a limit. */
  readonly game_request: { readonly endpoint: string; outcome?: string }
  readonly scoring_step: { readonly event_id: EventId }
  /** Reading changes, encoding them and handing them to every socket. */
  readonly feed_message: { readonly event_id: EventId }
}
export type WorkKind = keyof WorkTags

export interface Work<K extends WorkKind = WorkKind> {
  readonly kind: K
  /** What is known only at the end is added by the work itself. */
  readonly tags: WorkTags[K]
  /** What it failed with. */
  readonly error?: unknown
}

export const works = tracingChannel<'muster:work', Work>('muster:work')

/** Does a piece of work, timed where somebody listens. */
export function timeWork<K extends WorkKind, T>(kind: K, tags: WorkTags[K], run: () => Promise<T>): Promise<T> {
  return works.hasSubscribers ? works.tracePromise(run, { kind, tags }) : run()
}

/**
 * Ways whose ends lie in different places. `ingest`: from receiving a tab until its facts stand in the ledger. `ledger_to_board`:
 * from hearing of new entries until their scores stand. `board_to_feed`: from hearing of new scores until every socket was told.
 */
export const delayNames = ['ingest', 'ledger_to_board', 'board_to_feed'] as const
export interface Delay {
  readonly name: (typeof delayNames)[number]
  /** Wall clock. */
  readonly seconds: number
}
export const delays = channel('muster:delay')

export function tellDelay(name: Delay['name'], ms: number): void {
  if (delays.hasSubscribers) delays.publish({ name, seconds: ms / 1000 } satisfies Delay)
}

export interface AnsweredCall {
  readonly method: string
  /** As it is registered, without what stands in its place; undefined: there is none. */
  readonly route: string | undefined
  readonly status: number
  readonly ms: number
}
export const answeredCalls = channel('muster:answered')

/** A call of the API, or of a page, from its arrival until its answer has been sent. */
export interface Call {
  readonly method: string
  /** As it is registered; undefined: there is none, or it is not known yet. */
  route?: string | undefined
  status?: number
}
export const calls = tracingChannel<'muster:call', Call>('muster:call')

/** What is sent to the database; its values are not told. */
export interface Statement {
  readonly text: string
  /** What it failed with. */
  readonly error?: unknown
}
export const statements = tracingChannel<'muster:statement', Statement>('muster:statement')

/**
 * A number that one process wrote and another reads: the last of what was appended to the ledger, or of the changes of scores. It is
 * told by the work that wrote it, or that has read everything up to it.
 */
export interface Mark {
  readonly act: 'wrote' | 'read'
  readonly of: 'ledger' | 'scores'
  readonly event_id: EventId
  readonly number: number
}
export const marks = channel('muster:mark')

export function tellMark(act: Mark['act'], of: Mark['of'], event_id: EventId, number: number | undefined): void {
  if (marks.hasSubscribers && number !== undefined) marks.publish({ act, of, event_id, number } satisfies Mark)
}
