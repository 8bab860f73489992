import type { Submission } from '@muster/contract/submissions'
import { expect, it } from 'vitest'
import { readReviewState } from './review-state.ts'

const sent = '2026-11-21T12:00:00.000Z'
const later = '2026-11-21T12:30:00.000Z'

it.each([
  ['a new submission', { reviewed_at: null, review_comment: null }, 'waiting'],
  ['a question of a judge', { reviewed_at: later, review_comment: 'Please add a clip.' }, 'asked'],
  ['an edit after the question', { reviewed_at: sent, submitted_at: later, review_comment: 'Please add a clip.' }, 'waiting'],
  ['a decision undone without a comment', { reviewed_at: later, review_comment: '' }, 'waiting'],
  ['an approval', { reviewed_at: later, approval_status: 'APPROVED' }, 'approved'],
  ['an approval that is challenged', { reviewed_at: later, approval_status: 'APPROVED', recheck: 'challenge' }, 'waiting'],
  ['a rejection under appeal', { reviewed_at: later, approval_status: 'REJECTED', recheck: 'appeal' }, 'waiting'],
  [
    'a question of a judge about a challenge',
    { reviewed_at: later, review_comment: 'Please add a clip.', recheck: 'challenge' },
    'asked',
  ],
  ['a rejection', { reviewed_at: later, approval_status: 'REJECTED', review_comment: 'too late' }, 'rejected'],
] as const)('%s is read', (_, fields, state) => {
  const submission = {
    approval_status: 'PENDING',
    submitted_at: sent,
    review_comment: null,
    recheck: null,
    ...fields,
  } as Submission
  expect(readReviewState(submission)).toBe(state)
})
