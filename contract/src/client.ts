import type { CallInput, Endpoint, Reply } from './endpoint.ts'
import { type EndpointName, type Endpoints, endpoints } from './endpoints.ts'
import { withoutEnd } from './without-end.ts'

/** The parts of a fetch response that the client uses; a browser's Response fits. */
export interface AnswerLike {
  readonly ok: boolean
  readonly status: number
  readonly headers: { get(name: string): string | null }
  text(): Promise<string>
}
export type FetchLike<A extends AnswerLike> = (
  url: string,
  init: { method: string; headers: Record<string, string>; body?: string; signal?: unknown },
) => Promise<A>

export class RequiredError extends Error {
  override readonly name = 'RequiredError'
  readonly field: string
  constructor(field: string, call: string) {
    super(`Required parameter ${field} was null or undefined when calling ${call}`)
    this.field = field
  }
}

/** Values of paths and queries are text, numbers and flags; any other type is an error in the caller. */
function toText(value: unknown, call: string): string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw new TypeError(`A ${typeof value} cannot be used in the address of ${call}`)
}

function demand(value: unknown, name: string, call: string): unknown {
  if (value === null || value === undefined) throw new RequiredError(name, call)
  return value
}

/** Fills `{name}` in a path; throws an error that names a missing value before anything is sent. */
export function fillPath(path: string, values: Readonly<Record<string, unknown>>, call: string): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(toText(demand(values[name], name, call), call)))
}

function queryText(query: Readonly<Record<string, unknown>> | undefined, call: string): string {
  const parts = Object.entries(query ?? {})
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(toText(value, call))}`)
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}

/** Path and query of a call, below the base address; throws like `fillPath` if a value is missing. */
export function addressOf<N extends EndpointName>(name: N, input: CallInput<Endpoints[N]>): string {
  const { path, required_query = [] }: Endpoint = endpoints[name]
  const values = (input ?? {}) as Record<string, unknown>
  const query = values['query'] as Record<string, unknown> | undefined
  const filled = fillPath(path, values, name)
  for (const parameter of required_query) demand(query?.[parameter], parameter, name)
  return filled + queryText(query, name)
}

export interface ClientOptions<A extends AnswerLike> {
  /** Base address including `/api`, trailing slashes are stripped. */
  base: string
  fetch: FetchLike<A>
  /** Sent as a Bearer token if it returns text. */
  token?: () => string | undefined
}

/**
 * The typed client of the whole API: `call('getTeams', { event_id: 4 })`. Any non-2xx answer is thrown unchanged (a Response in a
 * browser). Types come from the endpoint table; answers are not validated again.
 */
export function createClient<A extends AnswerLike>(options: ClientOptions<A>) {
  const base = withoutEnd(options.base, '/')

  async function send<N extends EndpointName>(name: N, input: CallInput<Endpoints[N]>, signal?: unknown): Promise<A> {
    const declared: Endpoint = endpoints[name]
    const values = (input ?? {}) as Record<string, unknown>
    const address = addressOf(name, input)
    const headers: Record<string, string> = { accept: 'application/json' }
    const token = options.token?.()
    if (token) headers['authorization'] = `Bearer ${token}`
    let body: string | undefined
    if (declared.body) {
      headers['content-type'] = 'application/json'
      body = JSON.stringify(demand(values['body'], declared.body_name ?? 'body', name))
    }
    const answer = await options.fetch(base + address, {
      method: declared.method,
      headers,
      ...(body === undefined ? {} : { body }),
      ...(signal === undefined ? {} : { signal }),
    })
    if (!answer.ok) throw answer
    return answer
  }

  async function call<N extends EndpointName>(
    name: N,
    input: CallInput<Endpoints[N]>,
    signal?: unknown,
  ): Promise<Reply<Endpoints[N]>> {
    const text = await (await send(name, input, signal)).text()
    return (text === '' ? undefined : JSON.parse(text)) as Reply<Endpoints[N]>
  }

  /** `send` returns the raw response, for calls whose headers are needed. */
  return { call, send }
}
export type Client = ReturnType<typeof createClient>
