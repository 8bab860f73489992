import { expect, it } from 'vitest'
import { createTurns } from './turns.ts'

const rules = { at_once: 2, most_waiting: 2, patience_ms: 60_000 }

/** Requests turns in order, and records which ones have begun. */
function watch(given: Partial<typeof rules> = {}) {
  const turns = createTurns<string>({ ...rules, ...given })
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const ask = (name: string, signal?: AbortSignal) =>
    turns.take(name.charAt(0), signal).then((end) => {
      begun.push(name)
      ends.set(name, end)
    })
  const end = async (name: string) => {
    ends.get(name)?.()
    await new Promise(setImmediate)
  }
  return { ask, begun, end }
}

it('runs one per key at a time, the next when it ends, and other keys in parallel', async () => {
  const { ask, begun, end } = watch()
  await ask('a1')
  const second = ask('a2')
  await ask('b1')
  expect(begun).toEqual(['a1', 'b1'])
  await end('a1')
  await second
  expect(begun).toEqual(['a1', 'b1', 'a2'])
})

it('stays within the limit, and a turn waiting for its key does not delay other keys', async () => {
  const { ask, begun, end } = watch({ at_once: 2 })
  await Promise.all([ask('a1'), ask('b1')])
  const [again, other] = [ask('a2'), ask('c1')]
  await end('b1')
  await other
  expect(begun).toEqual(['a1', 'b1', 'c1'])
  await end('a1')
  await again
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2'])
})

it('refuses a turn if too many wait, or after too long a wait', async () => {
  const { ask, begun } = watch({ most_waiting: 1, patience_ms: 1 })
  await ask('a1')
  const late = ask('a2')
  await expect(ask('a3')).rejects.toMatchObject({ code: 'preview_busy' })
  await expect(late).rejects.toMatchObject({ code: 'preview_busy' })
  expect(begun).toEqual(['a1'])
})

it('a waiting turn that is cancelled makes way for the next', async () => {
  const { ask, begun, end } = watch()
  await ask('a1')
  const page = new AbortController()
  const left = ask('a2', page.signal)
  const next = ask('a3')
  page.abort()
  await expect(left).rejects.toMatchObject({ code: 'preview_busy' })
  await end('a1')
  await next
  expect(begun).toEqual(['a1', 'a3'])
})
