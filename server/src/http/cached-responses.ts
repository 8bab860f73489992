import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { createCache } from '../cache.ts'

export type Encoding = 'br' | 'gzip' | 'identity'

/** A response as bytes. */
export interface CachedBody {
  readonly etag: string
  /** Its headers. */
  readonly sent: Readonly<Record<string, string>>
  /** For the uncompressed body. */
  readonly bytes: number
  /** The body in an encoding; compressed on first use, then cached. */
  encode(encoding: Encoding): Buffer | Promise<Buffer>
}

/** How long a cached response is valid. */
export interface Freshness {
  readonly fresh_ms: number
  /** Only a response of this version is fresh; undefined: any version. */
  readonly known_version?: string | undefined
}

/** How to make a response, and how long it is valid. */
export interface Recipe extends Freshness {
  version?(): Promise<string | null>
  load(): Promise<{ body: CachedBody; changes_at: number | undefined }>
}

export interface ResponseCache {
  /** A cached, fresh response; undefined: `read` has to check. */
  peek(key: string, freshness: Freshness): CachedBody | undefined
  read(key: string, recipe: Recipe): Promise<CachedBody>
  /** Called after a write: every response has to be checked again. */
  expire(): void
}

interface Entry {
  readonly body: CachedBody
  readonly version: string | null
  readonly checked_at: number
  readonly generation: number
  readonly changes_at: number
}

interface Running extends Pick<Freshness, 'known_version'> {
  readonly generation: number
  readonly result: Promise<CachedBody>
}

/** A smaller answer does not save packets when compressed. */
const smallestCompressed_bytes = 1000
/** Above this brotli uses a lower level: for the scores of a full event a seventh more bytes in less than half the time. */
const lightlyCompressed_bytes = 500_000
/** A query can ask for many large answers, such as the ladder at each hour: memory is counted, not only answers. */
const part_bytes = 256 * 1024
const gzipBytes = promisify(gzip)
const brotliBytes = promisify(brotliCompress)

export function encodeBody(text: string, headers: Readonly<Record<string, string>>): CachedBody {
  const plain = Buffer.from(text)
  const encoded = new Map<Encoding, Buffer | Promise<Buffer>>([['identity', plain]])
  const compress = (encoding: Encoding) =>
    encoding === 'br'
      ? brotliBytes(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: plain.length > lightlyCompressed_bytes ? 2 : 5 } })
      : gzipBytes(plain, { level: plain.length > lightlyCompressed_bytes ? 2 : 6 })
  // Weak: an answer has the same tag in all encodings.
  const etag = `W/"${createHash('sha256').update(plain).update(JSON.stringify(headers)).digest('base64url').slice(0, 27)}"`
  return {
    etag,
    sent: { 'cache-control': 'no-cache', vary: 'Accept-Encoding, Authorization', etag, ...headers },
    bytes: plain.length,
    encode(encoding) {
      const known = encoded.get(encoding)
      if (known) return known
      const made = compress(encoding).then((bytes) => {
        encoded.set(encoding, bytes)
        return bytes
      })
      encoded.set(encoding, made)
      return made
    },
  }
}

function readAccepted(accepted: string): Encoding {
  const taken = accepted
    .split(',')
    .map((part) => part.trim().toLowerCase().split(';'))
    .filter(([, quality]) => !/^\s*q=0(\.0*)?$/.test(quality ?? ''))
    .map(([name]) => name)
  return taken.includes('br') ? 'br' : taken.includes('gzip') ? 'gzip' : 'identity'
}

/** The best encoding that the client accepts and that pays off for this size. */
export const chooseEncoding = (accepted: string | undefined, bytes: number): Encoding =>
  accepted === undefined || bytes < smallestCompressed_bytes ? 'identity' : readAccepted(accepted)

/**
 * Caches encoded responses shared by many viewers. A fresh one is sent without a check; afterwards one caller checks for all
 * waiting ones, and an unchanged response keeps its bytes and its tag.
 * @param options.eventNow the event clock, for responses that change at a known time
 * @param options.freshness factor on the freshness of every response; 0 = check on each call
 */
export function createResponseCache(options: {
  steadyNow?: () => number
  eventNow: () => number
  freshness?: number
}): ResponseCache {
  const { steadyNow = () => performance.now(), eventNow, freshness = 1 } = options
  const entries = createCache<string, Entry>('responses', ({ body }) => Math.max(1, Math.ceil(body.bytes / part_bytes)))
  const checking = new Map<string, Running>()
  let generation = 0

  function isFresh(entry: Entry, { fresh_ms, known_version }: Freshness): boolean {
    if (known_version !== undefined && known_version !== entry.version) return false
    const age = steadyNow() - entry.checked_at
    return entry.generation === generation && age < fresh_ms * freshness && eventNow() < entry.changes_at
  }

  async function check(key: string, recipe: Recipe, known: Entry | undefined): Promise<CachedBody> {
    const started = { checked_at: steadyNow(), generation }
    const version = (await recipe.version?.()) ?? null
    if (known && version !== null && version === known.version && eventNow() < known.changes_at) {
      entries.set(key, { ...known, ...started })
      return known.body
    }
    const { body: made, changes_at = Number.POSITIVE_INFINITY } = await recipe.load()
    const body = known?.body.etag === made.etag ? known.body : made
    entries.set(key, { body, version, changes_at, ...started })
    return body
  }

  function peek(key: string, wanted: Freshness): CachedBody | undefined {
    const known = entries.get(key)
    return known && isFresh(known, wanted) ? known.body : undefined
  }

  return {
    peek,
    async read(key, recipe) {
      const fresh = peek(key, recipe)
      if (fresh) return fresh
      const known = entries.get(key)
      const running = checking.get(key)
      // A check that began before the last write or the last announced change may have missed it; it is not shared.
      const { known_version } = recipe
      if (running && running.generation === generation && running.known_version === known_version) return running.result
      const result = check(key, recipe, known).finally(() => {
        if (checking.get(key)?.result === result) checking.delete(key)
      })
      checking.set(key, { generation, known_version, result })
      return result
    },
    expire() {
      generation++
    },
  }
}
