import type { Submission } from '@muster/contract/submissions'
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aSubmission, at } from '../../../test-submission.ts'
import { click, decisions, entry, press, resetDesk, server, show } from './test-desk.tsx'

beforeEach(resetDesk)
afterEach(() => {
  vi.clearAllMocks()
})

const counting = { approval_status: 'APPROVED', counts_as: 'confirmed', reviewer_id: 7, reviewed_at: at(-30) }
const aRecheck = (recheck: Submission['recheck'], fields: object = {}) =>
  aSubmission({ id: 1, ...counting, recheck, recheck_at: at(-10), ...fields })
const aStep = (kind: string, comment: string) => {
  const author = { id: 21, display_name: 'Ben' }
  return { id: 1, kind, from_status: 'APPROVED', to_status: 'APPROVED', comment, author, timestamp: at(-10) }
}

test('a challenge shows its author and reason, waits since it came, and is confirmed with a key', async () => {
  server.history = [aStep('decided', ''), aStep('challenged', 'the clip shows another character')]
  await show([aRecheck('challenge', { submitted_at: at(-300) }), aSubmission({ id: 2, submitted_at: at(-5) })])
  expect(await screen.findByText('Ben challenges it. The player sees this reason without the name.')).toBeTruthy()
  expect(entry().textContent).toContain('the clip shows another character')
  expect(entry().textContent).toContain('It counts until a judge decides.')
  expect(screen.getByText('2 are waiting. The oldest has waited 10 min.')).toBeTruthy()
  expect(screen.getByRole('button', { name: /^Confirm/ })).toBeTruthy()
  await press('a')
  expect(decisions()).toMatchObject([{ body: { approval_status: 'APPROVED', base_version: 3 } }])
  expect(await screen.findByText('Approved: Kill it')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('an appeal is rejected again with a reason, or approved', async () => {
  server.history = [aStep('appealed', 'the name is at 0:42')]
  await show([aRecheck('appeal', { approval_status: 'REJECTED', counts_as: null, review_comment: 'no name' })])
  expect(await screen.findByText('Ben appeals. The next decision is final.')).toBeTruthy()
  expect(entry().textContent).toContain('It does not count now.')
  await press('r')
  expect(decisions()).toEqual([])
  await press('1')
  await press('r')
  expect(decisions()).toMatchObject([{ body: { approval_status: 'REJECTED', review_comment: 'The proof does not open.' } }])
})

test('a second look waits for a judge other than the one who approved', async () => {
  server.history = [aStep('decided', '')]
  await show([aRecheck('second_look'), aRecheck('second_look', { id: 2, reviewer_id: 99 })])
  expect(screen.getByText('1 is waiting. It has waited 10 min.')).toBeTruthy()
  expect(await screen.findByText('Ben approved it. It was drawn at random for another judge.')).toBeTruthy()
})

test('the judge who approved a drawn submission is not offered to confirm it, by button or key; only to change the decision', async () => {
  await show([aRecheck('second_look', { reviewer_id: 99 })])
  await click(/^Decided/)
  expect(screen.getByRole('button', { name: /^Reject/ })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Confirm/ })).toBeNull()
  await press('a')
  expect(decisions()).toEqual([])
})

test('a second look at a trusted player’s report says that no judge has seen it', async () => {
  await show([aRecheck('second_look', { reviewer_id: null, reviewed_at: null })])
  expect(await screen.findByText('It counts because the player is trusted. It was drawn at random for a judge.')).toBeTruthy()
})

test('submissions that come back are kinds of their own, and never approved together', async () => {
  await show([aRecheck('challenge'), aRecheck('second_look', { id: 2 }), aSubmission({ id: 3, submitted_at: at(-5) })])
  await press('g')
  const names = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent?.split(': ')[1])
  expect(names).toEqual(expect.arrayContaining(['Challenged', 'Second look', 'Submissions']))
  await press('A', true)
  expect(screen.getByRole('dialog').textContent).toContain('1 is left out: it came back, and is decided alone.')
  await click(/^Keep|^Cancel/)
})
