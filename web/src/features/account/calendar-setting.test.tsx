import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderInEvent, seedEvent } from '../../test-event.tsx'
import { CalendarSetting } from './calendar-setting.tsx'

let made_at: string | null
let sent: string[]

beforeEach(async () => {
  made_at = null
  sent = []
  seedEvent({})
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    const method = init?.method ?? 'GET'
    if (method !== 'GET') sent.push(method)
    if (method === 'GET') return Response.json({ made_at })
    made_at = method === 'PUT' ? '2026-01-10T18:00:00.000Z' : null
    return method === 'PUT'
      ? Response.json({ address: `https://muster.test/calendar?key=${sent.length}` })
      : new Response(null, { status: 204 })
  })
  await renderInEvent(<CalendarSetting />)
})
afterEach(() => {
  vi.restoreAllMocks()
  cleanup()
})

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const shown = () => screen.queryByRole<HTMLInputElement>('textbox', { name: 'Address of your calendar' })?.value

test('the address is shown once; a new one and its end are confirmed', async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'Make an address' }))
  await expect.poll(shown).toBe('https://muster.test/calendar?key=1')
  fireEvent.click(await screen.findByRole('button', { name: 'Make a new address' }))
  expect(await screen.findByText(/stop receiving changes/)).toBeDefined()
  expect(sent).toEqual(['PUT'])
  fireEvent.click(screen.getAllByRole('button', { name: 'Make a new address' }).at(-1) as HTMLElement)
  await expect.poll(shown).toBe('https://muster.test/calendar?key=2')

  press('Remove the address')
  await screen.findByText(/stop receiving changes/)
  fireEvent.click(screen.getAllByRole('button', { name: 'Remove the address' }).at(-1) as HTMLElement)
  expect(await screen.findByRole('button', { name: 'Make an address' })).toBeDefined()
  expect([shown(), sent]).toEqual([undefined, ['PUT', 'PUT', 'DELETE']])
})
