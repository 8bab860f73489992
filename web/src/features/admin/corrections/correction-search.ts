import { readChoice, readFlag, readId } from '../../../lib/text/search.ts'

/** Search parameters of the page. Receipts link here with a fact, or with an objective and a team. */
export interface CorrectionSearch {
  /** Opens the form. */
  readonly new?: boolean
  /** Opens the form for points. */
  readonly give?: boolean
  readonly objective?: number
  readonly for_team?: number
  /** Number of a fact in the ledger. */
  readonly fact?: number
  readonly state?: CorrectionState
}
export const correctionStates = ['all', 'waiting', 'standing', 'withdrawn'] as const
export type CorrectionState = (typeof correctionStates)[number]

export const readCorrectionSearch = (search: Record<string, unknown>): CorrectionSearch => ({
  new: readFlag(search['new']) || undefined,
  give: readFlag(search['give']) || undefined,
  objective: readId(search['objective']),
  for_team: readId(search['for_team']),
  fact: readId(search['fact']),
  state: readChoice(search['state'], correctionStates),
})
