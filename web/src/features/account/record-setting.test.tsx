import type { PlayerRecord, RecordSharing } from '@muster/contract/records'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../api/calls/queries.ts'
import { readRecord } from '../../api/people/record.ts'
import { renderInEvent, seedEvent } from '../../test-event.tsx'
import { RecordSetting } from './record-setting.tsx'

const choose = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Who sees it' })
let sent: unknown[]
let answer: () => Response

beforeEach(async () => {
  sent = []
  answer = () => Response.json(sent.at(-1))
  seedEvent({})
  const sharing: RecordSharing = { shown_to: 'logged_in', shows_hours: false }
  queryClient.setQueryData(readRecord(7).queryKey, { sharing } as PlayerRecord)
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    sent.push(JSON.parse(init?.body as string))
    return answer()
  })
  await renderInEvent(<RecordSetting user_id={7} />)
})
afterEach(() => {
  vi.restoreAllMocks()
  cleanup()
})

test('a choice is saved at once, with the previous choice, and explained', async () => {
  expect(screen.getByText(/Everyone else sees your name and characters/)).toBeDefined()
  fireEvent.change(choose(), { target: { value: 'everyone' } })
  await expect.poll(() => choose().value).toBe('everyone')
  expect(screen.getByText(/without a login\. Search engines may list the page/)).toBeDefined()
  fireEvent.click(screen.getByRole('checkbox', { name: 'Show them in the record' }))
  await expect.poll(() => screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(true)
  expect(sent).toEqual([
    { shown_to: 'everyone', shows_hours: false },
    { shown_to: 'everyone', shows_hours: true },
  ])
})

test('a failure is shown, and the old choice stays', async () => {
  answer = () => Response.json({ error: 'Not authenticated', code: 'not_authenticated' }, { status: 401 })
  fireEvent.change(choose(), { target: { value: 'nobody' } })
  expect((await screen.findByRole('alert')).textContent).toContain('Your login has ended. Nothing was changed.')
  expect(choose().value).toBe('logged_in')
})
