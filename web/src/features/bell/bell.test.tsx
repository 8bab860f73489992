import type { PersonalNotices } from '@muster/contract/personal-notices'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient, read } from '../../api/calls/queries.ts'
import { renderInEvent, seedEvent } from '../../test-event.tsx'
import { OwnBell } from './bell-button.tsx'

const notice = (id: number, is_read: boolean) => ({
  id,
  event_id: 1,
  kind: 'report_decided' as const,
  text: `Your report was approved: <b>Objective ${id}</b>`,
  link: '/submissions?mine=true&event=1',
  at: '2026-01-16T18:00:00.000Z',
  is_read,
})
let stored: PersonalNotices
let sent: unknown[]

beforeEach(() => {
  seedEvent({})
  queryClient.removeQueries({ queryKey: ['getOwnNotices'] })
  sent = []
  stored = { unread: 1, notices: [notice(8, false), notice(7, true)] } as PersonalNotices
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    if (init?.method === 'PUT') {
      sent.push(JSON.parse(init.body as string))
      stored = { unread: 0, notices: stored.notices.map((one) => ({ ...one, is_read: true })) }
    }
    return Response.json(stored)
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  cleanup()
  queryClient.removeQueries({ queryKey: read('getOwnNotices', {}).queryKey })
})

test('the bell says how many are unread, lists all as text, and marks the shown ones as read', async () => {
  await renderInEvent(<OwnBell user_id={1} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Notices, 1 unread' }))
  const links = await screen.findAllByRole('link', { name: /Your report/ })
  expect(links.map(({ textContent }) => textContent?.slice(0, 60))).toEqual([
    expect.stringContaining('New: Your report was approved: <b>Objective 8</b>'),
    expect.stringMatching(/^Your report was approved: <b>Objective 7<\/b>/),
  ])
  expect(links[0]?.getAttribute('href')).toBe('/submissions?mine=true&event=1')
  fireEvent.click(screen.getByRole('button', { name: 'Mark all as read' }))
  await expect.poll(() => screen.queryByText('New:')).toBeNull()
  expect(sent).toEqual([{ up_to: 8 }])
  expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull()
})

test('an empty list says what will be announced, and where to choose', async () => {
  stored = { unread: 0, notices: [] }
  await renderInEvent(<OwnBell user_id={1} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Notices' }))
  expect(await screen.findByText('No notices yet')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Choose your notices' }).getAttribute('href')).toBe('/settings#notices')
})

test('when the login has ended, pushed notices end on this browser', async () => {
  const unsubscribe = vi.fn(async () => true)
  const getRegistration = async () => ({ pushManager: { getSubscription: async () => ({ unsubscribe }) } })
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: { getRegistration } })
  try {
    await renderInEvent(<OwnBell user_id={1} />)
    await screen.findByRole('button', { name: 'Notices, 1 unread' })
    expect(unsubscribe).not.toHaveBeenCalled()
    cleanup()
    await expect.poll(() => unsubscribe.mock.calls.length).toBe(1)
  } finally {
    Reflect.deleteProperty(navigator, 'serviceWorker')
  }
})
