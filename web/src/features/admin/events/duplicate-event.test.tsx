import type { Event } from '@muster/contract/events'
import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../api/calls/queries.ts'
import { readTree } from '../../../api/scores/event.ts'
import { changePreferences } from '../../../lib/browser/preferences.ts'
import { aCategory, anEvent, anObjective, renderInEvent, seedEvent } from '../../../test-event.tsx'
import { DuplicateEvent, listWindows } from './duplicate-event.tsx'

const fetched = vi.fn<typeof fetch>()
/** Fridays at eight in the evening in Vienna: one in winter, one two days before the clocks change. */
const [start, moved] = ['2026-01-16T19:00:00.000Z', '2026-03-27T19:00:00.000Z']
const event = {
  ...anEvent,
  version: 3,
  application_start_time: '2026-01-02T19:00:00.000Z',
  application_end_time: '2026-01-15T19:00:00.000Z',
  event_start_time: start,
  event_end_time: '2026-01-19T19:00:00.000Z',
} as Event
const tree = aCategory({
  id: 1,
  children: [
    anObjective({ id: 2, name: 'Second evening', valid_from: '2026-01-18T19:00:00.000Z', valid_to: '2026-01-18T21:00:00.000Z' }),
    anObjective({ id: 3 }),
  ],
})

beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  fetched.mockReset()
  seedEvent({ events: [event] })
  changePreferences({ timeZone: 'Europe/Vienna' })
  queryClient.setQueryData(readTree(event.id).queryKey, { objective: tree })
  fetched.mockImplementation(async (_, init) =>
    init?.method === 'POST'
      ? new Response(JSON.stringify({ ...event, id: 9, name: 'copy' }), { status: 201 })
      : new Response(JSON.stringify(tree)),
  )
})

const sent = () =>
  fetched.mock.calls.flatMap(([, init]) =>
    init?.method === 'POST' && typeof init.body === 'string' ? [JSON.parse(init.body) as Record<string, unknown>] : [],
  )
const chooseStart = (text: string) => fireEvent.change(screen.getByLabelText('New start'), { target: { value: text } })

test('every date moves with the start, keeps its time of day when clocks change, and is shown before the copy is made', async () => {
  const onClose = vi.fn()
  await renderInEvent(<DuplicateEvent event={event} onClose={onClose} />)
  expect(screen.getByText('Duplicate Winter Muster (no. 4)')).toBeDefined()
  await act(async () => chooseStart('2026-03-27T20:00'))
  const preview = await screen.findByRole('region', { name: 'Dates of the copy' })
  expect(preview.textContent).toContain('Second evening opens')
  expect(preview.textContent).toContain('Sun, 29 Mar 2026, 20:00 CEST')
  expect(screen.getByText(/Clocks change in between/)).toBeDefined()
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Duplicate event' })))
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sent()).toMatchObject([
    {
      name: 'Winter Muster (copy)',
      is_current: false,
      is_public: false,
      is_locked: false,
      event_start_time: moved,
      event_end_time: '2026-03-30T18:00:00.000Z',
      copy_objectives: true,
      copy_rules: true,
      copy_teams: true,
      copy_logos: true,
      windows: [{ objective_id: 2, valid_from: '2026-03-29T18:00:00.000Z', valid_to: '2026-03-29T20:00:00.000Z' }],
    },
  ])
})

test('deselected parts are not copied, and their dates are not moved', async () => {
  await renderInEvent(<DuplicateEvent event={event} onClose={() => {}} />)
  await act(async () => chooseStart('2026-02-06T20:00'))
  for (const name of [/Objectives/, /Teams/]) fireEvent.click(screen.getByRole('checkbox', { name }))
  expect(screen.queryByRole('checkbox', { name: /Logos/ })).toBeNull()
  expect(screen.queryByText(/Second evening/)).toBeNull()
  expect(screen.queryByText(/Clocks change/)).toBeNull()
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Duplicate event' })))
  await vi.waitFor(() =>
    expect(sent()).toMatchObject([{ copy_objectives: false, copy_teams: false, copy_rules: true, windows: [] }]),
  )
})

test('sends nothing without a start', async () => {
  await renderInEvent(<DuplicateEvent event={event} onClose={() => {}} />)
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Duplicate event' })))
  expect(screen.getByText('Choose a date and time')).toBeDefined()
  expect(sent()).toEqual([])
})

test('lists windows in the order of the tree, at every depth', () => {
  expect(listWindows(tree).map(({ name }) => name)).toEqual(['Second evening'])
})
