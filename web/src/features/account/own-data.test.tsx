import type { EventId } from '@muster/contract/ids'
import { dataKinds } from '@muster/contract/own-data'
import type { User } from '@muster/contract/users'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient, read } from '../../api/calls/queries.ts'
import { renderInEvent, seedEvent } from '../../test-event.tsx'
import { OwnData } from './own-data.tsx'

const ada = { id: 12, display_name: 'Ada ☀', permissions: [] } as unknown as User
let sent: { url: string; body: unknown }[]
let answer: () => Response

beforeEach(async () => {
  sent = []
  answer = () => Response.json({ pseudonym: 'Former player 12' })
  seedEvent({})
  const kinds = dataKinds.map((kind) => ({ kind, rows: kind === 'play' ? 10_400 : kind === 'signups' ? 1 : 7 }))
  const period = (id: number, name: string, raw_kept_until: string | null, final_since: string | null) => ({
    id: id as EventId,
    name,
    raw_kept_until,
    final_since,
  })
  const events = [
    period(3, 'Winter Muster (PL1)', null, null),
    period(2, 'Autumn Muster (PL2)', '2026-03-12T12:00:00.000Z', null),
    period(1, 'Summer Muster (PL3)', '2025-12-01T12:00:00.000Z', '2025-12-01T12:04:00.000Z'),
  ]
  queryClient.setQueryData(read('getKeptData', {}).queryKey, { kinds, events })
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    // Requested again after the deletion of the account.
    if (url === '/api/users/self/kept-data') return Response.json({ kinds, events })
    sent.push({ url: url as string, body: init?.body === undefined ? null : JSON.parse(init.body as string) })
    return answer()
  })
  await renderInEvent(<OwnData user={ada} />)
})
afterEach(() => {
  vi.restoreAllMocks()
  cleanup()
})

const openDialog = () => {
  fireEvent.click(screen.getByRole('button', { name: /^Delete my account/ }))
  return within(screen.getByRole('dialog', { name: 'Delete your account?' }))
}

test('lists every kind of data with its description, size and audience', () => {
  expect(screen.getAllByRole('term', { hidden: true })).toHaveLength(dataKinds.length)
  expect(screen.getByText('1 entry')).toBeDefined()
  expect(screen.getByText('more than 10,000 entries')).toBeDefined()
  expect(screen.getAllByText(/^Who sees it: /)).toHaveLength(dataKinds.length)
})

test('lists the events with shorter retention, and their dates', () => {
  const periods = within(screen.getByRole('list', { name: 'Events that are kept for a shorter time' })).getAllByRole('listitem')
  expect(periods.map(({ textContent }) => textContent?.replaceAll(/;.*|(?<=: )tabs.*(?=were)/g, ''))).toEqual([
    'Autumn Muster: until 12 Mar 2026',
    'Summer Muster: were removed on 1 Dec 2025',
  ])
})

test('deletes only after the name is typed, and lists the kept data', async () => {
  const dialog = openDialog()
  expect(dialog.getByText(/under the name “Former player 12”/)).toBeDefined()
  const field = dialog.getByLabelText(/Type your name/)
  fireEvent.change(field, { target: { value: 'Ada' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Delete my account for good' }))
  expect(await dialog.findByText('Type Ada ☀ exactly as it is written here.')).toBeDefined()
  expect(sent).toEqual([])
  fireEvent.change(field, { target: { value: ' Ada ☀ ' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Delete my account for good' }))
  await expect.poll(() => sent[0]).toEqual({ url: '/api/users/self/delete', body: { display_name: 'Ada ☀' } })
})

test('shows a refusal in the dialog, and keeps the typed name', async () => {
  answer = () =>
    Response.json({ error: 'This is the last admin; make someone else an admin first', code: 'last_admin' }, { status: 409 })
  const dialog = openDialog()
  fireEvent.change(dialog.getByLabelText(/Type your name/), { target: { value: 'Ada ☀' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Delete my account for good' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('This is the last admin')
  expect(dialog.getByLabelText<HTMLInputElement>(/Type your name/).value).toBe('Ada ☀')
})
