import type { z } from 'zod'
import type { RefusalCode } from './errors.ts'
import type { KeyScope } from './keys.ts'
import type { Role } from './users.ts'

/**
 * A way to have a right. `user`: a valid login. `team_member`, `team_lead`: of a team of the event in the path. `self`: the
 * caller is the `user_id` of the path. `owner`: the object belongs to the caller, which its handler checks (`call.requireOwner`).
 * `bot`: the chat bot, which is not a user and may only make the calls that name it. A role: the caller has it.
 */
export type Grant = 'bot' | 'user' | 'team_member' | 'team_lead' | 'self' | 'owner' | Role

/** The permitted callers: everyone, or callers with one of these grants. `domain/access.ts` defines them. */
export type Access = 'public' | readonly [Grant, ...Grant[]]

/**
 * How the event in the path is handled. `visible`: a hidden event answers 404 to callers who may not see it. `exists`: it only
 * has to exist. `none`: the path has no event.
 */
export type EventRule = 'visible' | 'exists' | 'none'

export type Method = 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE'

/** The type of an answer that never ends: server-sent events (WHATWG HTML, section 9.2). */
export const eventStream = 'text/event-stream'

export interface Endpoint {
  readonly method: Method
  /** Below `/api`, parameters in braces: `/events/{event_id}/teams`. */
  readonly path: string
  readonly summary: string
  readonly access: Access
  /**
   * The scope that a key needs for this call; null: keys cannot make it. Only reads declare it, because a key never writes.
   * `public` calls answer a key without the scope `team` as a visitor.
   */
  readonly keys?: KeyScope | null
  /** Older clients expect 403 from this call even without a login; calls for roles always answer 403. */
  readonly without_login?: 'not_allowed'
  readonly event: EventRule
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  /** Required query parameters; listed separately, because built pages do not include the schemas. */
  readonly required_query?: readonly string[]
  readonly body?: z.ZodType
  /** Name of the body in the error about a missing body; default `body`. */
  readonly body_name?: string
  /** Only for calls whose bodies may be larger than the server's usual limit. */
  readonly largest_body_bytes?: number
  /** The body is data from the game: text that cannot be stored is cleaned and listed in the problems, not rejected. */
  readonly body_is_from_game?: true
  /** Body of a successful answer; for a feed, one message of the server. Absent: the answer has no body. */
  readonly reply?: z.ZodType
  /** The successful answer is a file of this type, sent unchanged. Only texts, JSON files and streams also have a `reply`. */
  readonly answer_type?:
    | 'image/webp'
    | 'image/png'
    | 'application/json'
    | 'application/gzip'
    | 'text/calendar'
    | 'text/csv'
    | 'text/plain'
    | typeof eventStream
  readonly status: 101 | 200 | 201 | 204
  /** Refusals in addition to the ones implied by access, event rule and validation. */
  readonly refusals?: readonly RefusalCode[]
  /** Allowed for events that were imported from an archive, although the call writes. */
  readonly takes_archived?: true
  /** Reads or adds raw data of the event: rejected once the removal of raw data has begun. */
  readonly needs_raw_data?: true
  /** Each call is expensive, and a few per minute are enough for any client. */
  readonly costs_much?: true
  /** Name of the group in the documentation. */
  readonly tag: string
}

/** A call that stays open and sends messages: a WebSocket, or a stream of server-sent events. */
export const isFeed = ({ status, answer_type }: Pick<Endpoint, 'status' | 'answer_type'>): boolean =>
  status === 101 || answer_type === eventStream

type OutputOf<S> = S extends z.ZodType ? S['_zod']['output'] : undefined
type InputOf<S> = S extends z.ZodType ? S['_zod']['input'] : undefined

export type Params<E extends Endpoint> = OutputOf<E['params']>
export type Query<E extends Endpoint> = OutputOf<E['query']>
export type Body<E extends Endpoint> = OutputOf<E['body']>
export type Reply<E extends Endpoint> = OutputOf<E['reply']>

/** May be left out as a whole if every parameter is optional. */
type QueryInput<Q> = Record<never, never> extends Q ? { query?: Q } : { query: Q }

/** The input of a client call: path parameters, query and body fields before parsing. */
export type CallInput<E extends Endpoint> = (E['params'] extends z.ZodType ? InputOf<E['params']> : unknown) &
  (E['query'] extends z.ZodType ? QueryInput<InputOf<E['query']>> : unknown) &
  (E['body'] extends z.ZodType ? { body: InputOf<E['body']> } : unknown)
