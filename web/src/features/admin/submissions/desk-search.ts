import { readChoice, readId } from '../../../lib/text/search.ts'

export const deskViews = ['waiting', 'asked', 'decided', 'mine'] as const
export type DeskView = (typeof deskViews)[number]

/** Search parameters of the judge desk. */
export interface DeskSearch {
  readonly view?: DeskView
  /** The waiting ones grouped by player and kind; otherwise by time. */
  readonly by?: 'player'
  /** The open submission. */
  readonly submission?: number
}

export const readDeskSearch = (search: Record<string, unknown>): DeskSearch => ({
  view: readChoice(search['view'], deskViews),
  by: readChoice(search['by'], ['player']),
  submission: readId(search['submission']),
})
