import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { pipeline, type Readable, type Transform } from 'node:stream'
import { Agent, request } from 'undici'

/** The head of an answer. Names of headers are asked for in lower case. */
export interface Heading {
  readonly status: number
  readonly headers: { get(name: string): string | null }
}

export const isGood = ({ status }: Heading): boolean => status >= 200 && status < 300

export interface Sending {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Makes it a POST. */
  readonly form?: Readonly<Record<string, string>> | undefined
  readonly signal?: AbortSignal | undefined
  /** Real time for the whole of it. */
  readonly timeout_ms: number
  readonly largestBody_bytes: number
}

/** Lines to providers are kept and used again. A provider is spoken to in the form it was rehearsed in. */
const agent = new Agent({ allowH2: false })

const unpackers: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  br: createBrotliDecompress,
  deflate: createInflate,
}

function unpack(body: Readable, encoding: string): Readable {
  const make = unpackers[encoding.trim().toLowerCase()]
  if (!make) return body
  const unpacked = make()
  // Whoever reads the unpacked bytes is told of an error there.
  pipeline(body, unpacked, () => undefined)
  return unpacked
}

/** Reads a body up to the limit; null when it is larger. */
async function readBody(body: Readable, largest_bytes: number): Promise<Buffer | null> {
  const pieces: Uint8Array[] = []
  let size_bytes = 0
  for await (const piece of body as AsyncIterable<Uint8Array>) {
    size_bytes += piece.length
    if (size_bytes > largest_bytes) return null
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

/**
 * One request and its whole answer; redirections are answers. `fetch` would do the same with twice the work, most of it for
 * streams of the web that nobody reads here.
 * @param onHead is called as soon as the head is there, while the body is still on the way.
 * @returns the body unpacked; null when it is larger than the limit.
 * @throws what the network says, and when the time is over or the signal aborts.
 */
export async function exchange(
  { url, headers, form, signal, timeout_ms, largestBody_bytes }: Sending,
  onHead: (heading: Heading) => void,
): Promise<{ readonly heading: Heading; readonly body: Buffer | null }> {
  const ended = new AbortController()
  const end = () => ended.abort(signal?.reason)
  if (signal?.aborted) end()
  signal?.addEventListener('abort', end, { once: true })
  const deadline = setTimeout(() => ended.abort(new Error(`no whole answer within ${timeout_ms} ms`)), timeout_ms)
  try {
    const answer = await request(url, {
      dispatcher: agent,
      method: form ? 'POST' : 'GET',
      headers: {
        accept: 'application/json',
        'accept-encoding': 'gzip, br',
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...headers,
      },
      body: form ? new URLSearchParams(form).toString() : null,
      signal: ended.signal,
    })
    const heading: Heading = {
      status: answer.statusCode,
      headers: {
        get(name) {
          const value = answer.headers[name]
          return value === undefined ? null : typeof value === 'string' ? value : value.join(', ')
        },
      },
    }
    onHead(heading)
    const body = await readBody(unpack(answer.body, heading.headers.get('content-encoding') ?? ''), largestBody_bytes)
    return { heading, body }
  } finally {
    clearTimeout(deadline)
    signal?.removeEventListener('abort', end)
  }
}
