import type { Announcement } from '@muster/contract/announcements'
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { eventInput, queryClient, read } from '../../api/calls/queries.ts'
import { renderInEvent, seedEvent } from '../../test-event.tsx'
import { AnnouncementBanner } from './announcement-banner.tsx'

const anAnnouncement = (id: number, version = 1): Announcement =>
  ({
    id,
    version,
    title: `Title ${id}`,
    text: '<b>first</b>\nsecond',
    audience: 'everybody',
    starts_at: '2026-11-21T10:00:00Z',
    ends_at: null,
  }) as unknown as Announcement
const show = async (...all: Announcement[]) => {
  queryClient.setQueryData(read('getAnnouncements', eventInput('current')).queryKey, all)
  return renderInEvent(<AnnouncementBanner />)
}

beforeEach(() => {
  localStorage.clear()
  seedEvent({})
})

test('shows announcements as text, and nothing without one', async () => {
  const view = await show()
  expect(screen.queryByRole('region')).toBeNull()
  view.unmount()
  await show(anAnnouncement(1), anAnnouncement(2))
  expect(screen.getAllByRole('status')).toHaveLength(2)
  // The second is one line until it is opened.
  fireEvent.click(screen.getByRole('button', { name: 'Title 2' }))
  expect(screen.getAllByText(/<b>first<\/b>/)).toHaveLength(2)
})

test('hides a dismissed announcement until it is changed', async () => {
  const view = await show(anAnnouncement(1), anAnnouncement(2))
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss “Title 1”' }))
  expect(screen.queryByText('Title 1')).toBeNull()
  expect(screen.getByText('Title 2')).toBeTruthy()
  view.unmount()
  const again = await show(anAnnouncement(1), anAnnouncement(2))
  expect(screen.queryByText('Title 1')).toBeNull()
  again.unmount()
  await show(anAnnouncement(1, 2))
  expect(screen.getByText('Title 1')).toBeTruthy()
})
