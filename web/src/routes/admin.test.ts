import type { Endpoint } from '@muster/contract/endpoint'
import { endpoints } from '@muster/contract/endpoints'
import { adminPages, type Caller, isGranted, nobody } from '@muster/domain/access'
import { type AnyRoute, createMemoryHistory, createRouter } from '@tanstack/react-router'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { queryClient } from '../api/calls/queries.ts'
import { storeToken } from '../lib/browser/session.ts'
import { routeTree } from '../route-tree.gen.ts'
import { openRouter } from '../router.tsx'

test('every page of the admin area declares its name, so that the guard can check it', () => {
  const routes = Object.entries(openRouter().routesById).filter(([id]) => id.startsWith('/admin'))
  // Layouts are not pages; their children are.
  const pages = routes.filter(([, { children }]) => !children)
  expect(pages.length).toBeGreaterThan(0)
  for (const [id, { options }] of pages) expect(Object.keys(adminPages), id).toContain(options.staticData?.adminPage)
})

/** The address of every page; parameters are numbers, or a provider's name. */
const addresses = (Object.values(openRouter().routesById) as AnyRoute[])
  .filter(({ children }) => children === undefined)
  .map(({ fullPath }) => fullPath.replace('$provider', 'poe').replaceAll(/\$\w+/g, '7'))

describe('a loader runs before the guard', () => {
  const matches = ({ method, path }: Endpoint, address: string) =>
    method === 'GET' && new RegExp(`^/api${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(address.split('?')[0] ?? '')
  const find = (address: string) => (Object.values(endpoints) as Endpoint[]).find((endpoint) => matches(endpoint, address))
  const fetched = vi.spyOn(globalThis, 'fetch')

  /** Runs the loaders of an address. @returns their calls */
  async function load(address: string, token: string | null): Promise<string[]> {
    fetched.mockReset()
    fetched.mockImplementation(() => Promise.resolve(new Response('[]')))
    queryClient.clear()
    storeToken(token)
    await createRouter({ routeTree, history: createMemoryHistory({ initialEntries: [address] }) }).load()
    return fetched.mock.calls.map(([url]) => url as string)
  }
  const tokenWith = (permissions: readonly string[]) =>
    `x.${btoa(JSON.stringify({ user_id: 7, permissions, exp: 4102444800 }))}.x`

  test.each(addresses)('%s: visitors and players may make every call that its loaders make', async (address) => {
    const isAllowed = (call: string, caller: Caller) => {
      const access = find(call)?.access
      return access !== undefined && isGranted(access, caller)
    }
    const listRefused = async (token: string | null, caller: Caller) =>
      (await load(address, token)).filter((call) => !isAllowed(call, caller))
    expect(await listRefused(null, nobody)).toEqual([])
    expect(await listRefused(tokenWith([]), { ...nobody, roles: [], is_self: true })).toEqual([])
  })

  test.each([
    ['/admin/signups', ['manager'], '/api/events/current/signups?with=history'],
    ['/admin/team-sort', ['admin'], '/api/events/current/team-sort'],
    ['/admin/events/7/categories/root', ['objective_designer'], '/api/events/7/conditions/valid-mappings'],
  ])('%s prefetches the calls that the roles at login %j allow', async (address, permissions, wanted) => {
    expect(await load(address, tokenWith(permissions))).toContain(wanted)
    expect(await load(address, tokenWith(['submission_judge']))).not.toContain(wanted)
  })

  afterEach(() => {
    storeToken(null)
    queryClient.clear()
  })
})
