import type { Event } from '@muster/contract/events'
import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { changePreferences } from '../../../lib/browser/preferences.ts'
import { anEvent, renderInEvent, seedEvent } from '../../../test-event.tsx'
import { DuplicateEvent, TemplateForm } from './template-form.tsx'

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
const rest = `
  event_end_time: start + 3d
scoring_presets:
  - {key: daily, name: Daily, scoring_method: RANKED_TIME, points: [8, 6, 4]}
objectives:
  - name: Dailies
    objectives:
      - {key: second, name: Second evening, scoring_preset: daily, valid_from: start + 2d, valid_to: start + 2d 2h}
      - {key: any, name: Any evening, scoring_preset: daily}
`
const file = {
  definition_version: 1,
  rules_version: 0,
  event_version: 3,
  text: `muster_definition: 1\nevent:\n  event_start_time: ${start}${rest}`,
  root_id: 1,
  objective_ids: { dailies: 5, second: 2, any: 3 },
  scoring_preset_ids: { daily: 1 },
  condition_ids: {},
}
const signups = '  application_start_time: start - 14d\n  application_end_time: start - 1d\n  max_size: 40\n'
const league = {
  name: 'league',
  game_version: 'poe1',
  text: `muster_definition: 1\nevent:\n  game_version: poe1${rest.replace('\nscoring', `\n${signups}scoring`)}`,
}

beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  fetched.mockReset()
  seedEvent({ events: [event] })
  changePreferences({ timeZone: 'Europe/Vienna' })
  fetched.mockImplementation(async (input, init) => {
    const address = input instanceof Request ? input.url : String(input)
    if (init?.method === 'POST' || init?.method === 'PUT')
      return Response.json({ ...event, id: 9, name: 'copy' }, { status: 201 })
    if (address.endsWith('/definition-examples')) return Response.json([league])
    return address.includes('/definition') ? Response.json(file) : Response.json([event])
  })
})

const sent = () =>
  fetched.mock.calls.flatMap(([, init]) =>
    init?.method !== 'GET' && typeof init?.body === 'string' ? [JSON.parse(init.body) as Record<string, unknown>] : [],
  )
async function chooseStart(text: string): Promise<void> {
  const field = await screen.findByLabelText('New start')
  await act(async () => void fireEvent.change(field, { target: { value: text } }))
}

test('every date moves with the start, keeps its time of day when clocks change, and is shown before the copy is made', async () => {
  const onClose = vi.fn()
  await renderInEvent(<DuplicateEvent event={event} onClose={onClose} />)
  expect(screen.getByText('Duplicate Winter Muster (no. 4)')).toBeDefined()
  await chooseStart('2026-03-27T20:00')
  const preview = await screen.findByRole('region', { name: 'All dates' })
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
      copy_teams: false,
      copy_logos: true,
      windows: [{ objective_id: 2, valid_from: '2026-03-29T18:00:00.000Z', valid_to: '2026-03-29T20:00:00.000Z' }],
      objectives_shown: 'at_start',
    },
  ])
})

test('deselected parts are not copied, and their dates are not moved', async () => {
  await renderInEvent(<DuplicateEvent event={event} onClose={() => {}} />)
  await chooseStart('2026-02-06T20:00')
  expect(screen.queryByRole('checkbox', { name: /Logos/ })).toBeNull()
  fireEvent.click(screen.getByRole('checkbox', { name: /Teams/ }))
  fireEvent.click(screen.getByRole('checkbox', { name: /Logos/ }))
  fireEvent.click(screen.getByRole('checkbox', { name: /Objectives/ }))
  expect(screen.queryByText(/Second evening/)).toBeNull()
  expect(screen.queryByText(/Clocks change/)).toBeNull()
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Duplicate event' })))
  await vi.waitFor(() =>
    expect(sent()).toMatchObject([
      { copy_objectives: false, copy_teams: true, copy_logos: false, copy_rules: true, windows: [] },
    ]),
  )
})

test('says that signups would be over already', async () => {
  await renderInEvent(<DuplicateEvent event={event} onClose={() => {}} />)
  await chooseStart('2031-02-06T20:00')
  expect(screen.queryByText(/Signups would be over/)).toBeNull()
  await chooseStart('2011-02-06T20:00')
  expect(screen.getByText(/Signups would be over already/)).toBeDefined()
})

test('sends nothing without a start', async () => {
  await renderInEvent(<DuplicateEvent event={event} onClose={() => {}} />)
  const button = await screen.findByRole('button', { name: 'Duplicate event' })
  await act(async () => fireEvent.click(button))
  expect(screen.getByText('Choose a date and time')).toBeDefined()
  expect(sent()).toEqual([])
})

test('an example is drawn, and sent by name with its own length and places; nothing else can be chosen', async () => {
  await renderInEvent(<TemplateForm source={{ example: 'league' }} act="Create event" onClose={() => {}} />)
  const picture = await screen.findByRole('figure', { name: 'Contents of the template' })
  expect(picture.textContent).toContain('2 objectives')
  expect(picture.textContent).toContain('8 / 6 / 4 each')
  expect(picture.textContent).toContain('Dailies: 1 objective with its own time')
  expect(screen.queryByRole('checkbox')).toBeNull()
  fireEvent.change(screen.getByLabelText('Name of the league'), { target: { value: 'Spring Muster' } })
  await chooseStart('2026-03-27T20:00')
  // The file counts hours from the start, so clocks that change in between move the time of day.
  expect(screen.getByRole('region', { name: 'All dates' }).textContent).toContain(
    'Second evening opensSun, 29 Mar 2026, 21:00 CEST',
  )
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Create event' })))
  await vi.waitFor(() =>
    expect(sent()).toMatchObject([
      {
        id: null,
        example: 'league',
        name: 'Spring Muster',
        event_start_time: moved,
        event_end_time: '2026-03-30T19:00:00.000Z',
        application_start_time: '2026-03-13T19:00:00.000Z',
        max_size: 40,
        waitlist_size: 20,
        objectives_shown: 'at_start',
        is_public: false,
      },
    ]),
  )
})
