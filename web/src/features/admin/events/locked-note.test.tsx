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

test('people who may unlock an event can do so from the note, after a question', async () => {
  await show(['admin'])
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Unlock event' })))
  expect(screen.getByRole('dialog', { name: `Unlock ${anEvent.name}?` })).toBeTruthy()
})

test('other people read who can unlock it, and an open event shows no note', async () => {
  const view = await show(['objective_designer'])
  expect(screen.getByText(/Teams cannot be changed\. An admin can unlock it\./)).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
  view.unmount()
  await show(['admin'], false)
  expect(screen.queryByText(/Teams cannot be changed/)).toBeNull()
})
