import type { Event } from '@muster/contract/events'
import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { eventInput, queryClient, read } from '../../../api/calls/queries.ts'
import { anEvent, renderInEvent, seedEvent } from '../../../test-event.tsx'
import { DeleteEvent } from './delete-event.tsx'

const fetched = vi.fn<typeof fetch>()
const old = {
  ...anEvent,
  id: 9,
  name: 'Autumn Muster',
  event_start_time: '2020-10-02T18:00:00.000Z',
  event_end_time: '2020-10-05T18:00:00.000Z',
  is_current: false,
  is_locked: false,
} as Event
const contents = {
  objectives: 41,
  conditions: 60,
  scoring_presets: 7,
  teams: 4,
  participants: 48,
  signups: 50,
  facts: 900,
  submissions: 3,
  points: 1302,
}

beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  fetched.mockReset()
  // The list without the event is still loading.
  fetched.mockImplementation(async (_, init) =>
    init?.method === 'DELETE' ? new Response(null, { status: 204 }) : new Promise<Response>(() => {}),
  )
  seedEvent({ events: [anEvent, old] })
  queryClient.setQueryData(read('getEventContents', eventInput(old.id)).queryKey, contents as never)
})

test('a deleted event leaves the page before the new list of events arrives, so that nothing requests it', async () => {
  const onClose = vi.fn()
  await renderInEvent(<DeleteEvent event={old} onUnlock={() => {}} onClose={onClose} />)
  fireEvent.change(screen.getByRole('textbox'), { target: { value: old.name } })
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Delete 41 objectives and 1,302 points' })))
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(queryClient.getQueryData(read('getEvents', {}).queryKey)?.map(({ id }) => id)).toEqual([anEvent.id])
})

test('nothing can be deleted before its contents are counted', async () => {
  const counted = Promise.withResolvers<Response>()
  fetched.mockImplementation(() => counted.promise)
  queryClient.removeQueries({ queryKey: ['getEventContents'] })
  await renderInEvent(<DeleteEvent event={old} onUnlock={() => {}} onClose={() => {}} />)
  fireEvent.change(screen.getByRole('textbox'), { target: { value: old.name } })
  const button = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Delete/ })
  expect(button().disabled).toBe(true)
  await act(async () => counted.resolve(new Response(JSON.stringify(contents))))
  await vi.waitFor(() => expect(button().disabled).toBe(false))
})
