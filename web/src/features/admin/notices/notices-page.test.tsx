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

test('the page has one heading, and the time zone of quiet hours is chosen from a list', async () => {
  await renderInEvent(<NoticesPage />)
  await screen.findByText('discord.com/…abcd')
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['Webhooks and posts', 'Channel'])
  fireEvent.click(screen.getByRole('button', { name: 'Edit: Channel' }))
  fireEvent.change(await screen.findByLabelText('Quiet from'), { target: { value: '23:00' } })
  expect(await screen.findByRole('combobox', { name: 'Time zone of the quiet hours' })).toBeTruthy()
})
