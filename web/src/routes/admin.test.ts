import type { Endpoint } from '@muster/contract/endpoint'
import { endpoints } from '@muster/contract/endpoints'
import { adminPages, isGranted, nobody } from '@muster/domain/access'
import { createMemoryHistory, createRouter } from '@tanstack/react-router'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { queryClient } from '../api/calls/queries.ts'
import { listFirstCalls } from '../first-calls.ts'
import { storeToken } from '../lib/browser/session.ts'
import { routeTree } from '../route-tree.gen.ts'
import { openRouter } from '../router.tsx'

test('every page of the admin area says which one it is, so that the guard knows who may open it', () => {
  const routes = Object.entries(openRouter().routesById).filter(([id]) => id.startsWith('/admin'))
  // Layouts are no pages; what is below them is.
  const pages = routes.filter(([, { children }]) => !children)
  expect(pages.length).toBeGreaterThan(0)
  for (const [id, { options }] of pages) expect(Object.keys(adminPages), id).toContain(options.staticData?.adminPage)
})

const pages = await listFirstCalls()

describe('a loader runs before the guard', () => {
  const matches = ({ method, path }: Endpoint, address: string) =>
    method === 'GET' && new RegExp(`^/api${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(address.split('?')[0] ?? '')
  const find = (address: string) => (Object.values(endpoints) as Endpoint[]).find((endpoint) => matches(endpoint, address))
  const visitor = nobody
  const player = { ...nobody, roles: [], is_self: true }

  test.each(pages)('$pattern: visitors and players may make every call that its loaders make', ({ calls, personal }) => {
    const isAllowed = (address: string) => {
      const access = find(address)?.access
      return access !== undefined && isGranted(access, personal.includes(address) ? player : visitor)
    }
    expect(calls.filter((address) => !isAllowed(address))).toEqual([])
  })

  test.each([
    ['/admin/signups', ['manager'], '/api/events/current/signups?with=history'],
    ['/admin/team-sort', ['admin'], '/api/events/current/team-sort'],
    ['/admin/events/7/categories/root', ['objective_designer'], '/api/events/7/conditions/valid-mappings'],
  ])('%s asks early for what the roles at login %j allow', async (address, permissions, wanted) => {
    const fetched = vi.spyOn(globalThis, 'fetch')
    fetched.mockImplementation(() => Promise.resolve(new Response('[]')))
    const open = async (roles: readonly string[]) => {
      fetched.mockClear()
      queryClient.clear()
      storeToken(`x.${btoa(JSON.stringify({ user_id: 7, permissions: roles, exp: 4102444800 }))}.x`)
      await createRouter({ routeTree, history: createMemoryHistory({ initialEntries: [address] }) }).load()
      return fetched.mock.calls.map(([url]) => url as string)
    }
    expect(await open(permissions)).toContain(wanted)
    expect(await open(['submission_judge'])).not.toContain(wanted)
  })

  afterEach(() => {
    storeToken(null)
    vi.restoreAllMocks()
  })
})
