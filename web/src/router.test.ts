import { providers } from '@muster/contract/auth'
import { expect, test } from 'vitest'
import { openRouter } from './router.tsx'

/** The router's result for an address: the innermost route, its parameters and whether it is a page. */
async function open(address: string) {
  window.history.replaceState(null, '', address)
  const router = openRouter()
  await router.load()
  const { routeId, params, status } = router.state.matches.at(-1) ?? {}
  return { routeId, params, status }
}

const routeId = '/auth/$provider/callback'

test.each(providers)('the way back from %s is the page that ends a login', async (provider) => {
  expect(await open(`/auth/${provider}/callback?state=s&code=c`)).toEqual({ routeId, params: { provider }, status: 'success' })
})

test.each(['nobody', 'POE', '__proto__'])('"%s" has no way back, so there is no such page', async (provider) => {
  expect(await open(`/auth/${provider}/callback?state=s&code=c`)).toMatchObject({ routeId, status: 'notFound' })
})
