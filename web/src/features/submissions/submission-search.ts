import { type ApprovalStatus, approvalStatuses } from '@muster/contract/submissions'
import { readChoice, readFlag, readId, readText } from '../../lib/text/search.ts'

export const submissionOrders = ['newest', 'oldest', 'happened'] as const
export type SubmissionOrder = (typeof submissionOrders)[number]

/** Filters of the list, as in the address. */
export interface SubmissionSearch {
  readonly status?: ApprovalStatus
  readonly for_team?: number
  readonly objective?: number
  /** Only the viewer's own. */
  readonly mine?: boolean
  readonly q?: string
  readonly order?: SubmissionOrder
}

export const readSubmissionSearch = (search: Record<string, unknown>): SubmissionSearch => ({
  status: readChoice(search['status'], approvalStatuses),
  for_team: readId(search['for_team']),
  objective: readId(search['objective']),
  mine: readFlag(search['mine']) || undefined,
  q: readText(search['q']),
  order: readChoice(search['order'], submissionOrders),
})
