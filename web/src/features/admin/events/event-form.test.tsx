import type { Event } from '@muster/contract/events'
import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../api/calls/queries.ts'
import { clockQuery } from '../../../api/live/clock.ts'
import { anEvent, renderInEvent, seedEvent } from '../../../test-event.tsx'
import { EventForm } from './event-form.tsx'

const fetched = vi.fn<typeof fetch>()
const answer = (status: number, body: unknown) => new Response(JSON.stringify(body), { status })
const event = { ...anEvent, version: 3, is_locked: false } as Event
const onClose = vi.fn()

beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  fetched.mockReset()
  onClose.mockReset()
  seedEvent({ events: [event] })
})

/** Answers by address; an unexpected address fails like a server that does not respond. */
const serve = (answers: Readonly<Record<string, () => Response>>) =>
  fetched.mockImplementation(async (input, init) => {
    const address = input instanceof Request ? input.url : String(input)
    const key = `${init?.method ?? 'GET'} ${address.replace(/^.*\/api/, '').replace(/\?.*/, '')}`
    const make = answers[key]
    if (!make) throw new TypeError(`nobody answers ${key}`)
    return make()
  })

const sent = () =>
  fetched.mock.calls.flatMap(([, init]) =>
    init?.method === 'PUT' && typeof init.body === 'string' ? [JSON.parse(init.body)] : [],
  )
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = async (name: string) => {
  await act(async () => fireEvent.click(screen.getByRole('button', { name })))
  await act(() => vi.dynamicImportSettled())
}

test('a new event starts empty, and is sent without an id and with all flags off', async () => {
  serve({ 'PUT /events': () => answer(201, { ...event, id: 9 }), 'GET /events': () => answer(200, []) })
  await renderInEvent(<EventForm event={null} onClose={onClose} />)
  expect(screen.getByRole('dialog').getAttribute('aria-labelledby')).not.toBeNull()
  expect(screen.getByText('New event')).toBeDefined()
  await press('Create event')
  expect(screen.getByText('Enter the name of the league')).toBeDefined()
  expect(sent()).toEqual([])
  type('Name of the league', ' Summer Muster ')
  await press('Create event')
  expect(sent()).toMatchObject([{ id: null, name: 'Summer Muster', is_current: false, is_public: false, is_locked: false }])
  expect(sent()).toMatchObject([{ time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone }])
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
})

test('a league that another event reads at the same time is saved only after a question that names it', async () => {
  const other = 'Summer Cup (no. 2) reads the same league'
  serve({
    'PUT /events': () =>
      sent().at(-1).shares_league
        ? answer(201, { ...event, id: 9, name: 'Summer Cup' })
        : answer(409, { error: other, code: 'league_taken' }),
    'GET /events': () => answer(200, []),
  })
  await renderInEvent(<EventForm event={null} onClose={onClose} />)
  type('Name of the league', 'Summer Cup')
  await press('Create event')
  expect(await screen.findByText(`${other}.`)).toBeDefined()
  expect(onClose).not.toHaveBeenCalled()
  await press('Save it anyway')
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sent().map(({ shares_league }) => shares_league)).toEqual([false, true])
})

test('the dates are together, before the rules of the event', async () => {
  await renderInEvent(<EventForm event={event} onClose={onClose} />)
  const labels = screen.getAllByText(/^(Signups open|Start|Time zone of the event|Second person above)$/, { selector: 'label' })
  expect(labels.map(({ textContent }) => textContent).at(-1)).toBe('Second person above')
})

test('for the second game, the form says which items count', async () => {
  serve({})
  await renderInEvent(<EventForm event={null} onClose={onClose} />)
  expect(screen.queryByText(/from characters’ equipment, or by submission/)).toBeNull()
  type('Game', 'poe2')
  expect(screen.getByText(/from characters’ equipment, or by submission/)).toBeDefined()
  expect(screen.getByLabelText('Patch').getAttribute('placeholder')).toBe('0.5')
})

