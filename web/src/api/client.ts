import { createClient } from '@muster/contract/client'
import type { CallInput, Reply } from '@muster/contract/endpoint'
import type { EndpointName, Endpoints } from '@muster/contract/endpoints'
import { readSession } from '../lib/session.ts'
import { takeEarly } from './early.ts'
import { explainFailure } from './failure.ts'

const client = createClient<Response>({
  base: '/api',
  // `no-cache` lets the browser revalidate what it holds (If-None-Match); an unchanged answer costs a 304.
  fetch: (url, { signal, ...init }) =>
    (init.method === 'GET' ? takeEarly(url, readSession()?.token) : undefined) ??
    fetch(url, { ...init, cache: 'no-cache', ...(signal instanceof AbortSignal ? { signal } : {}) }),
  token: () => readSession()?.token,
})

/** A call of the API; rejects with a Failure. */
export async function call<N extends EndpointName>(
  name: N,
  input: CallInput<Endpoints[N]>,
  signal?: AbortSignal,
): Promise<Reply<Endpoints[N]>> {
  try {
    return await client.call(name, input, signal)
  } catch (thrown) {
    throw await explainFailure(thrown)
  }
}

/** Like `call`, with the answer's headers. */
export async function callWithHeaders<N extends EndpointName>(
  name: N,
  input: CallInput<Endpoints[N]>,
  signal?: AbortSignal,
): Promise<{ headers: Headers; reply: Reply<Endpoints[N]> }> {
  try {
    const answer = await client.send(name, input, signal)
    return { headers: answer.headers, reply: (await answer.json()) as Reply<Endpoints[N]> }
  } catch (thrown) {
    throw await explainFailure(thrown)
  }
}
