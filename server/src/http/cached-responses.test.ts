import { gunzipSync, brotliDecompressSync } from 'node:zlib'
import { beforeEach, describe, expect, it } from 'vitest'
import { cacheLimits } from '../cache.ts'
import { chooseEncoding, createResponseCache, encodeBody, type Recipe, type ResponseCache } from './cached-responses.ts'

let wall: number
let event: number
let cache: ResponseCache
let loads: number
let text: string

beforeEach(() => {
  wall = event = loads = 0
  text = 'first'
  cache = createResponseCache({ steadyNow: () => wall, eventNow: () => event })
})

const recipe = (more: Partial<Recipe> = {}): Recipe => ({
  fresh_ms: 1000,
  load: async () => {
    loads++
    return { body: encodeBody(text, {}), changes_at: undefined }
  },
  ...more,
})
const read = async (key: string, more?: Partial<Recipe>) =>
  (await (await cache.read(key, recipe(more))).encode('identity')).toString()

describe('a cached response', () => {
  it('D-32: is loaded once for all simultaneous callers, and while it is fresh', async () => {
    await Promise.all(Array.from({ length: 50 }, () => read('a')))
    wall = 999
    await read('a')
    expect(loads).toBe(1)
  })

  it('is checked again when it is no longer fresh', async () => {
    await read('a')
    text = 'second'
    wall = 1000
    expect(await read('a')).toBe('second')
  })

  it('is checked again after a write, even by callers whose check began earlier', async () => {
    let release = () => {}
    const early = read('a', {
      load: async () => {
        const seen = text
        await new Promise<void>((resolve) => {
          release = resolve
        })
        return { body: encodeBody(seen, {}), changes_at: undefined }
      },
    })
    await Promise.resolve()
    text = 'second'
    cache.expire()
    expect(await read('a')).toBe('second')
    release()
    expect(await early).toBe('first')
    expect(await read('a')).toBe('second')
  })

  it('is not loaded again while its version is unchanged', async () => {
    let version = '1'
    const versioned = { version: async () => version }
    await read('a', versioned)
    wall = 5000
    await read('a', versioned)
    expect(loads).toBe(1)
    version = '2'
    wall = 10_000
    await read('a', versioned)
    expect(loads).toBe(2)
  })

  it('is not sent if a newer version is known, even if fresh, nor shared with callers from before', async () => {
    let version = '1'
    const versioned = () => ({ version: async () => version, known_version: version })
    await read('a', versioned())
    text = 'second'
    expect(await read('a', versioned())).toBe('first')
    const { promise, resolve: release } = Promise.withResolvers<void>()
    wall = 1000
    const early = read('a', {
      ...versioned(),
      version: async () => {
        await promise
        return '1'
      },
    })
    version = '2'
    expect(await read('a', versioned())).toBe('second')
    release()
    expect(await early).toBe('first')
    expect(await read('a', versioned())).toBe('second')
  })

  it('ends at the time of its next change, on the event clock', async () => {
    const opening = {
      version: async () => 'same',
      load: async () => ({ body: encodeBody(event < 500 ? 'closed' : 'open', {}), changes_at: event < 500 ? 500 : undefined }),
    }
    expect(await read('a', opening)).toBe('closed')
    event = 499
    expect(await read('a', opening)).toBe('closed')
    event = 500
    expect(await read('a', opening)).toBe('open')
  })

  it('keeps its bytes and its tag if the content is unchanged', async () => {
    const before = await cache.read('a', recipe())
    wall = 1000
    const after = await cache.read('a', recipe())
    expect(loads).toBe(2)
    expect(after).toBe(before)
    text = 'second'
    wall = 2000
    expect((await cache.read('a', recipe())).etag).not.toBe(before.etag)
  })

  it('is dropped if it could not be loaded', async () => {
    await expect(read('a', { load: () => Promise.reject(new Error('away')) })).rejects.toThrow('away')
    expect(await read('a')).toBe('first')
  })

  it('makes room for newer ones', async () => {
    const keys = Array.from({ length: cacheLimits.responses }, (_, number) => String(number))
    for (const key of ['first', ...keys, ...keys]) await read(key)
    expect(loads).toBe(cacheLimits.responses + 1)
    await read('first')
    expect(loads).toBe(cacheLimits.responses + 2)
  })

  it('makes room by its size, too', async () => {
    const large = recipe({
      load: async () => {
        loads++
        return { body: { ...encodeBody(text, {}), bytes: 100 * 1024 * 1024 }, changes_at: undefined }
      },
    })
    for (const key of ['a', 'b', 'c', 'b', 'c']) await cache.read(key, large)
    expect(loads).toBe(3)
    await cache.read('a', large)
    expect(loads).toBe(4)
  })

  it('is compressed once and opens to the same text', async () => {
    text = 'x'.repeat(5000)
    const body = await cache.read('a', recipe())
    expect(gunzipSync(await body.encode('gzip')).toString()).toBe(text)
    expect(brotliDecompressSync(await body.encode('br')).toString()).toBe(text)
    expect(await body.encode('br')).toBe(await body.encode('br'))
  })
})

describe('the encoding of an answer', () => {
  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['identity', 'identity'],
    ['', 'identity'],
    [undefined, 'identity'],
    ['deflate', 'identity'],
  ])('for "%s" is %s', (accepted, encoding) => {
    expect(chooseEncoding(accepted, 5000)).toBe(encoding)
  })

  it('is identity for short answers', () => {
    expect(chooseEncoding('br', 999)).toBe('identity')
  })
})
