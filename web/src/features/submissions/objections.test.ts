import type { Submission } from '@muster/contract/submissions'
import { expect, test } from 'vitest'
import { findObjection } from './objections.ts'

const ada = { user_id: 20, team_id: 2 }
const ben = { user_id: 21, team_id: 3 }
const counting = {
  user_id: 20,
  team_id: 2,
  approval_status: 'APPROVED',
  counts_as: 'confirmed',
  recheck: null,
  is_appealed: false,
}
const rejected = { ...counting, approval_status: 'REJECTED', counts_as: null }

test.each([
  ['a rival challenges what counts', counting, ben, 'challenge'],
  ['also a report on the player’s word', { ...counting, approval_status: 'PENDING', counts_as: 'reported' }, ben, 'challenge'],
  ['not twice at a time', { ...counting, recheck: 'challenge' }, ben, null],
  ['not what waits', { ...counting, approval_status: 'PENDING', counts_as: null }, ben, null],
  ['not as a team mate', counting, { user_id: 22, team_id: 2 }, null],
  ['not as a viewer without a team', counting, { user_id: 22, team_id: null }, null],
  ['a player appeals against a rejection', rejected, ada, 'appeal'],
  ['once', { ...rejected, is_appealed: true }, ada, null],
  ['and not for another', rejected, { user_id: 22, team_id: 2 }, null],
  ['nor against an approval', counting, ada, null],
] as const)('%s', (_, submission, viewer, expected) => {
  expect(findObjection(submission as unknown as Submission, viewer)).toBe(expected)
})
