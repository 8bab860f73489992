import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { Body, Endpoint, Grant, Params, Query, Reply } from '@muster/contract/endpoint'
import type { EndpointName, Endpoints } from '@muster/contract/endpoints'
import type { TeamId, UserId } from '@muster/contract/ids'
import type { Context } from './context.ts'
import type { Db } from './db/connect.ts'
import type { Row } from './db/schema.ts'
import type { Membership, Viewer } from './viewer.ts'

/** Calls that become a socket; the hub answers them, no handler does. */
export type SocketName = { [N in EndpointName]: Endpoints[N]['status'] extends 101 ? N : never }[EndpointName]
export type HandledName = Exclude<EndpointName, SocketName>

/** Null for visitors of public calls, and for the bot. */
type CallViewer<E extends Endpoint> = E['access'] extends readonly Exclude<Grant, 'bot'>[] ? Viewer : Viewer | null
type CallEvent<E extends Endpoint> = E['event'] extends 'none' ? null : Row<'events'>
/** Certain where a place in a team is the only way in; null where another right may do. */
type CallTeam<E extends Endpoint> = E['access'] extends readonly ('team_member' | 'team_lead')[] ? Membership : Membership | null

/** What a handler is given: access was checked, the event of the path was found, the input was parsed. */
export interface Call<E extends Endpoint> {
  readonly ctx: Context
  readonly viewer: CallViewer<E>
  readonly event: CallEvent<E>
  /** The caller's place, where the access of the call names a place in a team. */
  readonly team: CallTeam<E>
  readonly params: Params<E>
  readonly query: Query<E>
  readonly body: Body<E>
  readonly headers: Readonly<IncomingHttpHeaders>
  /** For long work: aborted when the caller goes away before the answer. */
  signal(): AbortSignal
  /** The viewer's place in the event of the path; looked up once a call, and only when asked for. */
  membership(): Promise<Membership | null>
  /**
   * For calls that grant a right to the `owner` of an object: to be called once the object is known.
   * @throws Refusal not_allowed, when the caller is not this user and has no other right either
   */
  requireOwner(owner: UserId | null): void
}

/** A reply with more than a body. */
export class Answer<R> {
  readonly reply: R
  readonly headers: Readonly<Record<string, string>>
  /** When the reply changes without anybody writing, for example because an objective opens; ms on the event clock. */
  readonly changes_at: number | undefined
  constructor(reply: R, more: { headers?: Readonly<Record<string, string>>; changes_at?: number | undefined }) {
    this.reply = reply
    this.headers = more.headers ?? {}
    this.changes_at = more.changes_at
  }
}

/** Handlers return the bare reply or an Answer. */
export const toAnswer = (given: unknown): Answer<unknown> => (given instanceof Answer ? given : new Answer(given, {}))

/**
 * Callers of one audience are given the same bytes: everybody, holders of a role that sees more, all who play or lead, or one team. For a
 * read across events, what a caller may see in each, written out.
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
  | `across ${string}`

export const teamOf = (audience: Audience): TeamId | null => (typeof audience === 'string' ? null : audience)

/** What the audience may depend on. */
export type Asking<E extends Endpoint> = Pick<Call<E>, 'ctx' | 'event' | 'viewer' | 'params' | 'query' | 'membership'>

/** What a shared answer may depend on. The viewer is missing on purpose. */
export interface Shared<E extends Endpoint> {
  readonly ctx: Context
  readonly event: CallEvent<E>
  readonly params: Params<E>
  readonly query: Query<E>
  readonly audience: Audience
}

/** The same, where a replica may answer. The context lacks its database: all is read from `db`. */
export interface SharedRead<E extends Endpoint> extends Omit<Shared<E>, 'ctx'> {
  readonly ctx: Omit<Context, 'db'>
  /** The database, or a replica that has everything which the database had when the call arrived. */
  readonly db: Db
}

interface Kept<E extends Endpoint> {
  /** Default: the same answer for everyone. */
  audience?(asking: Asking<E>): Audience | Promise<Audience>
  /** How long an answer is sent without looking again, milliseconds on the wall clock; default 1000. */
  readonly fresh_ms?: number
  /** What this process knows of the version without asking: an answer of another one is not sent, however fresh. */
  knownVersion?(shared: Pick<Shared<E>, 'ctx' | 'event'>): string | undefined
}

/** From the database only. */
export interface LoadingHandler<E extends Endpoint> extends Kept<E> {
  /** A cheap text that differs whenever the answer might; when it did not change, nothing is loaded. Null: cannot be told. */
  version?(shared: Shared<E>): Promise<string | null>
  load(shared: Shared<E>): Promise<Reply<E> | Answer<Reply<E>>>
}

/**
 * From a replica as well, where there is one. Not for what writes, asks the database for the time, or keeps something between calls
 * and goes on from there: what one call has read from the database, a replica may not have at the next.
 */
export interface ReadingHandler<E extends Endpoint> extends Kept<E> {
  readVersion?(shared: SharedRead<E>): Promise<string | null>
  read(shared: SharedRead<E>): Promise<Reply<E> | Answer<Reply<E>>>
}

/**
 * A read that many people make: loaded and encoded once per audience, then sent from memory, so that its cost follows the
 * changes and not the number of viewers.
 */
export type CachedHandler<E extends Endpoint> = LoadingHandler<E> | ReadingHandler<E>

/** What a call answers whose good answer is a file. */
export interface Bytes {
  readonly bytes: Buffer | Readable
  readonly headers: Readonly<Record<string, string>>
}

/** Answers without a body come from handlers that return nothing. */
type Nothing<E extends Endpoint> = E extends { readonly reply: unknown } ? never : void
type Answered<E extends Endpoint> = E extends { readonly answer_type: string } ? Bytes : Reply<E> | Answer<Reply<E>> | Nothing<E>
export type PlainHandler<E extends Endpoint> = (call: Call<E>) => Promise<Answered<E>>

/** One handler for every call of the table; a missing or misspelt one does not compile. */
export type Handlers = { readonly [N in HandledName]: PlainHandler<Endpoints[N]> | CachedHandler<Endpoints[N]> }
