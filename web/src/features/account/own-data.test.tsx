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
  queryClient.setQueryData(read('getKeptData', {}).queryKey, { kinds })
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
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

test('says of every kind what it is, how much there is and who sees it', () => {
  expect(screen.getAllByRole('term', { hidden: true })).toHaveLength(dataKinds.length)
  expect(screen.getByText('1 entry')).toBeDefined()
  expect(screen.getByText('more than 10,000 entries')).toBeDefined()
  expect(screen.getAllByText(/^Who sees it: /)).toHaveLength(dataKinds.length)
})

test('deletes only when the name is typed, and says what stays', async () => {
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

test('a refusal is shown where it was asked for, and what was typed stays', async () => {
  answer = () =>
    Response.json({ error: 'This is the last admin; make someone else an admin first', code: 'last_admin' }, { status: 409 })
  const dialog = openDialog()
  fireEvent.change(dialog.getByLabelText(/Type your name/), { target: { value: 'Ada ☀' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Delete my account for good' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('This is the last admin')
  expect(dialog.getByLabelText<HTMLInputElement>(/Type your name/).value).toBe('Ada ☀')
})
