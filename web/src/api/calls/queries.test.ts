import { afterEach, expect, test } from 'vitest'
import { queryClient, whenAnswered } from './queries.ts'

afterEach(() => queryClient.clear())

test('the page is notified when all its requests have been answered, including failed ones', async () => {
  const good = Promise.withResolvers<string>()
  const bad = Promise.withResolvers<string>()
  let isAnswered = false
  void queryClient.prefetchQuery({ queryKey: ['good'], queryFn: () => good.promise, retry: false })
  void queryClient.prefetchQuery({ queryKey: ['bad'], queryFn: () => bad.promise, retry: false })
  const answered = whenAnswered().then(() => {
    isAnswered = true
  })
  good.resolve('here')
  await good.promise
  expect(isAnswered).toBe(false)
  bad.reject(new Error('not here'))
  await answered
  expect(queryClient.getQueryState(['bad'])?.status).toBe('error')
})

test('the page is notified of one call without waiting for others', async () => {
  void queryClient.prefetchQuery({ queryKey: ['getScoreHistory'], queryFn: () => new Promise(() => {}) })
  void queryClient.prefetchQuery({ queryKey: ['getEvents'], queryFn: async () => [] })
  await whenAnswered('getEvents')
  expect(queryClient.getQueryData(['getEvents'])).toEqual([])
})

test('resolves at once if nothing was requested', async () => {
  await whenAnswered()
})
