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
  /** Those of them that are made only with a login. */
  readonly personal: readonly string[]
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
  return { segments, names, raw, params }
}

/** What the page reads as a number, and asks for, is not asked for when it is none. */
function writePattern({ segments, raw, params }: ReturnType<typeof readPath>, asked: readonly string[]): string {
  const isAsked = (name: string) => asked.some((address) => address.includes(raw[name] ?? ''))
  const match = (segment: string) => {
    if (!segment.startsWith('$')) return segment
    const name = segment.slice(1)
    return typeof params[name] === 'number' && isAsked(name) ? '([1-9]\\d{0,14})' : '([^/]+)'
  }
  return `^/${segments.map(match).join('/')}$`
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

/** A login that is never sent: loaders see it and ask for more. */
const login = `.${btoa(JSON.stringify({ user_id: 1, exp: Number.MAX_SAFE_INTEGER }))}.`
/** What loaders know of the browser, with or without a login. */
const storageWith = (token: string | null) => ({ getItem: (key: string) => (key === 'auth' ? token : null) }) as Storage

/** Runs the loaders of some routes and answers with the addresses they ask for. @throws when a loader fails. */
async function listen(chain: readonly AnyRoute[], params: unknown, token: string | null): Promise<string[]> {
  const { fetch } = globalThis
  const storage = Object.getOwnPropertyDescriptor(globalThis, 'localStorage')
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, value: storageWith(token) })
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
    if (storage) Object.defineProperty(globalThis, 'localStorage', storage)
    else Reflect.deleteProperty(globalThis, 'localStorage')
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
    const path = readPath(listChain(page), page.fullPath)
    const to = findRedirect(page, path.params)
    const chain = listChain(routes.find(({ fullPath }) => fullPath === to) ?? page)
    const open = await listen(chain, path.params, null)
    const asked = await listen(chain, path.params, login)
    const name = (address: string) =>
      Array.from({ length: path.names.length + 1 }, (_, place) => place).reduce(
        (text, place) => text.replaceAll(String(eventId + place), place === 0 ? '{event}' : `{${place}}`),
        address,
      )
    const personal = asked.filter((address) => !open.includes(address))
    found.push({
      routes: chain.map(({ id }) => id),
      pattern: writePattern(path, asked),
      calls: asked.map(name),
      personal: personal.map(name),
    })
  }
  const countParams = ({ pattern }: FirstCalls) => pattern.split('(').length
  return found.toSorted((a, b) => countParams(a) - countParams(b))
}
