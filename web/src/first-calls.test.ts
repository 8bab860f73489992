import { createMemoryHistory, createRouter } from '@tanstack/react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { queryClient } from './api/calls/queries.ts'
import type { EarlyPage } from './early.ts'
import { type FirstCalls, listFirstCalls } from './first-calls.ts'
import { routeTree } from './route-tree.gen.ts'
import { storeToken } from './lib/browser/session.ts'

const pages = await listFirstCalls()
const token = `x.${btoa(JSON.stringify({ user_id: 7, permissions: [], exp: 4102444800 }))}.x`

const fetched = vi.spyOn(globalThis, 'fetch')
const asked = () => fetched.mock.calls.map(([address]) => address as string)

/** Runs the script that the build makes of `early.ts`, at an address. */
async function openEarly(address: string, extra: Partial<EarlyPage> = {}): Promise<void> {
  window.history.replaceState(null, '', address)
  Object.assign(globalThis, { earlyPages: pages.map((page) => ({ ...page, files: [], ...extra })) })
  vi.resetModules()
  await import('./early.ts')
}

beforeEach(() => {
  fetched.mockReset()
  fetched.mockImplementation(() => Promise.resolve(new Response('[]')))
  delete globalThis.earlyCalls
  queryClient.clear()
})
afterEach(() => {
  storeToken(null)
  window.history.replaceState(null, '', '/')
})

describe('before the application is here', () => {
  test.each([
    '/',
    '/?event=7',
    '/scores/ladder',
    '/scores/ladder/',
    '/scores/for-you?event=7',
    '/scores/progress',
    '/scores/uniques',
    '/streams',
    '/streams/somebody',
    '/rules?event=7',
    '/submissions',
    '/profile/5',
    '/profile/5/7/a%20figure?event=7',
    '/settings',
  ])('%s asks for what its loaders ask for then, and for nothing else', async (address) => {
    await openEarly(address)
    const early = asked()
    expect(early).toContain('/api/events')
    fetched.mockImplementation((url) =>
      Promise.resolve(new Response(url === '/api/events' ? '[{"id": 7, "is_current": false}]' : '[]')),
    )
    globalThis.earlyCalls?.forEach((call, url) => {
      if (url === '/api/events')
        Object.assign(call, { answer: Promise.resolve(new Response('[{"id": 7, "is_current": false}]')) })
    })
    await createRouter({ routeTree, history: createMemoryHistory({ initialEntries: [address] }) }).load()
    await vi.waitFor(() => expect([...(globalThis.earlyCalls ?? new Map()).keys()]).toEqual([]))
    expect(asked()).toEqual(early)
  })

  test.each(['/admin/events/7/categories/root', '/admin/events/7/categories/12?edit=40'])(
    '%s asks for all that the editor shows, and who is there only with a login',
    async (address) => {
      const parts = ['status', 'objectives', 'scoring-presets']
      const calls = (event: string) => parts.map((part) => `/api/events/${part === 'status' ? event : 7}/${part}`)
      await openEarly(address)
      expect(asked()).toEqual(['/api/events', '/api/clock', ...calls('current')])
      fetched.mockClear()
      storeToken(token)
      await openEarly(`${address}${address.includes('?') ? '&' : '?'}event=7`)
      expect(asked()).toEqual(['/api/events', '/api/clock', '/api/users/self', ...calls('7')])
    },
  )

  test('the address that leads to the ladder asks for what the ladder asks for', async () => {
    await openEarly('/scores')
    const early = asked()
    fetched.mockClear()
    await openEarly('/scores/ladder')
    expect(early).toEqual(asked())
    expect(early).toContain('/api/events/current/ladder')
  })

  test('home asks for nine things of its event', async () => {
    await openEarly('/?event=12')
    const event = '/api/events/12'
    const parts = [
      'status',
      'objectives',
      'scoring-presets',
      'scores/latest',
      'scores/history',
      'scores/changes?limit=200&only=points',
      'users',
    ]
    expect(asked()).toEqual(['/api/events', '/api/clock', ...parts.map((part) => `${event}/${part}`)])
  })

  test.each(['?event=0', '?event=x', '?event=1&event=2', ''])('an address with %s means the current event', async (search) => {
    await openEarly(`/scores/ladder${search}`)
    expect(asked()).toContain('/api/events/current/ladder')
  })

  test.each(['/profile/x', '/profile/0', '/admin/events/x/categories/root', '/no/such/page'])(
    '%s asks for nothing',
    async (address) => {
      await openEarly(address)
      expect(asked()).toEqual([])
    },
  )

  test('calls are made with the login, if there is one', async () => {
    const sent = () => fetched.mock.calls[0]?.[1]?.headers
    await openEarly('/')
    expect(sent()).toEqual({ accept: 'application/json' })
    fetched.mockClear()
    storeToken(token)
    await openEarly('/')
    expect(sent()).toEqual({ accept: 'application/json', authorization: `Bearer ${token}` })
  })

  test('the page has its theme, and the scripts that it needs are on their way', async () => {
    localStorage.setItem('preferences', '{"theme":"light"}')
    await openEarly('/', { files: ['/assets/part.js'] })
    expect(document.documentElement.dataset['theme']).toBe('light')
    expect(document.head.querySelector('link[rel=modulepreload]')?.getAttribute('href')).toBe('/assets/part.js')
  })
})

test('every page is listed once, pages with parameters after those without', () => {
  const patterns = pages.map(({ pattern }: FirstCalls) => pattern)
  expect(new Set(patterns).size).toBe(patterns.length)
  expect(patterns.indexOf('^/scores/ladder$')).toBeLessThan(patterns.indexOf('^/scores/([^/]+)$'))
})
