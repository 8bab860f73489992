import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import { Agent, type Dispatcher } from 'undici'

/** The head of an answer. Look up header names in lower case. */
export interface Heading {
  readonly status: number
  readonly headers: { get(name: string): string | null }
}

export const isGood = ({ status }: Heading): boolean => status >= 200 && status < 300

export interface Change {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly json?: unknown
}

export interface Sending {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Turns the request into a POST. */
  readonly form?: Readonly<Record<string, string>> | undefined
  /** A request other than GET without a form; JSON as its body. */
  readonly change?: Change | undefined
  readonly signal?: AbortSignal | undefined
  /** Real time for the complete exchange. */
  readonly timeout_ms: number
  readonly largestBody_bytes: number
}

/**
 * Connections to providers are kept open and reused. HTTP/2 stays off because only HTTP/1 is rehearsed. Each request has its own
 * timeout.
 */
const agent = new Agent({ allowH2: false, headersTimeout: 0, bodyTimeout: 0 })

/**
 * Each decompression step switches to another thread and back. With the default of 16 kB, a page of the stream takes two thirds
 * more processor time. Steps above 64 kB gain nothing, and from 128 kB the system allocates and frees memory for each.
 */
const unpackingStep_bytes = 64 * 1024

type Unpack = (packed: Buffer, options: { maxOutputLength: number; chunkSize: number }) => Promise<Buffer>
const unpackers: Readonly<Record<string, Unpack>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  br: promisify(brotliDecompress),
  deflate: promisify(inflate),
}

/** Null if the result exceeds the size limit. */
async function unpack(packed: Buffer, encoding: string | null, largest_bytes: number): Promise<Buffer | null> {
  const run = unpackers[encoding?.trim().toLowerCase() ?? '']
  if (!run) return packed
  try {
    return await run(packed, { maxOutputLength: largest_bytes, chunkSize: unpackingStep_bytes })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return null
    throw error
  }
}

function readHeading(status: number, headers: Readonly<Record<string, string | string[] | undefined>>): Heading {
  const get = (name: string) => {
    const value = headers[name]
    return value === undefined ? null : typeof value === 'string' ? value : value.join(', ')
  }
  return { status, headers: { get } }
}

/** The received answer, still compressed; null if it exceeds the size limit. */
interface Arrived {
  readonly heading: Heading
  readonly packed: Buffer | null
}

/**
 * Sends a request and collects the answer. undici's `request` would create a stream for the body and listeners for signals, but
 * nothing here reads in pieces (decision 0011).
 */
function send(
  { url, headers, form, change, signal, timeout_ms, largestBody_bytes }: Sending,
  onHead: (heading: Heading) => void,
) {
  return new Promise<Arrived>((resolve, reject) => {
    let line: Dispatcher.DispatchController | undefined
    let heading: Heading | undefined
    const pieces: Buffer[] = []
    let size_bytes = 0
    let isOver = false

    function finish(): void {
      isOver = true
      clearTimeout(deadline)
      signal?.removeEventListener('abort', giveUp)
    }
    function fail(problem: unknown): void {
      if (isOver) return
      finish()
      const error = problem instanceof Error ? problem : new Error(String(problem))
      reject(error)
      line?.abort(error)
    }
    const giveUp = () => fail(signal?.reason)
    const deadline = setTimeout(() => fail(new Error(`no complete answer within ${timeout_ms} ms`)), timeout_ms)
    if (signal?.aborted) return giveUp()
    signal?.addEventListener('abort', giveUp, { once: true })

    const { origin, pathname, search } = new URL(url)
    const outgoing = {
      origin,
      path: pathname + search,
      method: change?.method ?? (form ? 'POST' : 'GET'),
      headers: {
        accept: 'application/json',
        'accept-encoding': 'gzip, br',
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...(change?.json !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: form ? new URLSearchParams(form).toString() : change?.json === undefined ? null : JSON.stringify(change.json),
    }
    agent.dispatch(outgoing, {
      onRequestStart(controller) {
        // Aborted while queued for a connection.
        if (isOver) controller.abort(new Error('given up'))
        else line = controller
      },
      onResponseStart(_controller, status, received) {
        // Status 1xx precedes the real answer.
        if (isOver || status < 200) return
        heading = readHeading(status, received)
        try {
          onHead(heading)
        } catch (error) {
          fail(error)
        }
      },
      onResponseData(controller, piece) {
        if (isOver || !heading) return
        size_bytes += piece.length
        pieces.push(piece)
        if (size_bytes <= largestBody_bytes) return
        finish()
        resolve({ heading, packed: null })
        controller.abort(new Error('too large'))
      },
      onResponseEnd() {
        if (isOver || !heading) return
        finish()
        resolve({ heading, packed: Buffer.concat(pieces, size_bytes) })
      },
      onResponseError: (_controller, error) => fail(error),
    })
  })
}

/**
 * Sends one request and returns the complete answer, including redirections.
 * @param onHead called as soon as the head has arrived, while the body is still loading.
 * @returns the decompressed body; null if it exceeds the size limit.
 * @throws network errors, timeouts and the abort reason of the signal.
 */
export async function exchange(
  sending: Sending,
  onHead: (heading: Heading) => void,
): Promise<{ readonly heading: Heading; readonly body: Buffer | null }> {
  const { heading, packed } = await send(sending, onHead)
  const body = packed && (await unpack(packed, heading.headers.get('content-encoding'), sending.largestBody_bytes))
  return { heading, body }
}
