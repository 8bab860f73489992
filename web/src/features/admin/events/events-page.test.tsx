import type { Event } from '@muster/contract/events'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { anEvent, renderInEvent, seedEvent } from '../../../test-event.tsx'
import { EventsPage } from './events-page.tsx'

const fetched = vi.fn<typeof fetch>()
const old = {
  ...anEvent,
  id: 9,
  name: 'Autumn Muster',
  event_start_time: '2020-10-02T18:00:00.000Z',
  event_end_time: '2020-10-05T18:00:00.000Z',
  is_current: false,
  archived_at: '2020-11-01T12:00:00.000Z',
} as Event

beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  fetched.mockReset()
  fetched.mockImplementation(() => new Promise<Response>(() => {}))
  seedEvent({ events: [anEvent, old] })
})

test.each([
  [{ raw_kept_until: '2021-03-12T12:00:00.000Z' }, 'Raw data until 12 Mar 2021'],
  [{ raw_kept_until: '2021-03-12T12:00:00.000Z', final_since: '2021-03-12T12:04:00.000Z' }, 'Raw data removed on 12 Mar 2021'],
])('an event says how long its raw data is kept: %j', async (more, text) => {
  seedEvent({ events: [{ ...old, ...more }] })
  await renderInEvent(<EventsPage />)
  expect(screen.getByText(text)).toBeTruthy()
})

test('an imported event says when its archive was made', async () => {
  await renderInEvent(<EventsPage />)
  expect(screen.getByText('Imported from an archive of 1 Nov 2020')).toBeTruthy()
})
