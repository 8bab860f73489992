import { channel, tracingChannel } from 'node:diagnostics_channel'
import type { EventId } from '@muster/contract/ids'

// Instrumentation points of the server. They know no subscribers: metrics subscribe when they are switched on, and otherwise
// nothing is done for them. They never change the work itself.

/** Counts of this process since its start. Plain numbers, so that counting is almost free. */
export const counted = {
  facts_written: 0,
  stream_pages_read: 0,
  feed_messages: 0,
  /** Viewers who did not read their messages. */
  feed_drops: 0,
  takeovers: 0,
  logins_refused: 0,
  /** The provider did not answer, or does not accept our client. */
  logins_failed: 0,
  /** The database had no connection left. */
  connections_refused: 0,
}

/** For each event whose stream this process reads: pages since the end of the stream was last reached. */
export const pagesBehind = new Map<EventId, number>()

/**
 * Why the primary answered a read that the replica may answer: no connection yet; not everything replayed; no answer in time; no
 * connection; promoted; a copy of another database, or of another time; a query in conflict with the replay; a statement that
 * only a primary executes; or a primary that did not report its position.
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

/** Reads that a replica may answer, by the database that answered, and the reasons against the replica. */
export const replicableReads = { replica: 0, primary: 0, fallbacks: new Map<ReplicaFallback, number>() }

export function countReplicableRead(by: 'replica' | 'primary'): void {
  replicableReads[by]++
}

export function countFallback(reason: ReplicaFallback): void {
  replicableReads.fallbacks.set(reason, (replicableReads.fallbacks.get(reason) ?? 0) + 1)
}

/** Timed work and its tags. Only `job_type`, `endpoint` and `outcome` become labels of metrics: they have few values. */
export interface WorkTags {
  readonly job_round: { readonly job_type: string; readonly event_id: EventId; outcome?: 'ok' | 'failed' }
  /** Storing pages received together. */
  readonly stream_pages: { readonly event_id: EventId }
  /** Without the wait for a limit. */
  readonly game_request: { readonly endpoint: string; outcome?: string }
  readonly scoring_step: { readonly event_id: EventId }
  /** Reading changes, encoding them and passing them to every socket. */
  readonly feed_message: { readonly event_id: EventId }
}
export type WorkKind = keyof WorkTags

export interface Work<K extends WorkKind = WorkKind> {
  readonly kind: K
  /** Values known only at the end are added by the work itself. */
  readonly tags: WorkTags[K]
  /** The error, if it failed. */
  readonly error?: unknown
}

export const works = tracingChannel<'muster:work', Work>('muster:work')

/** Runs work, timed if there is a subscriber. */
export function timeWork<K extends WorkKind, T>(kind: K, tags: WorkTags[K], run: () => Promise<T>): Promise<T> {
  return works.hasSubscribers ? works.tracePromise(run, { kind, tags }) : run()
}

/**
 * Delays between different places. `ingest`: from receiving a tab until its facts are in the ledger. `ledger_to_board`: from the
 * notification of new entries until their scores are stored. `board_to_feed`: from the notification of new scores until they are
 * sent to every socket.
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
  /** The registered pattern, without parameters; undefined: there is none. */
  readonly route: string | undefined
  readonly status: number
  readonly ms: number
}
export const answeredCalls = channel('muster:answered')

/** A call of the API, or of a page, from its arrival until its answer has been sent. */
export interface Call {
  readonly method: string
  /** The registered pattern; undefined: there is none, or it is not known yet. */
  route?: string | undefined
  status?: number
}
export const calls = tracingChannel<'muster:call', Call>('muster:call')

/** A statement for the database; without its values. */
export interface Statement {
  readonly text: string
  /** The error, if it failed. */
  readonly error?: unknown
}
export const statements = tracingChannel<'muster:statement', Statement>('muster:statement')

/**
 * A number that one process wrote and another reads: the last entry appended to the ledger, or the last change of scores. Sent by
 * the work that wrote it, or that has read everything up to it.
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
