import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderInEvent, seedEvent } from '../../test-event.tsx'
import { queryClient } from '../calls/queries.ts'
import { Proof } from './proof-pictures.tsx'

const fetched = vi.fn<typeof fetch>()
const proof = 'https://clips.example/1\n/api/events/3/proof-pictures/17\n/api/events/3/proof-pictures/18'

beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  fetched.mockReset()
  fetched.mockImplementation(async () => new Response('picture', { headers: { 'content-type': 'image/webp' } }))
  seedEvent({})
})
afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

test('a proof shows its links and screenshots, each of which opens large', async () => {
  await renderInEvent(<Proof text={proof} isShown />)
  expect(screen.getByRole('link').getAttribute('href')).toBe('https://clips.example/1')
  await vi.waitFor(() => expect(screen.getAllByAltText(/Screenshot/)).toHaveLength(2), { timeout: 10_000 })
  expect(fetched.mock.calls.map(([address]) => address)).toEqual([
    '/api/events/3/proof-pictures/17',
    '/api/events/3/proof-pictures/18',
  ])
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Show screenshot 2 large' })))
  expect(within(await screen.findByRole('dialog')).getByAltText('Screenshot 2')).toBeDefined()
})

test('a screenshot far from the window is not fetched', async () => {
  const observe = vi.spyOn(window.IntersectionObserver.prototype, 'observe').mockImplementation(() => {})
  await renderInEvent(<Proof text={proof} isShown />)
  expect(observe).toHaveBeenCalledTimes(2)
  expect(screen.getAllByRole('button', { name: /Show screenshot/ })).toHaveLength(2)
  expect(fetched).not.toHaveBeenCalled()
  observe.mockRestore()
})

test('a viewer without the right loads no screenshot, and reads who sees it', async () => {
  await renderInEvent(<Proof text={proof} isShown={false} />)
  expect(screen.getByText('2 screenshots, for judges and the team')).toBeDefined()
  expect(screen.queryByText(/proof-pictures/)).toBeNull()
  expect(fetched).not.toHaveBeenCalled()
})

test('a screenshot that is no longer stored has its own message', async () => {
  fetched.mockImplementation(async () =>
    Response.json({ error: 'Picture not found', code: 'picture_not_found' }, { status: 404 }),
  )
  await renderInEvent(<Proof text={proof} isShown />)
  await vi.waitFor(() => expect(screen.getAllByText('This screenshot is no longer stored.')).toHaveLength(2), {
    timeout: 10_000,
  })
})
