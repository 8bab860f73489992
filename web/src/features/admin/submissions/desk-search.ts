import { readChoice, readId } from '../../../lib/text/search.ts'

export const deskViews = ['waiting', 'decided', 'mine'] as const
export type DeskView = (typeof deskViews)[number]

/** Search parameters of the judge desk. */
export interface DeskSearch {
  readonly view?: DeskView
  /** The open submission. */
  readonly submission?: number
}

export const readDeskSearch = (search: Record<string, unknown>): DeskSearch => ({
  view: readChoice(search['view'], deskViews),
  submission: readId(search['submission']),
})
