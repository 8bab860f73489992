import { readChoice, readId } from '../../../lib/text/search.ts'

export const deskViews = ['waiting', 'decided', 'mine'] as const
export type DeskView = (typeof deskViews)[number]

/** What of the desk is shown, as it stands in the address. */
export interface DeskSearch {
  readonly view?: DeskView
  /** The submission that is open. */
  readonly submission?: number
}

export const readDeskSearch = (search: Record<string, unknown>): DeskSearch => ({
  view: readChoice(search['view'], deskViews),
  submission: readId(search['submission']),
})
