import { act, fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderInEvent, seedEvent } from '../../test-event.tsx'
import { OwnBell } from './bell-button.tsx'

const { code, load } = vi.hoisted(() => {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { code: promise, load: resolve }
})
vi.mock('./bell.tsx', async (original) => {
  await code
  return original()
})

test('a bell that is pressed while its code is loading opens once it has loaded', async () => {
  seedEvent({})
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ unread: 0, notices: [] }))
  await renderInEvent(<OwnBell user_id={1} />)
  fireEvent.click(screen.getByRole('button', { name: 'Notices' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  await act(async () => load())
  expect(await screen.findByRole('dialog', { name: 'Notices' })).toBeTruthy()
})
