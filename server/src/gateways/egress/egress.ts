import { lookup as lookupName } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { Agent, buildConnector, type Dispatcher } from 'undici'
import { isPublicAddress } from './public-address.ts'

/** Real time for a connection, and for the complete answer. */
const connectTimeout_ms = 5_000
const usualTimeout_ms = 10_000
/** Answers of receivers are short; the rest of a longer one is not read. */
const largestAnswer_bytes = 16 * 1024
const largestHeaders_bytes = 8 * 1024

export interface EgressRequest {
  readonly method: 'POST' | 'PATCH'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
  readonly signal?: AbortSignal | undefined
  readonly timeout_ms?: number
}

/**
 * `address_refused`: not an address that this server calls · `unreachable`: nothing was sent · `no_answer`: the request was sent,
 * and may have had its effect.
 */
export type EgressFailure = 'address_refused' | 'unreachable' | 'no_answer'

export type EgressAnswer =
  | {
      readonly ok: true
      /** A redirect is an answer like others: it is never followed. */
      readonly status: number
      /** Looked up in lower case. */
      readonly header: (name: string) => string | null
      /** The first 16 KiB of it. */
      readonly body: string
    }
  | { readonly ok: false; readonly reason: EgressFailure; readonly detail: string }

/** Calls addresses that people give. */
export interface Egress {
  /** Sends one request. Never throws; the texts of failures contain no part of the address behind its host. */
  send(request: EgressRequest): Promise<EgressAnswer>
}

class AddressRefused extends Error {}

/**
 * Resolves the name at each connection and refuses it if one of its addresses is not on the internet, so that a later answer of
 * the name server cannot get around the check.
 */
const guardLookup =
  (resolve: typeof lookupName): LookupFunction =>
  (name, options, callback) => {
    resolve(name, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '')
      const [first] = addresses
      if (first === undefined || addresses.some(({ address }) => !isPublicAddress(address)))
        return callback(new AddressRefused('its name leads to an address inside a private network'), '')
      if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }

const connectOptions = { timeout: connectTimeout_ms, allowH2: false, rejectUnauthorized: true, maxCachedSessions: 0 } as const

/** An address without a name is not looked up, so it is checked here. */
function guardConnector(resolve: typeof lookupName): buildConnector.connector {
  const connect = buildConnector({ ...connectOptions, lookup: guardLookup(resolve) })
  return (options, callback) => {
    const literal = options.hostname.replace(/^\[|\]$/g, '')
    if (isIP(literal) !== 0 && !isPublicAddress(literal))
      return callback(new AddressRefused('it is inside a private network'), null)
    connect(options, callback)
  }
}

// Connections are not kept: if the receiver closed one during a request, its effect would be unknown.
const agentOptions = { pipelining: 0, maxHeaderSize: largestHeaders_bytes, headersTimeout: 0, bodyTimeout: 0 } as const

const describe = (error: unknown) => (error instanceof Error && error.message !== '' ? error.message : 'no answer').slice(0, 300)

/**
 * @param allowed origins that may be inside a private network and without TLS, because the operator named them
 * @param resolve for tests
 */
export function createEgress(allowed: readonly string[], resolve: typeof lookupName = lookupName): Egress {
  const guarded = new Agent({ ...agentOptions, connect: guardConnector(resolve) })
  const open = new Agent({ ...agentOptions, connect: connectOptions })

  return {
    send({ method, url, headers, body, signal, timeout_ms = usualTimeout_ms }) {
      if (!URL.canParse(url)) return Promise.resolve({ ok: false, reason: 'address_refused', detail: 'it is not an address' })
      const { origin, protocol, pathname, search, username, password } = new URL(url)
      const isAllowed = allowed.includes(origin)
      if (username !== '' || password !== '')
        return Promise.resolve({ ok: false, reason: 'address_refused', detail: 'it contains a name or password' })
      if (protocol !== 'https:' && !isAllowed)
        return Promise.resolve({ ok: false, reason: 'address_refused', detail: 'it does not begin with https://' })
      return new Promise<EgressAnswer>((resolveAnswer) => {
        let isOver = false
        let isSent = false
        let line: Dispatcher.DispatchController | undefined
        let heading: { status: number; received: Readonly<Record<string, string | string[] | undefined>> } | undefined
        const pieces: Buffer[] = []
        let size_bytes = 0

        function finish(answer: EgressAnswer): void {
          if (isOver) return
          isOver = true
          clearTimeout(deadline)
          signal?.removeEventListener('abort', giveUp)
          resolveAnswer(answer)
          // After an end, this does nothing.
          line?.abort(new Error('finished'))
        }
        function fail(error: unknown): void {
          if (heading) return answer()
          const cause = error instanceof Error && error.cause instanceof AddressRefused ? error.cause : error
          if (cause instanceof AddressRefused) return finish({ ok: false, reason: 'address_refused', detail: cause.message })
          finish({ ok: false, reason: isSent ? 'no_answer' : 'unreachable', detail: describe(error) })
        }
        /** A status is an answer, even if its body is cut off. */
        function answer(): void {
          if (!heading) return fail(new Error('no answer'))
          const { status, received } = heading
          finish({
            ok: true,
            status,
            header: (name) => {
              const value = received[name]
              return value === undefined ? null : typeof value === 'string' ? value : value.join(', ')
            },
            body: Buffer.concat(pieces, size_bytes).subarray(0, largestAnswer_bytes).toString('utf8'),
          })
        }
        const giveUp = () => fail(new Error('this server is stopping'))
        const deadline = setTimeout(() => fail(new Error(`no complete answer within ${timeout_ms} ms`)), timeout_ms)
        if (signal?.aborted) return giveUp()
        signal?.addEventListener('abort', giveUp, { once: true })

        const outgoing = {
          origin,
          path: pathname + search,
          method,
          headers: { accept: 'application/json', 'accept-encoding': 'identity', 'content-type': 'application/json', ...headers },
          body,
        }
        const agent = isAllowed ? open : guarded
        agent.dispatch(outgoing, {
          onRequestStart(controller) {
            if (isOver) return controller.abort(new Error('given up'))
            line = controller
            isSent = true
          },
          onResponseStart(_controller, status, received) {
            // Status 1xx precedes the real answer.
            if (status >= 200) heading = { status, received }
          },
          onResponseData(_controller, piece) {
            if (isOver || !heading) return
            size_bytes += piece.length
            pieces.push(piece)
            if (size_bytes > largestAnswer_bytes) answer()
          },
          onResponseEnd: answer,
          onResponseError: (_controller, error) => fail(error),
        })
      })
    },
  }
}
