import type { Event } from '@muster/contract/events'
import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { readStatus } from '../../api/scores/event.ts'
import { queryClient } from '../../api/calls/queries.ts'
import { readSignup } from '../../api/people/signup.ts'
import { storeToken } from '../../lib/browser/session.ts'
import { anEvent, renderInEvent, seedEvent } from '../../test-event.tsx'
import { PlayedTime } from './played-form.tsx'

/** It began a day before the time of the tests. */
const event = anEvent as Event
const signup = { expected_playtime: 6, partner_account_name: null, actual_playtime: 0, extra: null }
const token = `x.${btoa(JSON.stringify({ user_id: 7, permissions: [], exp: 4102444800 }))}.x`
const fetched = vi.spyOn(globalThis, 'fetch')
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const press = () =>
  act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Report played time' }))
  })

beforeEach(async () => {
  fetched.mockReset()
  seedEvent({})
  storeToken(token)
  queryClient.setQueryData(readStatus('current').queryKey, { application_status: 'accepted', team_id: 1 } as never)
  queryClient.setQueryData(readSignup('current').queryKey, signup as never)
  await renderInEvent(<PlayedTime event={event} login={null} />)
})

test('days and hours are sent as hours', async () => {
  type('Days', '0')
  type('Hours', '9')
  expect(screen.getByText(/9 hours/)).toBeTruthy()
  fetched.mockResolvedValue(new Response(JSON.stringify({ ...signup, actual_playtime: 9 })))
  await press()
  const [address, init] = fetched.mock.calls[0] ?? []
  expect(address).toMatch(/^\/api\/events\/current\/signups/)
  expect(JSON.parse(init?.body as string)).toEqual({ actual_playtime: 9 })
})

test('empty input is wrong only on sending; more hours than the event has lasted are wrong at once, in either field', async () => {
  expect(field('Hours').getAttribute('aria-invalid')).not.toBe('true')
  await press()
  expect(field('Hours').getAttribute('aria-invalid')).toBe('true')
  expect(fetched).not.toHaveBeenCalled()
  type('Hours', '3')
  expect(field('Hours').getAttribute('aria-invalid')).not.toBe('true')
  await act(async () => type('Days', '300'))
  expect(field('Hours').getAttribute('aria-invalid')).toBe('true')
})

test('a refusal of the server is shown beside the hours', async () => {
  type('Hours', '9')
  const problems = [{ field: 'actual_playtime', problem: 'is more than the event has lasted' }]
  fetched.mockResolvedValue(
    new Response(JSON.stringify({ error: 'The request is not valid', code: 'invalid_request', problems }), { status: 400 }),
  )
  await press()
  expect(screen.getByText('This is more than the event has lasted.')).toBeTruthy()
  expect(field('Hours').value).toBe('9')
})
