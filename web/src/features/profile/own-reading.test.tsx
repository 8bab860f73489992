import type { OwnReading as Reading } from '@muster/contract/tracking'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { anEvent, now_ms, renderInEvent, seedEvent } from '../../test-event.tsx'
import { OwnReading } from './own-reading.tsx'

const minute_ms = 60_000
const at = (offset_ms: number) => new Date(now_ms + offset_ms).toISOString()
const idle: Reading = {
  wanted_at: null,
  asked_at: at(-10 * minute_ms),
  has_failed: false,
  possible_at: null,
  is_connected: true,
  is_running: true,
}
let reading: Reading
let sent: string[]

beforeEach(() => {
  seedEvent({})
  reading = idle
  sent = []
  vi.stubGlobal('fetch', async (_: string, { method = 'GET' }: RequestInit = {}) => {
    sent.push(method)
    if (method === 'POST') reading = { ...reading, wanted_at: at(0) }
    return Response.json(reading)
  })
})

const show = () => renderInEvent(<OwnReading event={anEvent} />)
const button = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Read my characters now' })

test('a press asks once, and the page says that it waits, then that it is done', async () => {
  await show()
  fireEvent.click(await button())
  await screen.findByText(/^Your characters are next/)
  fireEvent.click(await button())
  expect(sent.filter((method) => method === 'POST')).toHaveLength(1)
  reading = { ...idle, asked_at: at(0), possible_at: at(90_000) }
  await waitFor(() => expect(screen.getByRole('status').textContent).toMatch(/^Read .*Again from /), { timeout: 4000 })
  expect((await button()).disabled).toBe(true)
})

test.each<[string, Partial<Reading>, string]>([
  ['has failed', { has_failed: true }, 'failed'],
  ['was never made', { asked_at: null }, 'have not been read yet'],
  ['cannot be made, because the job does not run', { is_running: false }, 'are not being read at the moment'],
  ['waits for the job', { is_running: false, wanted_at: at(0) }, 'You are first in line'],
])('a reading that %s is described', async (_, state, words) => {
  reading = { ...idle, ...state }
  await show()
  expect((await screen.findByRole('status')).textContent).toContain(words)
})

test('without a connected account there is no button', async () => {
  reading = { ...idle, is_connected: false }
  const { container } = await show()
  await waitFor(() => expect(sent).toEqual(['GET']))
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(container.querySelector('button')).toBeNull()
})
