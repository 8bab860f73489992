import type { Submission } from '@muster/contract/submissions'
import { now_ms } from './test-event.tsx'

/** This many minutes after the time of tests. */
export const at = (minutes: number) => new Date(now_ms + minutes * 60_000).toISOString()

/** A submission that waits for a judge. */
export const aSubmission = (fields: Partial<Record<keyof Submission, unknown>>) =>
  ({
    objective_id: 50,
    team_id: 2,
    user_id: 20,
    timestamp: at(-60),
    number: 1,
    proof: 'https://clips.example/1.png',
    comment: '',
    item_name: null,
    counts_as: null,
    same_item_as: null,
    suspicions: [],
    recheck: null,
    recheck_at: null,
    is_appealed: false,
    submitted_at: at(-40),
    approval_status: 'PENDING',
    review_comment: null,
    reviewer_id: null,
    reviewed_at: null,
    version: 3,
    ...fields,
  }) as unknown as Submission
