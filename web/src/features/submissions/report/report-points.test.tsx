import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../api/calls/queries.ts'
import { readSubmissions } from '../../../api/people/submissions.ts'
import { storeToken } from '../../../lib/browser/session.ts'
import { anEvent, anObjective, aToken, aTree, renderInEvent, seedEvent } from '../../../test-event.tsx'
import { ReportPage } from './report-page.tsx'

const fetched = vi.spyOn(globalThis, 'fetch')
const conditions = [{ field: 'NAME', operator: 'EQ', value: 'Tulfall', any_of: null }]
const tree = aTree(...[51, 52, 53].map((id) => anObjective({ id, name: `Wand ${id}`, conditions })))
const wand = 'Item Class: Wands\nRarity: Unique\nTulfall\nTornado Wand\n--------\nItem Level: 79'
const points = [
  { objective_id: 51, waits: false, points: 12 },
  { objective_id: 52, waits: true, points: 1 },
  { objective_id: 53, waits: null, points: null },
]
const isPreview = (address: unknown) => typeof address === 'string' && address.endsWith('/items/what-if')
const listAsked = () => fetched.mock.calls.filter(([address]) => isPreview(address)).map(([, init]) => init?.body)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  localStorage.clear()
  storeToken(aToken(7))
  fetched.mockReset()
})
afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
})

async function show(answer: () => Response, event = anEvent): Promise<void> {
  fetched.mockImplementation(async (address) => (isPreview(address) ? answer() : new Promise<Response>(() => undefined)))
  seedEvent({ events: [event], own_team_id: 1, tree })
  queryClient.setQueryData(readSubmissions('current').queryKey, [])
  await renderInEvent(<ReportPage event={event} login={null} />)
  await act(async () => {})
}
const type = (text: string) =>
  act(async () => void fireEvent.change(screen.getByLabelText('Item text'), { target: { value: text } }))
/** Waits until the server has been asked and its answer is on the page. */
async function pause(): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(1000))
  await act(() => vi.advanceTimersByTimeAsync(1))
}

test('after a pause in typing each objective shows the points that the report would bring', async () => {
  await show(() => Response.json(points))
  await type(wand.slice(0, -1))
  await type(wand)
  expect(listAsked()).toEqual([])
  await pause()
  expect(listAsked()).toEqual([expect.stringContaining('Item Level: 79')])
  expect(screen.getByText('Would bring 12 points now.')).toBeTruthy()
  expect(screen.getByText('Waits for a judge, then brings 1 point if no other team is faster.')).toBeTruthy()
  expect(screen.getByText('Its points are hidden, like the progress on this objective.')).toBeTruthy()
})

test('a refusal shows nothing, and the report can be sent', async () => {
  await show(() => Response.json({ error: 'Busy', code: 'preview_busy' }, { status: 503 }))
  await type(wand)
  await pause()
  expect(listAsked()).toHaveLength(1)
  expect(screen.queryByText(/Would bring|then brings/)).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByRole('button', { name: 'Send 3 reports' }).hasAttribute('disabled')).toBe(false)
})

test('without a connection nothing is asked', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await show(() => Response.json(points))
  await type(wand)
  await pause()
  expect(listAsked()).toEqual([])
  online.mockRestore()
})

test.each([
  ['reviewed', 1],
  ['honour', 0],
] as const)('an event whose reports are %s mentions trust %d times', async (reports, times) => {
  await show(() => Response.json(points), { ...anEvent, reports, trusted_after: 3 })
  await type(wand)
  expect(screen.getByRole('button', { name: 'Send 3 reports' })).toBeTruthy()
  expect(screen.queryAllByText(/After 3 approved reports/)).toHaveLength(times)
})
