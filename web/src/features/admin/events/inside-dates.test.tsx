import type { Event } from '@muster/contract/events'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { eventInput, queryClient, read } from '../../../api/calls/queries.ts'
import { readTree } from '../../../api/scores/event.ts'
import { ToastList } from '../../../ui/overlays/toast-list.tsx'
import { anEvent, anObjective, noEffect, now_ms, renderInEvent, seedEvent } from '../../../test-event.tsx'
import { EventForm } from './event-form.tsx'

const at = (hours: number) => new Date(now_ms + hours * 3_600_000).toISOString()
const event = {
  ...anEvent,
  version: 3,
  is_locked: false,
  time_zone: 'UTC',
  application_start_time: at(1),
  application_end_time: at(24),
  event_start_time: at(48),
  event_end_time: at(120),
} as Event
const tree = anObjective({
  id: 1,
  parent_id: null,
  objective_type: 'CATEGORY',
  children: [
    anObjective({
      id: 2,
      name: 'Dailies',
      objective_type: 'CATEGORY',
      valid_from: at(48),
      children: [
        anObjective({ id: 3, name: 'Daily 1', valid_from: at(54), valid_to: at(78) }),
        anObjective({ id: 4, name: 'Daily 2', valid_from: at(54), valid_to: at(78) }),
        anObjective({ id: 5, name: 'Daily 3', valid_from: at(102), valid_to: at(126) }),
        anObjective({ id: 6, name: 'Undated' }),
      ],
    }),
  ],
})
const planned = {
  id: 8,
  title: 'Soon',
  text: 'We start',
  audience: 'everybody',
  starts_at: at(47),
  ends_at: at(49),
  removed_at: null,
}
const shown = { ...planned, id: 9, starts_at: at(-1), ends_at: null }

const writes: { path: string; body: unknown }[] = []
let stored = event
beforeEach(() => {
  writes.length = 0
  stored = event
  seedEvent({ events: [event] })
  const answers: [RegExp, () => unknown][] = [
    [/\/announcements\/kept/, () => [shown, planned]],
    [/\/objectives/, () => tree],
    [/\/events$/, () => [stored]],
  ]
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body = '' }: { method?: string; body?: string } = {}) => {
    if (method === 'GET') {
      const answer = answers.find(([part]) => part.test(path))
      return answer ? Response.json(answer[1]()) : new Promise(() => undefined)
    }
    if (path.includes('what-if')) return Response.json(noEffect)
    writes.push({ path: path.replace(/^.*\/api/, ''), body: JSON.parse(body) })
    return Response.json({ definition_version: 9, objective_ids: {}, scoring_preset_ids: {} })
  })
  queryClient.removeQueries({ queryKey: readTree(4).queryKey })
  queryClient.removeQueries({ queryKey: read('getKeptAnnouncements', eventInput(4)).queryKey })
})

const setTime = (label: string, time: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: time.slice(0, 16) } })
const press = async (name: string) => {
  const button = await screen.findByRole('button', { name, hidden: true })
  await act(async () => fireEvent.click(button))
}
const show = () =>
  renderInEvent(
    <>
      <EventForm event={event} onClose={() => {}} />
      <ToastList label="Messages" closeLabel="Close" />
    </>,
  )
const move = { name: 'Move the dates inside, too: 1 category, 3 objectives, 1 announcement, 1 d 2 h later' }

test('a later start moves categories, objectives and scheduled announcements in one edit, and one undo brings them back', async () => {
  await show()
  setTime('Start', at(74))
  setTime('End', at(150))
  expect(await screen.findByRole('checkbox', { ...move, checked: true })).toBeDefined()
  // Daily 3 closes after the end, as before.
  expect(screen.getByText('One date then lies outside the event:')).toBeDefined()
  await press('Save event')
  await vi.waitFor(() => expect(writes).toHaveLength(2))
  expect(writes[0]).toMatchObject({
    path: '/events/4/definition/edits',
    body: {
      edits: [
        { kind: 'save_event', base_version: 3, event: { event_start_time: at(74), event_end_time: at(150) } },
        { kind: 'set_dates', ids: [2], valid_from: at(74), valid_to: null },
        { kind: 'set_dates', ids: [3, 4], valid_from: at(80), valid_to: at(104) },
        { kind: 'set_dates', ids: [5], valid_from: at(128), valid_to: at(152) },
      ],
    },
  })
  expect(writes[1]).toMatchObject({ path: '/events/4/announcements', body: { id: 8, starts_at: at(73), ends_at: at(75) } })
  expect(await screen.findByText('Winter Muster was saved. Also moved: 1 category, 3 objectives, 1 announcement')).toBeDefined()
  writes.length = 0
  await press('Undo')
  await vi.waitFor(() => expect(writes).toHaveLength(2))
  expect(writes[0]?.body).toMatchObject({
    edits: [
      { kind: 'save_event', event: { event_start_time: at(48), event_end_time: at(120) } },
      { kind: 'set_dates', ids: [2], valid_from: at(48), valid_to: null },
      { kind: 'set_dates', ids: [3, 4], valid_from: at(54), valid_to: at(78) },
      { kind: 'set_dates', ids: [5], valid_from: at(102), valid_to: at(126) },
    ],
  })
  expect(writes[1]?.body).toMatchObject({ id: 8, starts_at: at(47), ends_at: at(49) })
})

test('without the tick the dates stay, and each one outside the event is named', async () => {
  await show()
  setTime('Start', at(74))
  setTime('End', at(100))
  fireEvent.click(await screen.findByRole('checkbox', move))
  const warning = within(screen.getByText('4 dates then lie outside the event:').parentElement as HTMLElement)
  expect(warning.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Dailies opens before the event starts, and counts from the start.',
    'Daily 1 opens before the event starts, and counts from the start.',
    'Daily 2 opens before the event starts, and counts from the start.',
    'Daily 3 opens after the event has ended.',
  ])
  await press('Save event')
  await vi.waitFor(() => expect(writes).toMatchObject([{ path: '/events', body: { event_start_time: at(74) } }]))
})

test('another end moves nothing, and names the dates after it', async () => {
  await show()
  setTime('End', at(100))
  expect(await screen.findByText('Daily 3 opens after the event has ended.')).toBeDefined()
  expect(screen.queryByRole('checkbox', { name: /Move the dates inside/ })).toBeNull()
})
