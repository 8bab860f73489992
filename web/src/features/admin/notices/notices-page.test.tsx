import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eventInput, queryClient, read } from '../../../api/calls/queries.ts'
import { readStoredToken, storeToken } from '../../../lib/browser/session.ts'
import { noticeRoute } from '../../../test-answers.ts'
import { anEvent, aToken, renderInEvent, seedEvent } from '../../../test-event.tsx'
import { NoticesPage } from './notices-page.tsx'

const before = readStoredToken()
beforeEach(() => {
  storeToken(aToken(5))
  seedEvent({})
  queryClient.setQueryData(read('getUser', {}).queryKey, { id: 5, display_name: 'Ada', permissions: ['manager'] } as never)
  queryClient.setQueryData(read('getNoticeRoutes', eventInput(anEvent.id)).queryKey, [noticeRoute] as never)
})
afterEach(() => {
  cleanup()
  storeToken(before)
})

const aDelivery = {
  number: 2,
  kind: 'standings',
  state: 'sent',
  attempts: 1,
  status: 200,
  detail: '',
  made_at: '2026-11-27T20:00:00Z',
  last_attempt_at: null,
  next_try_at: null,
  text: 'Standings',
}

test('the page has one heading, and the time zone of quiet hours is chosen from a list', async () => {
  await renderInEvent(<NoticesPage />)
  await screen.findByText('discord.com/…abcd')
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['Webhooks and posts', 'Channel'])
  fireEvent.click(screen.getByRole('button', { name: 'Edit: Channel' }))
  fireEvent.change(await screen.findByLabelText('Quiet from'), { target: { value: '23:00' } })
  expect(await screen.findByRole('combobox', { name: 'Time zone of the quiet hours' })).toBeTruthy()
})

test('the log of a stopped route says when its waiting message is sent', async () => {
  const stopped = { ...noticeRoute, stopped: 'silent' }
  queryClient.setQueryData(read('getNoticeRoutes', eventInput(anEvent.id)).queryKey, [stopped] as never)
  const input = { ...eventInput(anEvent.id), route_id: noticeRoute.id }
  const test = { ...aDelivery, number: 3, kind: 'test', state: 'waiting', attempts: 0, status: null }
  queryClient.setQueryData(read('getNoticeDeliveries', input).queryKey, [test, aDelivery] as never)
  await renderInEvent(<NoticesPage />)
  fireEvent.click(await screen.findByRole('button', { name: 'Log: Channel' }))
  expect(await screen.findAllByText('Sent when the route is resumed.')).toHaveLength(1)
})

test('the log shows a message as Discord does, without the signs of its markup', async () => {
  const delivery = {
    ...aDelivery,
    text: String.raw`**Winter Muster: standings**
1\. A\*\*team \(the best\): 1,820
<https://example.com/?event=1>`,
  }
  const input = { ...eventInput(anEvent.id), route_id: noticeRoute.id }
  queryClient.setQueryData(read('getNoticeDeliveries', input).queryKey, [delivery] as never)
  await renderInEvent(<NoticesPage />)
  fireEvent.click(await screen.findByRole('button', { name: 'Log: Channel' }))
  const text = (await screen.findByText(/1,820/)).textContent
  expect(text).toBe('Winter Muster: standings\n1. A**team (the best): 1,820\nhttps://example.com/?event=1')
})
