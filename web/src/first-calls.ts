import { type AnyRoute, createMemoryHistory, createRouter, isNotFound, isRedirect } from '@tanstack/react-router'
import { queryClient } from './api/calls/queries.ts'
import { routeTree } from './route-tree.gen.ts'

// Runs while the pages are built (`vite.config.ts`), never in a browser: it listens to what the loaders of each page ask for, so that
// `early.ts` can ask for the same before the application has loaded.

/** What one page asks for first. */
export interface FirstCalls {
  /** The names of the page's routes, as their files are called, the outermost first. */
  readonly routes: readonly string[]
  /** A regular expression for the addresses of the page; its groups are the page's parameters. */
  readonly pattern: string
  /** Addresses of calls. `{event}` stands for the event's id or `current`, `{1}` for the first group of the pattern. */
  readonly calls: readonly string[]
}

/** Stands for the event while we listen; the numbers after it stand for parameters. No address contains them by chance. */
const eventId = 900_000_000

/** From the outermost route to the page's own. */
function listChain(route: AnyRoute): AnyRoute[] {
  const parent = route.parentRoute as AnyRoute | undefined
  return [...(parent ? listChain(parent) : []), route]
}

/** Parameters as a route reads them; unread when our number is none that it knows, such as the name of a provider. */
function parseParams({ options }: AnyRoute, raw: Record<string, string>): object {
  try {
    return options.params?.parse?.(raw) ?? {}
  } catch (thrown) {
    if (isNotFound(thrown)) return {}
    throw thrown
  }
}

/** The segments of a page's address, and values for those that are parameters. */
function readPath(chain: readonly AnyRoute[], fullPath: string) {
  const segments = fullPath.split('/').filter(Boolean)
  const names = segments.filter((segment) => segment.startsWith('$')).map((segment) => segment.slice(1))
  const raw = Object.fromEntries(names.map((name, place) => [name, String(eventId + 1 + place)]))
  const params: Record<string, unknown> = Object.assign({}, raw, ...chain.map((route) => parseParams(route, raw)))
  const match = (segment: string) => {
    if (!segment.startsWith('$')) return segment
    // What the page reads as a number is not asked for when it is none.
    return typeof params[segment.slice(1)] === 'number' ? '([1-9]\\d{0,14})' : '([^/]+)'
  }
  return { pattern: `^/${segments.map(match).join('/')}$`, params, count: names.length }
}

/** Where a page sends its visitors at once; undefined when they stay. */
function findRedirect(route: AnyRoute, params: unknown): string | undefined {
  try {
    route.options.beforeLoad?.({ params, search: { event: eventId } } as never)
  } catch (thrown) {
    if (isRedirect(thrown)) return thrown.options.to as string
    throw thrown
  }
  return undefined
}

/** Runs the loaders of some routes and answers with the addresses they ask for. @throws when a loader fails. */
async function listen(chain: readonly AnyRoute[], params: unknown): Promise<string[]> {
  const { fetch } = globalThis
  const asked = new Set<string>()
  globalThis.fetch = (address) => {
    asked.add(address as string)
    return new Promise(() => {})
  }
  queryClient.clear()
  try {
    for (const { options } of chain) {
      const deps: unknown = options.loaderDeps?.({ search: { event: eventId } }) ?? {}
      const loader = options.loader as ((input: unknown) => unknown) | undefined
      loader?.({ deps, params })
    }
    // Queries begin in microtasks.
    await new Promise((resolve) => setTimeout(resolve))
    const broken = queryClient.getQueryCache().getAll()
    for (const { state } of broken) if (state.fetchFailureReason) throw state.fetchFailureReason
  } finally {
    globalThis.fetch = fetch
    queryClient.clear()
  }
  return [...asked]
}

/** Every page with what its loaders ask for; pages with parameters come last. */
export async function listFirstCalls(): Promise<FirstCalls[]> {
  const { routesById } = createRouter({ routeTree, history: createMemoryHistory() })
  const routes = Object.values(routesById) as AnyRoute[]
  const pages = routes.filter(({ children }) => children === undefined)
  const found: FirstCalls[] = []
  for (const page of pages) {
    const { pattern, params, count } = readPath(listChain(page), page.fullPath)
    const to = findRedirect(page, params)
    const chain = listChain(routes.find(({ fullPath }) => fullPath === to) ?? page)
    const asked = await listen(chain, params)
    const name = (address: string) =>
      Array.from({ length: count + 1 }, (_, place) => place).reduce(
        (text, place) => text.replaceAll(String(eventId + place), place === 0 ? '{event}' : `{${place}}`),
        address,
      )
    found.push({ routes: chain.map(({ id }) => id), pattern, calls: asked.map(name) })
  }
  const countParams = ({ pattern }: FirstCalls) => pattern.split('(').length
  return found.toSorted((a, b) => countParams(a) - countParams(b))
}
