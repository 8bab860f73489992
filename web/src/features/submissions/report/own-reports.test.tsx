import type { Submission } from '@muster/contract/submissions'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../api/calls/queries.ts'
import { readSubmissions } from '../../../api/people/submissions.ts'
import { storeToken } from '../../../lib/browser/session.ts'
import { anEvent, anObjective, aToken, aTree, now_ms, renderInEvent, seedEvent } from '../../../test-event.tsx'
import { OwnReports } from './own-reports.tsx'

const fetched = vi.spyOn(globalThis, 'fetch')
const at = (minutes: number) => new Date(now_ms + minutes * 60_000).toISOString()
const decided = { timestamp: at(-60), submitted_at: at(-50), reviewed_at: at(-30), recheck: null, is_appealed: false }
const shared = { ...decided, objective_id: 51, team_id: 1, user_id: 7, item_name: null, version: 1 }
const rejected = { ...shared, approval_status: 'REJECTED', counts_as: null, review_comment: 'no name' }
const challenged = { ...shared, approval_status: 'APPROVED', counts_as: 'confirmed', recheck: 'challenge', review_comment: null }
const step = { id: 1, kind: 'challenged', from_status: 'APPROVED', to_status: 'APPROVED', author: null, timestamp: at(-5) }

let sent: { url: string; body: unknown }[] = []
async function serve(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const url = String(input instanceof Request ? input.url : input)
  if (url.endsWith('/60/history')) return Response.json([{ ...step, comment: 'another character' }])
  if ((init.method ?? 'GET') === 'GET') return new Promise(() => undefined)
  sent.push({ url, body: JSON.parse(init.body as string) as unknown })
  return Response.json({ ...rejected, id: 61, recheck: 'appeal', is_appealed: true }, { status: 201 })
}

beforeEach(async () => {
  sent = []
  fetched.mockReset()
  fetched.mockImplementation(serve)
  localStorage.clear()
  storeToken(aToken(7))
})
afterEach(() => localStorage.clear())

const all = [
  { ...challenged, id: 60 },
  { ...rejected, id: 61 },
  { ...rejected, id: 62, is_appealed: true },
]
const show = async (own: readonly object[] = all, event = anEvent) => {
  seedEvent({ own_team_id: 1, events: [event], tree: aTree(anObjective({ id: 51, name: 'Find Tulfall' })) })
  queryClient.setQueryData(readSubmissions('current').queryKey, own as unknown as Submission[])
  await renderInEvent(<OwnReports author={{ user_id: 7, event_id: 1 } as never} isOver onEdit={null} />)
  await act(async () => {})
}

test('a challenged report counts on, with the reason and without the rival; it cannot be taken back', async () => {
  await show()
  expect(screen.getByText('Challenged, still counts')).toBeTruthy()
  await vi.waitFor(() => expect(screen.getByText(/A rival objects:/).textContent).toBe('A rival objects: another character'), {
    timeout: 10_000,
  })
  expect(screen.getAllByRole('button', { name: 'Withdraw' })).toHaveLength(2)
})

test('a rejection can be appealed once, with a reason', async () => {
  await show()
  const press = (place: HTMLElement) =>
    act(async () => void fireEvent.click(within(place).getByRole('button', { name: 'Appeal' })))
  await press(document.body)
  const dialog = await screen.findByRole('dialog', { name: 'Appeal for “Find Tulfall”' })
  await press(dialog)
  expect(within(dialog).getByText('Say why.')).toBeTruthy()
  await act(async () => void fireEvent.change(within(dialog).getByLabelText('Reason'), { target: { value: 'it is at 0:42' } }))
  await press(dialog)
  expect(sent).toEqual([{ url: '/api/events/current/submissions/61/appeal', body: { reason: 'it is at 0:42' } }])
})

test('a challenged report that does not count says so', async () => {
  await show([{ ...challenged, id: 60, approval_status: 'PENDING', counts_as: null, submitted_at: at(-10) }])
  expect(screen.getByText('Challenged, does not count now')).toBeTruthy()
})

test('a final event accepts no appeal', async () => {
  await show(all, { ...anEvent, final_since: at(-1) })
  expect(screen.queryByRole('button', { name: 'Appeal' })).toBeNull()
})
