import { afterEach, describe, expect, test, vi } from 'vitest'
import { Failure } from './failure.ts'
import { queryClient, read } from './queries.ts'
import { callWrite } from './writes.ts'

const events = read('getEvents', {}).queryKey
const status = read('getStatus', {}).queryKey
const body = { is_public: true }

const isStale = (key: readonly unknown[]) => queryClient.getQueryState(key)?.isInvalidated

function keepReads(answer: () => Promise<Response>): void {
  queryClient.setQueryData(events, [])
  queryClient.setQueryData(status, {} as never)
  vi.stubGlobal('fetch', answer)
}

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

describe('a write', () => {
  test('makes the reads of its row stale, and no other', async () => {
    keepReads(async () => new Response('{}'))
    await callWrite('saveStatusSettings', { body })
    expect([isStale(status), isStale(events)]).toEqual([true, false])
  })

  test('does so after a refusal too, because the page was outdated', async () => {
    keepReads(async () => new Response('{"code":"changed_meanwhile","error":"Changed"}', { status: 409 }))
    await expect(callWrite('saveStatusSettings', { body })).rejects.toBeInstanceOf(Failure)
    expect(isStale(status)).toBe(true)
  })
})