test('an edit shows the event’s name and number, and sends the version it started from', async () => {
  serve({ 'PUT /events': () => answer(201, event), 'GET /events': () => answer(200, [{ ...event, is_locked: true }]) })
  await renderInEvent(<EventForm event={event} onClose={onClose} />)
  expect(screen.getByText('Edit Winter Muster (no. 4)')).toBeDefined()
  type('Places', '120')
  fireEvent.click(screen.getByRole('radio', { name: 'A screenshot, added to the report.' }))
  await press('Save event')
  // The lock was set by another organiser meanwhile, and stays.
  const edited = { id: 4, base_version: 3, max_size: 120, report_proof: 'screenshot', is_locked: true }
  await vi.waitFor(() => expect(sent()).toMatchObject([edited]))
})

test('dates out of order are reported at once, and not sent', async () => {
  serve({})
  await renderInEvent(<EventForm event={event} onClose={onClose} />)
  type('End', '2026-11-01T20:00')
  expect(screen.getByText(/End: must not be before the start/)).toBeDefined()
  await press('Save event')
  expect(sent()).toEqual([])
  expect(screen.getByLabelText('End').getAttribute('aria-invalid')).toBe('true')
})

test('a wrong value in a folded part opens it and takes the focus', async () => {
  const { queryKey } = clockQuery
  await renderInEvent(<EventForm event={event} onClose={onClose} />)
  act(() => void queryClient.setQueryData(queryKey, (clock) => clock && { ...clock, reads_game: true }))
  const folded = (await screen.findByText('How often the game is read')).closest('details') as HTMLDetailsElement
  const interval = screen.getByLabelText<HTMLInputElement>(/^Character of a player who plays/)
  fireEvent.change(interval, { target: { value: '1' } })
  expect(folded.open).toBe(false)
  await press('Save event')
  expect([folded.open, document.activeElement, sent()]).toEqual([true, interval, []])
})

test('when another organiser has saved meanwhile, both versions are shown and no input is lost', async () => {
  const theirs = { ...event, version: 4, max_size: 90, waitlist_size: 33 }
  serve({
    'PUT /events': () => answer(409, { error: 'Someone else has changed this in the meantime', code: 'changed_meanwhile' }),
    'GET /events': () => answer(200, [theirs]),
  })
  await renderInEvent(<EventForm event={event} onClose={onClose} />)
  type('Places', '120')
  await press('Save event')
  await screen.findByText('Another organiser saved this while you were editing')
  expect(screen.getByText('90')).toBeDefined()
  fireEvent.click(screen.getByRole('radio', { name: /120/ }))
  await press('Use these values')
  expect((screen.getByLabelText('Places') as HTMLInputElement).value).toBe('120')
  expect((screen.getByLabelText('Waitlist') as HTMLInputElement).value).toBe('33')
  await press('Save event')
  await vi.waitFor(() => expect(sent().at(-1)).toMatchObject({ base_version: 4, max_size: 120, waitlist_size: 33 }))
})

test('Escape asks before it discards input, and closes at once when there is none', async () => {
  serve({})
  const view = await renderInEvent(<EventForm event={event} onClose={onClose} />)
  const escape = () => act(async () => fireEvent.keyDown(screen.getByLabelText('Places'), { key: 'Escape' }))
  await escape()
  expect(onClose).toHaveBeenCalledOnce()
  view.unmount()
  onClose.mockReset()
  await renderInEvent(<EventForm event={event} onClose={onClose} />)
  type('Places', '120')
  await escape()
  expect(onClose).not.toHaveBeenCalled()
  await press('Keep editing')
  expect((screen.getByLabelText('Places') as HTMLInputElement).value).toBe('120')
  // The original value is typed again, so closing loses nothing.
  type('Places', String(event.max_size))
  await escape()
  expect(onClose).toHaveBeenCalledOnce()
})
