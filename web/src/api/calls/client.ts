import { createClient } from '@muster/contract/client'
import type { CallInput, Reply } from '@muster/contract/endpoint'
import type { EndpointName, Endpoints } from '@muster/contract/endpoints'
import { viewAsHeader } from '@muster/contract/view-as'
import { isSessionHeld, readCallToken, readSession } from '../../lib/browser/session.ts'
import { viewAsText } from '../../lib/browser/view-as.ts'
import { t } from '../../lib/text/messages.ts'
import { explainFailure, Failure } from './failure.ts'
import type { ReadName } from './stale-reads.ts'

const client = createClient<Response>({
  base: '/api',
  // `no-cache` lets the browser revalidate its cached answer (If-None-Match); an unchanged answer costs a 304.
  fetch: (url, { signal, ...init }) =>
    fetch(url, {
      ...init,
      headers: viewAsText === null ? init.headers : { ...init.headers, [viewAsHeader]: viewAsText },
      cache: 'no-cache',
      ...(signal instanceof AbortSignal ? { signal } : {}),
    }),
  token: readCallToken,
})

type RefusalListener = (failure: Failure, token: string | undefined) => void
const refusalListeners = new Set<RefusalListener>()

/** Reports every failed call, with its token. */
export function listenRefusals(listener: RefusalListener): () => void {
  refusalListeners.add(listener)
  return () => refusalListeners.delete(listener)
}

/** Made without a login. */
const loginCalls: ReadonlySet<EndpointName> = new Set([
  'oauthRedirect',
  'oauthCallback',
  'getLoginWays',
  'startPasskey',
  'finishPasskey',
])

/** Makes a call with the current login; rejects with a Failure, or an abort. */
async function withFailures<R>(name: EndpointName, run: () => Promise<R>): Promise<R> {
  // A page that waits for a new login keeps the answers of the old one: a visitor's answers would close its forms.
  if (isSessionHeld() && !loginCalls.has(name)) throw new Failure(401, 'not_authenticated', t('session.ended'))
  const token = readSession()?.token
  try {
    return await run()
  } catch (thrown) {
    const failure = await explainFailure(thrown)
    if (failure instanceof Failure) for (const listener of refusalListeners) listener(failure, token)
    throw failure
  }
}

/** Any call of the API; rejects with a Failure. `callWrite` in `writes.ts` also refetches the reads that a write makes stale. */
export async function callPlain<N extends EndpointName>(
  name: N,
  input: CallInput<Endpoints[N]>,
  signal?: AbortSignal,
): Promise<Reply<Endpoints[N]>> {
  return withFailures(name, () => client.call(name, input, signal))
}

/** A call that changes nothing; rejects with a Failure. */
export const call = <N extends ReadName>(
  name: N,
  input: CallInput<Endpoints[N]>,
  signal?: AbortSignal,
): Promise<Reply<Endpoints[N]>> => callPlain(name, input, signal)

/** A call that answers with a file. */
export async function callForFile<N extends 'getEventArchive' | 'getProofPicture' | 'getMomentTable' | 'getMomentTimeline'>(
  name: N,
  input: CallInput<Endpoints[N]>,
  signal?: AbortSignal,
): Promise<Blob> {
  return withFailures(name, async () => (await client.send(name, input, signal)).blob())
}

/** Like `call`, with the answer's headers. */
export async function callWithHeaders<N extends EndpointName>(
  name: N,
  input: CallInput<Endpoints[N]>,
  signal?: AbortSignal,
): Promise<{ headers: Headers; reply: Reply<Endpoints[N]> }> {
  return withFailures(name, async () => {
    const answer = await client.send(name, input, signal)
    return { headers: answer.headers, reply: (await answer.json()) as Reply<Endpoints[N]> }
  })
}
