import { adminPages } from '@muster/domain/access'
import { expect, test } from 'vitest'
import { openRouter } from '../router.tsx'

test('every page of the admin area says which one it is, so that the guard knows who may open it', () => {
  const routes = Object.entries(openRouter().routesById).filter(([id]) => id.startsWith('/admin'))
  // Layouts are no pages; what is below them is.
  const pages = routes.filter(([, { children }]) => !children)
  expect(pages.length).toBeGreaterThan(0)
  for (const [id, { options }] of pages) expect(Object.keys(adminPages), id).toContain(options.staticData?.adminPage)
})
