import type { Announcement } from '@muster/contract/announcements'
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { eventInput, queryClient, read } from '../../api/calls/queries.ts'
import { renderInEvent, seedEvent } from '../../test-event.tsx'
import { AnnouncementBanner } from './announcement-banner.tsx'

const announcement = { id: 1, version: 1, title: 'Servers are slow', text: 'The game is down.' } as unknown as Announcement

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  seedEvent({})
  queryClient.setQueryData(read('getAnnouncements', eventInput('current')).queryKey, [announcement])
})
afterEach(() => vi.useRealTimers())
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('an announcement becomes one line after 8 s, and opens on request', async () => {
  await renderInEvent(<AnnouncementBanner />)
  await wait(7900)
  expect(screen.getByText('The game is down.')).toBeTruthy()
  await wait(200)
  expect(screen.queryByText('The game is down.')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Servers are slow' }))
  expect(screen.getByText('The game is down.')).toBeTruthy()
})

test('an announcement stays whole while it has the focus', async () => {
  await renderInEvent(<AnnouncementBanner />)
  await wait(0)
  screen.getByRole('button', { name: 'Dismiss “Servers are slow”' }).focus()
  await wait(8100)
  expect(screen.getByText('The game is down.')).toBeTruthy()
  screen.getByRole('button', { name: 'Dismiss “Servers are slow”' }).blur()
  await wait(8000)
  expect(screen.queryByText('The game is down.')).toBeNull()
})

test('an announcement that was seen is one line on the next visit, until it is changed', async () => {
  const { unmount } = await renderInEvent(<AnnouncementBanner />)
  await wait(8100)
  unmount()
  const again = await renderInEvent(<AnnouncementBanner />)
  expect(screen.queryByText('The game is down.')).toBeNull()
  expect(screen.getByRole('button', { name: 'Servers are slow' })).toBeTruthy()
  again.unmount()
  const changed = { ...announcement, version: 2, text: 'The game is back.' }
  queryClient.setQueryData(read('getAnnouncements', eventInput('current')).queryKey, [changed])
  await renderInEvent(<AnnouncementBanner />)
  expect(screen.getByText('The game is back.')).toBeTruthy()
})

test('of several new announcements only the first is whole', async () => {
  const older = { id: 2, version: 1, title: 'Rules', text: 'No trading.' } as unknown as Announcement
  queryClient.setQueryData(read('getAnnouncements', eventInput('current')).queryKey, [announcement, older])
  await renderInEvent(<AnnouncementBanner />)
  expect(screen.getByText('The game is down.')).toBeTruthy()
  expect(screen.queryByText('No trading.')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Rules' }))
  expect(screen.getByText('No trading.')).toBeTruthy()
})
