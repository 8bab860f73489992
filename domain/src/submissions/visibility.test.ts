import { describe, expect, it } from 'vitest'
import type { ApprovalStatus } from '@muster/contract/submissions'
import { isSubmissionVisible } from './visibility.ts'

const audiences = { 'its team': 1, 'another team': 2, 'the public': null } as const
const statuses: ApprovalStatus[] = ['PENDING', 'APPROVED', 'REJECTED']
const shown = (audience: keyof typeof audiences, hide_progress: boolean, is_finished: boolean) =>
  statuses.filter((approval_status) =>
    isSubmissionVisible(audiences[audience], { team_id: 1, approval_status, hide_progress, is_finished }),
  )

describe('a submission', () => {
  it.each(['its team', 'another team', 'the public'] as const)(
    'on an open objective is visible to %s in any state',
    (audience) => {
      expect(shown(audience, false, false)).toEqual(statuses)
    },
  )

  it('on an objective that hides progress is visible to its team in any state', () => {
    expect(shown('its team', true, false)).toEqual(statuses)
  })

  it.each(['another team', 'the public'] as const)(
    'D-17: on an objective that hides progress is not visible to %s',
    (audience) => {
      expect(shown(audience, true, false)).toEqual([])
    },
  )

  it.each(['another team', 'the public'] as const)(
    'D-17: on an objective that hides progress is visible to %s once reviewed and finished',
    (audience) => {
      expect(shown(audience, true, true)).toEqual(['APPROVED', 'REJECTED'])
    },
  )
})
