import type { User } from '@muster/contract/users'
import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderInEvent, seedEvent } from '../../../test-event.tsx'
import { DeletePerson } from './delete-person.tsx'

const user = { id: 12, display_name: 'Ada', permissions: [], account_name: 'AdaPlays#1042' } as unknown as User
const fetched = vi.fn<typeof fetch>()
const onClose = vi.fn()
const fill = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const submit = () =>
  act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Delete for good' }))
    await new Promise((resolve) => setTimeout(resolve))
  })

beforeEach(async () => {
  seedEvent({})
  fetched.mockReset()
  onClose.mockReset()
  vi.stubGlobal('fetch', fetched)
  await renderInEvent(<DeletePerson user={user} onClose={onClose} />)
})

test('lists the deleted data and the name that the rest keeps; sends nothing without the name and a reason', async () => {
  const text = document.body.textContent ?? ''
  expect(text).toContain('“Former player 12”')
  expect(text).toContain('connected accounts and their tokens')
  fill(/Type Ada/, 'Adam')
  await submit()
  expect(fetched).not.toHaveBeenCalled()
  expect(screen.getByText('Say why.')).toBeTruthy()
  expect(screen.getByText('Type Ada exactly as it is written here.')).toBeTruthy()
})

test('a refusal is shown beside its field, the input stays, and the second attempt succeeds', async () => {
  fill(/Why/, 'AdaPlays#1042 asked by e-mail')
  fill(/Type Ada/, ' Ada ')
  const problems = [{ field: 'reason', problem: 'must not name the person' }]
  fetched.mockResolvedValueOnce(
    new Response(JSON.stringify({ code: 'invalid_request', error: 'The request is not valid', problems }), { status: 400 }),
  )
  await submit()
  expect(screen.getByText(/must not name the person/i)).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>(/Type Ada/).value).toBe(' Ada ')
  fill(/Why/, 'Asked by e-mail')
  fetched.mockResolvedValue(new Response(JSON.stringify({ pseudonym: 'Former player 12' })))
  await submit()
  expect(fetched.mock.calls[1]?.[0]).toContain('/users/12/delete')
  expect(JSON.parse(fetched.mock.calls[1]?.[1]?.body as string)).toEqual({ reason: 'Asked by e-mail', display_name: 'Ada' })
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
})

test('the last admin is not deleted, and the dialog says why', async () => {
  fill(/Why/, 'Asked by e-mail')
  fill(/Type Ada/, 'Ada')
  const refusal = { code: 'last_admin', error: 'This is the last admin; make someone else an admin first' }
  fetched.mockResolvedValue(new Response(JSON.stringify(refusal), { status: 409 }))
  await submit()
  expect(await screen.findByText(/This is the last admin/)).toBeTruthy()
  expect(onClose).not.toHaveBeenCalled()
})
