import type { Event } from '@muster/contract/events'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { anEvent, noEffect, renderInEvent, seedEvent } from '../../../test-event.tsx'
import { EventForm } from './event-form.tsx'

const fetched = vi.fn<typeof fetch>()
const answer = (status: number, body: unknown) => new Response(JSON.stringify(body), { status })
const event = { ...anEvent, version: 3, is_locked: false } as Event
const onClose = vi.fn()

let saved: () => Response
beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  fetched.mockReset()
  onClose.mockReset()
  seedEvent({ events: [event] })
  saved = () => answer(201, event)
  fetched.mockImplementation(async (input, init) => {
    const address = input instanceof Request ? input.url : String(input)
    if (address.includes('/definition/preview')) return answer(200, noEffect)
    if (init?.method === 'PUT') return saved()
    if (/\/api\/events(\?|$)/.test(address)) return answer(200, [event])
    throw new TypeError(`nobody answers ${address}`)
  })
})

const bodies = (method: string) =>
  fetched.mock.calls.flatMap(([, init]) =>
    init?.method === method && typeof init.body === 'string' ? [JSON.parse(init.body)] : [],
  )
const type = (label: string, value: string, within_ = screen.getByRole('dialog')) =>
  fireEvent.change(within(within_).getByLabelText(label), { target: { value } })
const press = async (name: string, within_ = screen.getByRole('dialog')) => {
  // The button waits for the preview.
  const button = await within(within_).findByRole('button', { name }, { timeout: 10_000 })
  await act(async () => fireEvent.click(button))
  await act(() => vi.dynamicImportSettled())
}
const part = (name: string) => screen.getByRole('region', { name })
const chooseOwn = () => fireEvent.click(screen.getByRole('radio', { name: 'Steps and figures of this event.' }))

test('rules of the event start from the usual steps, and their effect is asked for before they are saved', async () => {
  await renderInEvent(<EventForm event={event} onClose={onClose} />)
  expect(screen.getByRole('radio', { name: /The usual steps of the game: 9 points at most/ })).toHaveProperty('checked', true)
  chooseOwn()
  expect(screen.getByText('A player can get 9 points: 9 for steps, 0 for figures.')).toBeTruthy()
  type('Step 4 from', '95', part('General steps'))
  type('Maximum points for steps', '', part('General steps'))
  await press('Add a figure')
  const figure = screen.getByRole('group', { name: 'Figure 1' })
  type('Step 1 from', '300', figure)
  await press('Add a step', figure)
  type('Step 2 from', '600', figure)
  type('Points of step 2', '4', figure)
  expect(screen.getByText('A player can get 16 points: 12 for steps, 4 for figures.')).toBeTruthy()
  await vi.waitFor(() => expect(bodies('POST').length).toBeGreaterThan(0))
  const figures = [
    {
      number_field: 'DELVE_DEPTH',
      steps: [
        { at: 300, points: 1 },
        { at: 600, points: 4 },
      ],
    },
  ]
  expect(bodies('POST').at(-1)).toMatchObject({ edits: [{ kind: 'save_event', event: { personal_objectives: { figures } } }] })
  await press('Save event')
  await vi.waitFor(() => expect(bodies('PUT')).toMatchObject([{ personal_objectives: { cap: 0, figures_cap: 0, figures } }]))
  expect(bodies('PUT')[0].personal_objectives.steps[3]).toEqual({ number_field: 'PLAYER_LEVEL', at: 95, points: 3 })
})

test('wrong steps are named at once beside their row, and not sent', async () => {
  await renderInEvent(<EventForm event={event} onClose={onClose} />)
  chooseOwn()
  type('Step 2 from', '40', part('General steps'))
  expect(screen.getByText('Enter more than 40, the step before')).toBeTruthy()
  expect(within(part('General steps')).getByLabelText('Step 2 from').getAttribute('aria-invalid')).toBe('true')
  type('Step 4 from', '101', part('General steps'))
  expect(screen.getByText('A player reaches 100 at most')).toBeTruthy()
  type('Points of step 5', 'many', part('General steps'))
  expect(screen.getByText('Enter a whole number up to 1,000,000')).toBeTruthy()
  await press('Save event')
  expect(screen.getByText('Correct the steps first')).toBeTruthy()
  expect(bodies('PUT')).toEqual([])
})

test('a refusal of the server is shown beside the value that it names', async () => {
  const problems = [{ field: 'personal_objectives.steps.1.at', problem: 'must be higher than the moon' }]
  saved = () => answer(400, { error: 'The request is invalid', code: 'invalid_request', problems })
  await renderInEvent(<EventForm event={event} onClose={onClose} />)
  chooseOwn()
  await press('Save event')
  expect(await screen.findByText(/must be higher than the moon/i)).toBeTruthy()
})

test('the usual steps again are sent as null, and steps can be removed', async () => {
  const steps = [60, 70].map((at) => ({ number_field: 'PLAYER_LEVEL' as const, at, points: 1 }))
  const own = { ...event, personal_objectives: { cap: 0, steps, figures_cap: 0, figures: [] } }
  await renderInEvent(<EventForm event={own} onClose={onClose} />)
  await press('Remove step 1')
  expect(screen.getByText('A player can get 1 point: 1 for steps, 0 for figures.')).toBeTruthy()
  await press('Remove step 1')
  expect(screen.getByText('Add a step or a figure')).toBeTruthy()
  fireEvent.click(screen.getByRole('radio', { name: /The usual steps/ }))
  await press('Save event')
  await vi.waitFor(() => expect(bodies('PUT')).toMatchObject([{ personal_objectives: null }]))
})

test('in the second game, rules start without a step of the atlas', async () => {
  await renderInEvent(<EventForm event={{ ...event, game_version: 'poe2' }} onClose={onClose} />)
  chooseOwn()
  await act(() => vi.dynamicImportSettled())
  expect(within(part('General steps')).getAllByLabelText(/^Number of step/)).toHaveLength(7)
})
