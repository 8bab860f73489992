import type { z } from 'zod'
import type { RefusalCode } from './errors.ts'
import type { Role } from './users.ts'

/**
 * A way to have a right. `user`: a valid login. `team_member`, `team_lead`: of a team of the event in the path. `self`: the
 * caller is the `user_id` of the path. `owner`: the object belongs to the caller, which its handler checks
 * (`call.requireOwner`). `bot`: the chat bot, which is no user and gets nothing but the calls that name it. A role: the
 * caller holds it.
 */
export type Grant = 'bot' | 'user' | 'team_member' | 'team_lead' | 'self' | 'owner' | Role

/** Who may call: anybody, or whoever has one of these. What they mean is decided in `domain/access.ts`. */
export type Access = 'public' | readonly [Grant, ...Grant[]]

/**
 * How the event in the path is treated. `visible`: a hidden event answers 404 to whoever may not see it.
 * `exists`: it only has to exist. `none`: the path has no event.
 */
export type EventRule = 'visible' | 'exists' | 'none'

export type Method = 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE'

export interface Endpoint {
  readonly method: Method
  /** Below `/api`, parameters in braces: `/events/{event_id}/teams`. */
  readonly path: string
  readonly summary: string
  readonly access: Access
  /** Older clients know 403 from this call also where a login is missing; from calls for roles they always do. */
  readonly without_login?: 'not_allowed'
  readonly event: EventRule
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  /** Query parameters that must be there; named once more, because built pages carry no schemas. */
  readonly required_query?: readonly string[]
  readonly body?: z.ZodType
  /** What the error about a missing body calls it; default `body`. */
  readonly body_name?: string
  /** Only for calls whose bodies may be larger than the server's usual limit. */
  readonly largest_body_bytes?: number
  /** The body is what the game said: text in it that cannot be stored is cleaned and named in the problems, not refused. */
  readonly body_is_from_game?: true
  /** Body of the good answer; for a socket, one message of the server. Absent: the answer has no body. */
  readonly reply?: z.ZodType
  /** The good answer is a file of this type, sent as it is made. Only of JSON there is a `reply` as well. */
  readonly answer_type?: 'image/webp' | 'application/json' | 'application/gzip'
  readonly status: 101 | 200 | 201 | 204
  /** Refusals beyond those that follow from access, event rule and validation. */
  readonly refusals?: readonly RefusalCode[]
  /** Though it writes, it may be made about an event that was imported from an archive. */
  readonly takes_archived?: true
  /** It needs the raw data of the event, or adds to it: refused from when its removal begins. */
  readonly needs_raw_data?: true
  /** Few calls a minute are enough for anybody, and each is dear. */
  readonly costs_much?: true
  /** Names a group in the documentation. */
  readonly tag: string
}

/** Keeps the literal types of an endpoint, so that handlers and client are typed from it. */
export const endpoint = <const E extends Endpoint>(declared: E): E => declared

type OutputOf<S> = S extends z.ZodType ? S['_zod']['output'] : undefined
type InputOf<S> = S extends z.ZodType ? S['_zod']['input'] : undefined

export type Params<E extends Endpoint> = OutputOf<E['params']>
export type Query<E extends Endpoint> = OutputOf<E['query']>
export type Body<E extends Endpoint> = OutputOf<E['body']>
export type Reply<E extends Endpoint> = OutputOf<E['reply']>

/** May be left out as a whole when every parameter may. */
type QueryInput<Q> = Record<never, never> extends Q ? { query?: Q } : { query: Q }

/** What a caller hands to the client: path parameters, query and body fields before parsing. */
export type CallInput<E extends Endpoint> = (E['params'] extends z.ZodType ? InputOf<E['params']> : unknown) &
  (E['query'] extends z.ZodType ? QueryInput<InputOf<E['query']>> : unknown) &
  (E['body'] extends z.ZodType ? { body: InputOf<E['body']> } : unknown)
