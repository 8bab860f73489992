import { z } from 'zod'
import type { Endpoint, Method } from '../endpoint.ts'
import type { KeyScope } from '../keys.ts'
import { pathParams } from './params.ts'

type Names = typeof pathParams
type NamesIn<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never
type EventName = 'event_id' | 'eventId'

/** The event is visible if the path has one, the status 200 or 204, and the parameters follow from their names in the path. */
type Implied = 'event' | 'status' | 'tag'
type Declared = Omit<Endpoint, 'method' | 'path' | 'keys' | Implied> & Partial<Pick<Endpoint, Implied>>
/** Every read says whether keys may make it; other calls cannot. */
type DeclaredFor<M extends Method> = M extends 'GET'
  ? Declared & { readonly keys: KeyScope | null }
  : Declared & { readonly keys?: never }

type EventOf<P extends string> = [NamesIn<P> & EventName] extends [never] ? 'none' : 'visible'
type StatusOf<E> = E extends { readonly reply: z.ZodType } | { readonly answer_type: string } ? 200 : 204
type ParamsOf<P extends string> = [NamesIn<P>] extends [never]
  ? unknown
  : { readonly params: z.ZodObject<Pick<Names, NamesIn<P> & keyof Names>> }

/** A declared call with the fields that it leaves to the rule. */
type Made<M extends Method, P extends string, E> = E & {
  readonly method: M
  readonly path: P
  readonly tag: string
} & (E extends {
    readonly event: unknown
  }
    ? unknown
    : { readonly event: EventOf<P> }) &
  (E extends { readonly status: unknown } ? unknown : { readonly status: StatusOf<E> }) &
  (E extends { readonly params: unknown } ? unknown : ParamsOf<P>)

function readParams(path: string) {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as keyof Names)
  const unknown = names.find((name) => !(name in pathParams))
  if (unknown !== undefined) throw new Error(`${path}: {${unknown}} is missing in pathParams`)
  return names.length === 0 ? {} : { params: z.object(Object.fromEntries(names.map((name) => [name, pathParams[name]]))) }
}

const declare =
  <M extends Method>(method: M, tag: string) =>
  <const P extends string, const E extends DeclaredFor<M>>(path: P, declared: E): Made<M, P, E> => {
    const event = /\{event_?id\}/i.test(path) ? 'visible' : 'none'
    const status = declared.reply || declared.answer_type ? 200 : 204
    const params = declared.params ? {} : readParams(path)
    return { method, path, tag, event, status, ...params, ...declared } as unknown as Made<M, P, E>
  }

/** Declares the calls of one group in the documentation, by method: `GET('/events/{event_id}/teams', { … })`. */
export const callsOf = (tag: string) => ({
  GET: declare('GET', tag),
  PUT: declare('PUT', tag),
  POST: declare('POST', tag),
  PATCH: declare('PATCH', tag),
  DELETE: declare('DELETE', tag),
})
