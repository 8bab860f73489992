import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../api/calls/queries.ts'
import { readSession, storeToken } from '../../lib/browser/session.ts'
import { aToken, renderInEvent, seedEvent } from '../../test-event.tsx'
import { InvitationPage } from './invitation-page.tsx'

// jsdom has no authenticator: `create` answers in its place.

const create = vi.fn<(options: { publicKey: { user: { name: string } } }) => Promise<unknown>>()
const bytes = Uint8Array.from([1, 2, 3]).buffer
const credential = {
  id: 'AQID',
  rawId: bytes,
  type: 'public-key',
  response: { clientDataJSON: bytes, attestationObject: bytes },
  getClientExtensionResults: () => ({}),
}
const options = {
  challenge: 'AQID',
  rp: { name: 'Muster', id: 'localhost' },
  user: { id: 'AQID', name: 'Ada', displayName: 'Ada' },
  pubKeyCredParams: [],
  excludeCredentials: [],
}
const user = { id: 7, display_name: 'Ada' }

let invitation: object
let passkey_host: string | null
const sent: [string, unknown][] = []
async function serve(address: string, { body }: RequestInit = {}): Promise<Response> {
  if (address.startsWith('/api/oauth2/')) sent.push([address, JSON.parse(typeof body === 'string' ? body : 'null')])
  if (address.endsWith('/invitation')) return Response.json(invitation)
  if (address.endsWith('/login-ways')) return Response.json({ providers: [], passkey_host })
  if (address.endsWith('/start')) return Response.json({ options })
  if (address.endsWith('/finish')) return Response.json({ auth_token: aToken(7), user, recovery: null })
  return new Promise(() => undefined)
}

beforeEach(() => {
  vi.stubGlobal('fetch', vi.fn(serve))
  vi.stubGlobal('PublicKeyCredential', class {})
  Object.assign(navigator, { credentials: { create } })
  create.mockReset()
  create.mockResolvedValue(credential)
  sent.length = 0
  passkey_host = 'localhost'
  invitation = { state: 'open', expires_at: '2026-02-01T12:00:00.000Z', for_user: null }
  localStorage.clear()
  seedEvent({})
})
afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'credentials')
  localStorage.clear()
  queryClient.removeQueries({ queryKey: ['getLoginWays'] })
  queryClient.removeQueries({ queryKey: ['openInvitation'] })
})

const show = (secret: string) => renderInEvent(<InvitationPage secret={secret} />)
const join = () => screen.findByRole('button', { name: 'Make a passkey and join' })

test('a person chooses a name and makes a passkey', async () => {
  await show('secret')
  fireEvent.click(await join())
  expect(await screen.findByText('Enter a name.')).toBeTruthy()
  expect(sent).toHaveLength(1)
  fireEvent.change(screen.getByLabelText('Your name on Muster'), { target: { value: ' Ada ' } })
  fireEvent.click(await join())
  await vi.waitFor(() => expect(readSession()?.user_id).toBe(7))
  // The login reads it again; by then the page has left.
  expect(sent.slice(0, 3).map(([address]) => address.replace('/api/oauth2/passkeys/', ''))).toEqual([
    'invitation',
    'start',
    'finish',
  ])
  expect(sent[1]?.[1]).toEqual({ purpose: 'invitation', secret: 'secret', display_name: 'Ada' })
  expect(sent[2]?.[1]).toMatchObject({ answer: { id: 'AQID', type: 'public-key' } })
})

test.each([
  ['NotAllowedError', /cancelled or timed out/],
  ['InvalidStateError', /already has a passkey/],
])('after %s of the browser the form stays and says what to do', async (name, text) => {
  create.mockRejectedValue(new DOMException('no', name))
  await show('secret')
  fireEvent.change(await screen.findByLabelText('Your name on Muster'), { target: { value: 'Ada' } })
  fireEvent.click(await join())
  expect(await screen.findByText(text)).toBeTruthy()
  expect(readSession()).toBeNull()
})

test('a new login link asks for no name, and says what it ends', async () => {
  invitation = { ...invitation, for_user: { id: 7, display_name: 'Ada' } }
  await show('secret')
  expect(await screen.findByText('Make a new passkey for Ada.')).toBeTruthy()
  expect(screen.getByText(/earlier passkeys stop working/)).toBeTruthy()
  expect(screen.queryByLabelText('Your name on Muster')).toBeNull()
})

test.each([
  ['used', 'This invitation was used'],
  ['expired', 'This invitation has expired'],
  ['revoked', 'This invitation was revoked'],
])('a %s invitation says what to do', async (state, title) => {
  invitation = { ...invitation, state }
  await show('secret')
  expect(await screen.findByText(title)).toBeTruthy()
  expect(screen.getByText(/ask the organisers for a new link/i)).toBeTruthy()
})

test('an incomplete link asks no server', async () => {
  await show('')
  expect(await screen.findByText('This link is incomplete')).toBeTruthy()
  expect(sent).toEqual([])
})

test.each([
  [null, /https and a host name only/],
  ['muster.example.com', /Open the link at muster\.example\.com/],
])('where passkeys work on %s only, the page says so', async (host, text) => {
  passkey_host = host
  await show('secret')
  expect(await screen.findByText(text)).toBeTruthy()
})

test('a logged-in person is asked before they make another account', async () => {
  storeToken(aToken(7))
  queryClient.setQueryData(['getUser', {}], user)
  await show('secret')
  await act(() => Promise.resolve())
  expect(await screen.findByText('You are logged in as Ada')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Make a passkey and join' })).toBeNull()
})
