import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { Body, Endpoint, eventStream, Grant, Params, Query, Reply } from '@muster/contract/endpoint'
import type { EndpointName, Endpoints } from '@muster/contract/endpoints'
import type { TeamId, UserId } from '@muster/contract/ids'
import type { Context } from './context.ts'
import type { Db } from './db/connect.ts'
import type { Row } from './db/schema.ts'
import type { Membership, Viewer } from './viewer.ts'

/** Calls that stay open; the hub answers them, not a handler. */
type FeedName = {
  [N in EndpointName]: Endpoints[N] extends { status: 101 } | { answer_type: typeof eventStream } ? N : never
}[EndpointName]
export type HandledName = Exclude<EndpointName, FeedName>

/** Null for visitors of public calls and for the bot. */
type CallViewer<E extends Endpoint> = E['access'] extends readonly Exclude<Grant, 'bot'>[] ? Viewer : Viewer | null
type CallEvent<E extends Endpoint> = E['event'] extends 'none' ? null : Row<'events'>
/** Never null if only team members have access; null is possible if another right is sufficient. */
type CallTeam<E extends Endpoint> = E['access'] extends readonly ('team_member' | 'team_lead')[] ? Membership : Membership | null

/** The arguments of a handler. Access has been checked, the event in the path found, and the input parsed. */
export interface Call<E extends Endpoint> {
  readonly ctx: Context
  readonly viewer: CallViewer<E>
  readonly event: CallEvent<E>
  /** The caller's team membership, if the call's access requires one. */
  readonly team: CallTeam<E>
  readonly params: Params<E>
  readonly query: Query<E>
  readonly body: Body<E>
  readonly headers: Readonly<IncomingHttpHeaders>
  /** For long work: aborted when the caller disconnects before the answer. */
  signal(): AbortSignal
  /** The viewer's membership in the event of the path; loaded on demand, at most once per call. */
  membership(): Promise<Membership | null>
  /**
   * For calls that grant a right to the `owner` of an object: call it as soon as the object is loaded.
   * @throws Refusal not_allowed if the caller is not this user and has no other right
   */
  requireOwner(owner: UserId | null): void
}

/** A reply with headers or a time of change. */
export class Answer<R> {
  readonly reply: R
  readonly headers: Readonly<Record<string, string>>
  /** When the reply changes without a write, for example because an objective opens; ms on the event clock. */
  readonly changes_at: number | undefined
  constructor(reply: R, more: { headers?: Readonly<Record<string, string>>; changes_at?: number | undefined }) {
    this.reply = reply
    this.headers = more.headers ?? {}
    this.changes_at = more.changes_at
  }
}

/** Handlers return either the plain reply or an Answer. */
export const toAnswer = (given: unknown): Answer<unknown> => (given instanceof Answer ? given : new Answer(given, {}))

/**
 * All callers of one audience receive the same bytes: everyone, holders of a role with more rights, all players or leads, or one
 * team. Judges who play are an audience for each team. For reads across events, a text that lists the caller's rights in each.
 */
export type Audience =
  | 'everyone'
  | 'designers'
  | 'judges'
  | 'admins'
  | 'organisers'
  | 'players'
  | 'leads'
  | TeamId
  | `${typeof judgesOf}${TeamId}`
  | `across ${string}`

const judgesOf = 'judges of '
export const isJudges = (audience: Audience): boolean => audience === 'judges' || String(audience).startsWith(judgesOf)
export function teamOf(audience: Audience): TeamId | null {
  if (typeof audience !== 'string') return audience
  return audience.startsWith(judgesOf) ? (Number(audience.slice(judgesOf.length)) as TeamId) : null
}

/** Inputs that decide the audience. */
export type Asking<E extends Endpoint> = Pick<Call<E>, 'ctx' | 'event' | 'viewer' | 'params' | 'query' | 'membership'>

/** Inputs of a shared answer. The viewer is deliberately missing. */
export interface Shared<E extends Endpoint> {
  readonly ctx: Context
  readonly event: CallEvent<E>
  readonly params: Params<E>
  readonly query: Query<E>
  readonly audience: Audience
}

/** The same inputs for calls that a replica may answer. `ctx` has no database: all queries use `db`. */
export interface SharedRead<E extends Endpoint> extends Omit<Shared<E>, 'ctx'> {
  readonly ctx: Omit<Context, 'db'>
  /** The database, or a replica with everything the database had when the call arrived. */
  readonly db: Db
}

interface Kept<E extends Endpoint> {
  /** Default: the same answer for everyone. */
  audience?(asking: Asking<E>): Audience | Promise<Audience>
  /** How long an answer is sent without a new check, in milliseconds on the wall clock; default 1000. */
  readonly fresh_ms?: number
  /** The version known to this process without a query: a cached answer with another version is not sent, even if it is fresh. */
  knownVersion?(shared: Pick<Shared<E>, 'ctx' | 'event'>): string | undefined
}

/** Reads only from the primary database. */
export interface LoadingHandler<E extends Endpoint> extends Kept<E> {
  /** A cheap text that differs whenever the answer might; nothing is loaded if it is unchanged. Null if unknown. */
  version?(shared: Shared<E>): Promise<string | null>
  load(shared: Shared<E>): Promise<Reply<E> | Answer<Reply<E>>>
}

/**
 * Reads from a replica if there is one. Not for calls that write, that use the time of the database, or that keep state between
 * calls: a replica may lack data that an earlier call has read from the primary.
 */
export interface ReadingHandler<E extends Endpoint> extends Kept<E> {
  readVersion?(shared: SharedRead<E>): Promise<string | null>
  read(shared: SharedRead<E>): Promise<Reply<E> | Answer<Reply<E>>>
}

/**
 * A read with many callers: loaded and encoded once per audience, then sent from memory, so its cost depends on the number of
 * changes and not of viewers.
 */
export type CachedHandler<E extends Endpoint> = LoadingHandler<E> | ReadingHandler<E>

/** The answer of a call that returns a file. */
export interface Bytes {
  readonly bytes: Buffer | Readable
  readonly headers: Readonly<Record<string, string>>
}

/** Handlers of calls without a body return nothing. */
type Nothing<E extends Endpoint> = E extends { readonly reply: unknown } ? never : void
type Answered<E extends Endpoint> = E extends { readonly answer_type: string } ? Bytes : Reply<E> | Answer<Reply<E>> | Nothing<E>
export type PlainHandler<E extends Endpoint> = (call: Call<E>) => Promise<Answered<E>>

/** One handler for every call in the table; a missing or misspelt one does not compile. */
export type Handlers = { readonly [N in HandledName]: PlainHandler<Endpoints[N]> | CachedHandler<Endpoints[N]> }
