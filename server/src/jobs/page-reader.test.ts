import { beforeEach, describe, expect, test } from 'vitest'
import type { GameAnswer } from '../gateways/game/gateway.ts'
import { createPageReader, type TakenPage } from './page-reader.ts'

const name = (page: number, shard = 1) => `${page}-${shard}-1-1-1`
const failure: GameAnswer<TakenPage> = { ok: false, failure: { reason: 'malformed', detail: 'not JSON' } }

/** The requests in order, with functions that deliver the head and then the page or a failure. */
let asked: { change_id: string; head: (next: string) => void; answer: (answer: GameAnswer<TakenPage>) => Promise<void> }[]
let reader: ReturnType<typeof createPageReader<null>>

beforeEach(() => {
  asked = []
  reader = createPageReader<null>((_, change_id, head) => {
    const { promise, resolve } = Promise.withResolvers<GameAnswer<TakenPage>>()
    const answer = async (one: GameAnswer<TakenPage>) => {
      resolve(one)
      // Runs all pending callbacks.
      await new Promise(setImmediate)
    }
    asked.push({ change_id, head, answer })
    return promise
  })
})

const listAsked = () => asked.map(({ change_id }) => change_id)

const aPage = (change_id: string, next_change_id: string): GameAnswer<TakenPage> => ({
  ok: true,
  value: { change_id, next_change_id, at: new Date(0), tabs: [], isEmpty: false },
})

/** Answers the newest request with a page that leads to `next`. */
async function arrive(next: string) {
  const newest = asked.at(-1)
  newest?.head(next)
  await newest?.answer(aPage(newest.change_id, next))
}

describe('a page that failed', () => {
  beforeEach(async () => {
    const reading = reader.read(null, name(1))
    asked[0]?.head(name(2))
    await asked[0]?.answer(failure)
    expect(await reading).toEqual(failure)
    expect(listAsked()).toEqual([name(1), name(2)])
  })

  test('is requested again before any page behind the requests that were open when it failed', async () => {
    await arrive(name(3))
    expect(listAsked()).toEqual([name(1), name(2)])
    void reader.read(null, name(1))
    expect(listAsked()).toEqual([name(1), name(2), name(1)])
  })

  test('is not overtaken while it is loading; once its head arrives, reading ahead continues', async () => {
    const reading = reader.read(null, name(1))
    asked[1]?.head(name(3))
    await asked[1]?.answer(aPage(name(2), name(3)))
    expect(listAsked()).toEqual([name(1), name(2), name(1)])
    asked[2]?.head(name(2))
    expect(listAsked()).toEqual([name(1), name(2), name(1), name(3)])
    await asked[2]?.answer(aPage(name(1), name(2)))
    expect(await reading).toMatchObject({ ok: true })
    expect(reader.takeReady(null, name(2), () => true)).toMatchObject({ change_id: name(2) })
  })

  test('may have grown since: the page requested behind it no longer follows it', async () => {
    await arrive(name(3))
    const reading = reader.read(null, name(1))
    await arrive(name(2, 2))
    expect(listAsked()).toEqual([name(1), name(2), name(1), name(2, 2)])
    expect(await reading).toMatchObject({ value: { next_change_id: name(2, 2) } })
    void reader.read(null, name(2, 2))
    await arrive(name(3, 2))
    expect(listAsked().slice(3)).toEqual([name(2, 2), name(3, 2)])
  })
})

test('a position from the head is discarded if the page itself names another, and nothing is requested behind it', async () => {
  const reading = reader.read(null, name(1))
  asked[0]?.head(name(2))
  await asked[0]?.answer(aPage(name(1), name(1)))
  await reading
  await arrive(name(3))
  expect(listAsked()).toEqual([name(1), name(2)])
  void reader.read(null, name(1))
  expect(listAsked()).toEqual([name(1), name(2), name(1)])
})
