import type { Endpoint } from '@muster/contract/endpoint'
import type { Endpoints, EndpointName } from '@muster/contract/endpoints'
import type { z } from 'zod'

type Sent<S> = S extends z.ZodType ? S['_zod']['input'] : never

/** Request body and successful reply of a call. Absent if the call has none. */
export type CallExample<E extends Endpoint> = (E['body'] extends z.ZodType ? { readonly body: Sent<E['body']> } : unknown) &
  (E['reply'] extends z.ZodType ? { readonly reply: Sent<E['reply']> } : unknown)

/** An example of every call; all of them concern the same event. */
export type CallExamples = { readonly [K in EndpointName]: CallExample<Endpoints[K]> }
/** Examples of related calls. */
export type SomeExamples = Partial<CallExamples>
