import type { Provider } from '@muster/contract/auth'
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { queryClient, read } from '../../api/calls/queries.ts'
import { renderInEvent, seedEvent } from '../../test-event.tsx'
import type { CallbackSearch } from './callback-search.ts'
import { ProviderCallback } from './provider-callback.tsx'
import { judgeAccount } from './use-account.ts'

const answerWith = (status: number, body: unknown) =>
  vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(new Response(JSON.stringify(body), { status })))
const show = async (search: CallbackSearch, provider: Provider = 'poe') => {
  await renderInEvent(<ProviderCallback provider={provider} search={search} />)
  await act(async () => {
    await new Promise((resolve) => setTimeout(resolve, 0))
  })
}
/** The request for Discord's consent page. */
const findRedirect = (calls: Parameters<typeof fetch>[]) =>
  calls.find(([url]) => typeof url === 'string' && url.startsWith('/api/oauth2/discord/redirect'))
/** For user 7, valid for many years. */
const token = `a.${btoa(JSON.stringify({ user_id: 7, permissions: [], exp: 4_000_000_000 }))}.c`
const user = { id: 7, display_name: 'Veskir' }

beforeEach(() => seedEvent({}))
afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

describe('the way back from the provider', () => {
  test('sends code, state and its own address once, stores the token and shows the user', async () => {
    const fetched = answerWith(200, { auth_token: 'a.b.c', last_path: '/', user })
    await show({ state: 's', code: 'c' })
    const exchanges = fetched.mock.calls.filter(([url]) => url === '/api/oauth2/poe/callback')
    expect(exchanges).toHaveLength(1)
    expect(JSON.parse((exchanges[0]?.[1]?.body ?? '') as string)).toEqual({
      state: 's',
      code: 'c',
      redirect_url: 'http://localhost:3000/auth/poe/callback',
    })
    expect(localStorage.getItem('auth')).toBe('a.b.c')
    expect(queryClient.getQueryData(read('getUser', {}).queryKey)).toEqual(user)
  })

  test.each([
    ['login_state_unknown', 400, 'This login was not started here, was already used, or has expired; please start again'],
    ['login_refused', 400, 'The provider rejected the login'],
    ['provider_unavailable', 502, 'The provider did not respond as expected, please try again'],
  ])("shows the server's message about %s and offers a new login", async (code, status, error) => {
    answerWith(status, { error, code })
    await show({ state: 's', code: 'c' })
    expect(screen.getByRole('alert').textContent).toContain(error)
    expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined()
    expect(localStorage.getItem('auth')).toBeNull()
  })

  test('shows a refusal of the provider as text, without asking the server', async () => {
    const fetched = answerWith(200, {})
    await show({ error: 'access_denied', error_description: '<b>no</b>' })
    expect(screen.getByRole('alert').textContent).toContain('<b>no</b>')
    expect(fetched).not.toHaveBeenCalled()
  })

  test('reports an address without a code as incomplete', async () => {
    const fetched = answerWith(200, {})
    await show({ state: 's' })
    expect(screen.getByRole('alert').textContent).toContain('login code is missing')
    expect(fetched).not.toHaveBeenCalled()
  })

  test('uses the exchange of that provider', async () => {
    const fetched = answerWith(200, { auth_token: 'a.b.c', last_path: '/', user })
    await show({ state: 's', code: 'c' }, 'twitch')
    const exchange = fetched.mock.calls.find(([url]) => url === '/api/oauth2/twitch/callback')
    expect(JSON.parse((exchange?.[1]?.body ?? '') as string)).toMatchObject({
      redirect_url: 'http://localhost:3000/auth/twitch/callback',
    })
  })

  test('keeps the logged-in user if a connection fails, and starts it again', async () => {
    localStorage.setItem('auth', token)
    const fetched = answerWith(400, { error: 'The provider rejected the login', code: 'login_refused' })
    await show({ state: 's', code: 'c' }, 'discord')
    expect(screen.getByRole('alert').textContent).toContain('Discord was not connected.')
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(findRedirect(fetched.mock.calls)).toBeDefined()
    expect(localStorage.getItem('auth')).toBe(token)
  })

  test("with another user's account offers a choice: stay, or log in as that user", async () => {
    localStorage.setItem('auth', token)
    const fetched = answerWith(409, { error: 'This account is already connected to another user', code: 'account_taken' })
    await show({ state: 's', code: 'c' }, 'discord')
    expect(screen.getByRole('alert').textContent).toContain('This Discord account belongs to another Muster user.')
    expect(screen.getByRole('link', { name: 'Stay logged in' }).getAttribute('href')).toBe('/')
    expect(localStorage.getItem('auth')).toBe(token)
    fireEvent.click(screen.getByRole('button', { name: 'Log in with Discord instead' }))
    expect(localStorage.getItem('auth')).toBeNull()
    const redirect = findRedirect(fetched.mock.calls)
    expect(new Headers(redirect?.[1]?.headers).has('authorization')).toBe(false)
  })

  test('explains that the server cannot be reached', async () => {
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
    await show({ state: 's', code: 'c' })
    expect(screen.getByRole('alert').textContent).toContain('The server did not respond')
  })
})

describe('an account', () => {
  const now = Date.parse('2026-11-21T12:00:00Z')
  const aUser = (account_name: string | null, token_expiry_timestamp: string | null) =>
    ({ id: 7, display_name: 'Veskir', permissions: [], account_name, token_expiry_timestamp }) as unknown as Parameters<
      typeof judgeAccount
    >[0]

  test.each([
    ['V#1', '2026-11-21T12:00:01Z', 'member', false],
    ['V#1', '2026-11-21T12:00:00Z', 'lapsed', true],
    ['V#1', null, 'lapsed', true],
    [null, '2026-12-01T00:00:00Z', 'member', true],
  ])('named %s with a game login until %s is a %s', (name, expiry, kind, lacks_game_account) => {
    expect(judgeAccount(aUser(name, expiry), now, true)).toMatchObject({ kind, lacks_game_account })
  })

  test('lacks nothing on a server that does not read the game', () => {
    expect(judgeAccount(aUser(null, null), now, false)).toMatchObject({ kind: 'member', lacks_game_account: false })
  })
})
