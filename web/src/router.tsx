import { createRouter } from '@tanstack/react-router'
import { BrokenPage, NotFoundPage } from './features/shell/plain-pages.tsx'
import { routeTree } from './route-tree.gen.ts'

/** The router of the page; reads the address. */
export const openRouter = () =>
  createRouter({
    routeTree,
    defaultPreload: 'intent',
    // The query cache decides whether data is fresh.
    defaultPreloadStaleTime: 0,
    defaultNotFoundComponent: NotFoundPage,
    defaultErrorComponent: BrokenPage,
    scrollRestoration: true,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof openRouter>
  }
}
