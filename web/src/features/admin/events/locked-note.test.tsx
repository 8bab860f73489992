import type { Role } from '@muster/contract/users'
import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { anEvent, renderInEvent, seedEvent } from '../../../test-event.tsx'
import { LockedNote } from './locked-note.tsx'

const caller = vi.hoisted(() => ({ roles: [] as string[] }))
vi.mock('../kit/use-caller.ts', async () => {
  const { nobody } = await import('@muster/domain/access')
  return { useCaller: () => ({ ...nobody, roles: caller.roles }) }
})
const show = (roles: Role[], is_locked = true) => {
  caller.roles = roles
  return renderInEvent(<LockedNote event={{ ...anEvent, is_locked }} text="Teams cannot be changed." />)
}

beforeEach(() => {
  seedEvent({})
  vi.stubGlobal('fetch', () => new Promise(() => {}))
})

test('whoever may unlock an event does so where they notice that it is locked, and is asked first', async () => {
  await show(['admin'])
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Unlock event' })))
  expect(screen.getByRole('dialog', { name: `Unlock ${anEvent.name}?` })).toBeTruthy()
})

test('the others are told who can, and of an event that is not locked nothing is said', async () => {
  const view = await show(['objective_designer'])
  expect(screen.getByText(/Teams cannot be changed\. An admin can unlock it\./)).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
  view.unmount()
  await show(['admin'], false)
  expect(screen.queryByText(/Teams cannot be changed/)).toBeNull()
})
