import type { User } from '@muster/contract/users'
import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderInEvent, seedEvent } from '../../../test-event.tsx'
import { describeChange } from './permission-log.tsx'
import { RolesDialog } from './roles-dialog.tsx'

const user = {
  id: 12,
  display_name: 'Ada',
  permissions: ['admin', 'manager'],
  account_name: 'AdaPlays#1042',
  discord_id: null,
  discord_name: null,
  twitch_id: null,
  twitch_name: null,
  token_expiry_timestamp: null,
} as unknown as User
const fetched = vi.fn<typeof fetch>()
const onClose = vi.fn()
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })
const press = (name: string | RegExp) =>
  act(async () => {
    fireEvent.click(button(name))
    await Promise.resolve()
  })
const tick = (name: RegExp) => fireEvent.click(screen.getByRole('checkbox', { name }))

beforeEach(() => {
  seedEvent({})
  fetched.mockReset()
  onClose.mockReset()
  vi.stubGlobal('fetch', fetched)
})

test('says what each role opens, and the button names its action', async () => {
  await renderInEvent(<RolesDialog user={user} isSelf={false} onClose={onClose} />)
  expect(screen.getByText(/Opens: Judge desk, Corrections/)).toBeTruthy()
  expect(button('Save roles').disabled).toBe(true)
  tick(/Submission judge/)
  tick(/Manager/)
  fetched.mockResolvedValue(new Response(JSON.stringify({ ...user, permissions: ['admin', 'submission_judge'] })))
  await press('Give Submission judge, take away Manager')
  expect(JSON.parse(fetched.mock.calls[0]?.[1]?.body as string)).toEqual(['admin', 'submission_judge'])
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
})

test('the last admin keeps the role, and the dialog stays open with the reason', async () => {
  await renderInEvent(<RolesDialog user={user} isSelf={false} onClose={onClose} />)
  tick(/Admin/)
  const refusal = { code: 'last_admin', error: 'This is the last admin; make someone else an admin first' }
  fetched.mockResolvedValue(new Response(JSON.stringify(refusal), { status: 409 }))
  await press('Take away Admin')
  expect(await screen.findByText(/This is the last admin/)).toBeTruthy()
  expect(onClose).not.toHaveBeenCalled()
})

test('after a conflict both versions are shown, and the change is applied on top of the other', async () => {
  await renderInEvent(<RolesDialog user={user} isSelf={false} onClose={onClose} />)
  tick(/Submission judge/)
  fetched.mockResolvedValueOnce(
    new Response(JSON.stringify({ code: 'changed_meanwhile', error: 'Somebody was faster' }), { status: 409 }),
  )
  fetched.mockResolvedValueOnce(new Response(JSON.stringify([{ ...user, permissions: ['admin'] }])))
  await press('Give Submission judge')
  expect(fetched.mock.calls[0]?.[0]).toContain('held=admin%2Cmanager')
  expect(
    await screen.findByText(/from Admin, Manager to Admin\. With your change they become: Admin, Submission judge/),
  ).toBeTruthy()
  fetched.mockImplementation(async () => new Response(JSON.stringify({ ...user, permissions: ['admin', 'submission_judge'] })))
  await press('Give Submission judge')
  expect(fetched.mock.calls[2]?.[0]).toContain('held=admin')
  expect(JSON.parse(fetched.mock.calls[2]?.[1]?.body as string)).toEqual(['admin', 'submission_judge'])
})

test('admins who give up their own admin role have to type their name', async () => {
  await renderInEvent(<RolesDialog user={user} isSelf onClose={onClose} />)
  tick(/Admin/)
  expect(button('Take away Admin').disabled).toBe(true)
  fireEvent.change(screen.getByLabelText('Type Ada to confirm'), { target: { value: 'Ada' } })
  expect(button('Take away Admin').disabled).toBe(false)
})

test('the log shows who gave and took which role', () => {
  const change = { id: 1, changed_at: '2026-01-16T18:00:00Z', user: { id: 31, display_name: 'Ben' } }
  const told = (author: string | null, before: string[], after: string[]) =>
    describeChange({
      ...change,
      author: author === null ? null : { id: 12, display_name: author },
      permissions_before: before,
      permissions_after: after,
    } as never)
  expect(told('Ada', [], ['manager'])).toBe('Ada gave Ben Manager')
  expect(told('Ada', ['admin', 'manager'], ['manager'])).toBe('Ada took Admin from Ben')
  expect(told(null, ['manager'], ['admin'])).toBe('The command line gave Ben Admin and took Manager')
})
