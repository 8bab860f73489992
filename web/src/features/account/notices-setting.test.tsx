import type { OwnNoticeSettings } from '@muster/contract/personal-notices'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { queryClient, read } from '../../api/calls/queries.ts'
import { renderInEvent, seedEvent } from '../../test-event.tsx'
import { NoticesSetting } from './notices-setting.tsx'

let stored: OwnNoticeSettings
let sent: { method: string; path: string; body: unknown }[]

beforeEach(() => {
  seedEvent({})
  sent = []
  const device = { id: 3, endpoint_hash: 'ab', service: 'push.test', made_at: '2026-01-16T18:00:00.000Z', last_sent_at: null }
  stored = {
    settings: { kinds: ['tracking'], quiet_from: null, quiet_to: null, time_zone: 'UTC', most_per_hour: 6 },
    push_key: 'BP4z',
    devices: [device as OwnNoticeSettings['devices'][number]],
    discord: { state: 'no_bot', is_testing: false, problem: null, last_sent_at: null },
  }
  queryClient.setQueryData(read('getOwnNoticeSettings', {}).queryKey, stored)
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address, init) => {
    const method = init?.method ?? 'GET'
    const body = typeof init?.body === 'string' ? (JSON.parse(init.body) as unknown) : null
    if (method !== 'GET')
      sent.push({ method, path: new URL(address instanceof Request ? address.url : address, 'http://x').pathname, body })
    if (/discord/.test(String(address instanceof Request ? address.url : address))) return new Response(null, { status: 204 })
    if (method === 'PUT') stored = { ...stored, settings: body as OwnNoticeSettings['settings'] }
    if (method === 'DELETE') {
      stored = { ...stored, devices: [] }
      return new Response(null, { status: 204 })
    }
    return Response.json(stored)
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  cleanup()
  queryClient.removeQueries({ queryKey: ['getOwnNoticeSettings'] })
})
const last = () => sent.at(-1)?.body

test('each kind and quiet hours are saved at once, together with the others unchanged', async () => {
  await renderInEvent(<NoticesSetting />)
  const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
  expect([box('Your tracking stopped').checked, box('Your team was overtaken').checked]).toEqual([true, false])
  fireEvent.click(box('Your team was overtaken'))
  await expect.poll(() => box('Your team was overtaken').checked).toBe(true)
  expect(last()).toMatchObject({ kinds: ['tracking', 'overtaken'], quiet_from: null, most_per_hour: 6 })
  fireEvent.click(box('Push nothing at certain hours'))
  const from = await screen.findByLabelText<HTMLInputElement>('From')
  expect([from.value, screen.getByLabelText<HTMLInputElement>('until').value]).toEqual(['23:00', '08:00'])
  fireEvent.change(from, { target: { value: '22:30' } })
  fireEvent.blur(from)
  await expect.poll(last).toMatchObject({ quiet_from: 22 * 60 + 30, quiet_to: 8 * 60, kinds: ['tracking', 'overtaken'] })
})

test('changes in quick succession are all kept', async () => {
  await renderInEvent(<NoticesSetting />)
  for (const name of ['Your team was overtaken', 'Objectives open soon']) fireEvent.click(screen.getByRole('checkbox', { name }))
  await expect.poll(() => sent.length).toBe(2)
  expect(last()).toMatchObject({ kinds: ['tracking', 'overtaken', 'opening_soon'] })
})

test('a browser without push says what to do; another browser can be removed', async () => {
  vi.stubGlobal('isSecureContext', true)
  await renderInEvent(<NoticesSetting />)
  expect(screen.getByText(/This browser has no push notifications/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Turn on' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: /Remove push.test/ }))
  await expect.poll(() => sent.at(-1)?.path).toBe('/api/users/self/notices/devices/3')
  await expect.poll(() => screen.queryByText(/Other browsers/)).toBeNull()
})

test.each([
  ['iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X)', /Add to Home Screen/],
  ['a page without https', null, /only to pages with https/],
])('%s: the next step', async (_, agent, text) => {
  vi.stubGlobal('isSecureContext', agent !== null)
  if (agent !== null) vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent)
  await renderInEvent(<NoticesSetting />)
  expect(screen.getByText(text)).toBeDefined()
})

test('an iPhone that is too old says so on the home screen', async () => {
  vi.stubGlobal('isSecureContext', true)
  const usual = matchMedia
  vi.stubGlobal('matchMedia', (query: string) => Object.assign(usual(query), { matches: query.includes('standalone') }))
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 16_1 like Mac OS X)')
  await renderInEvent(<NoticesSetting />)
  expect(screen.getByText(/from iOS 16.4 on/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Turn on' })).toBeNull()
})

test('a refused permission says how to allow it', async () => {
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('PushManager', class {})
  const requestPermission = vi.fn(async () => 'denied')
  vi.stubGlobal('Notification', { permission: 'default', requestPermission })
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: { getRegistration: async () => undefined } })
  try {
    await renderInEvent(<NoticesSetting />)
    expect(requestPermission).not.toHaveBeenCalled()
    fireEvent.click(screen.getByRole('button', { name: 'Turn on' }))
    expect(await screen.findByText(/blocks notifications from Muster/)).toBeDefined()
    expect(sent).toEqual([])
  } finally {
    Reflect.deleteProperty(navigator, 'serviceWorker')
  }
})

describe('direct messages on Discord', () => {
  const direct = (discord: Partial<OwnNoticeSettings['discord']>) => {
    stored = { ...stored, discord: { ...stored.discord, ...discord } }
    queryClient.setQueryData(read('getOwnNoticeSettings', {}).queryKey, stored)
    return renderInEvent(<NoticesSetting />)
  }

  test('are not offered by a site without a bot, and need a connected account', async () => {
    const { unmount } = await direct({})
    expect(screen.queryByText('Direct messages on Discord')).toBeNull()
    unmount()
    await direct({ state: 'not_connected' })
    expect(screen.getByText('Connect your Discord account above first.')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Send me direct messages' })).toBeNull()
  })

  test('are switched on, tested and switched off', async () => {
    const { unmount } = await direct({ state: 'off' })
    fireEvent.click(screen.getByRole('button', { name: 'Send me direct messages' }))
    await expect.poll(() => sent.at(-1)).toMatchObject({ method: 'PUT', path: '/api/users/self/notices/discord' })
    unmount()
    await direct({ state: 'on', is_testing: true })
    expect(screen.getByText(/was sent/)).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Send a test message' }))
    await expect.poll(() => sent.at(-1)).toMatchObject({ method: 'POST', path: '/api/users/self/notices/discord/test' })
    fireEvent.click(screen.getByRole('button', { name: 'Stop direct messages' }))
    await expect.poll(() => sent.at(-1)).toMatchObject({ method: 'DELETE', path: '/api/users/self/notices/discord' })
  })

  test.each([
    ['blocked', /you have blocked the bot/],
    ['no_shared_server', /share no server/],
    ['token_refused', /refuses the bot/],
    ['limited', /asks the bot to wait/],
    ['unavailable', /did not accept the last message/],
  ] as const)('%s: the page says what it means', async (problem, text) => {
    await direct({ state: 'on', problem })
    expect(screen.getByText(text)).toBeDefined()
  })
})
