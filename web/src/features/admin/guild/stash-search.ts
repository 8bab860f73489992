import { readChoice, readText } from '../../../lib/text/search.ts'

/** Search parameters of the stash page, besides the tab. */
export interface StashLook {
  /** Words to look for in all tabs. */
  readonly search?: string | undefined
  /** False: nothing is dimmed. */
  readonly highlightScoring?: boolean | undefined
  /** The selected part of a collection. */
  readonly part?: string | undefined
  /** The open item. */
  readonly item?: string | undefined
  readonly view?: 'list' | undefined
}

const longest = 200

export const readStashLook = (search: Record<string, unknown>): StashLook => ({
  search: readText(search['search'])?.slice(0, longest),
  highlightScoring: search['highlightScoring'] === false ? false : undefined,
  part: readText(search['part'])?.slice(0, longest),
  item: readText(search['item'])?.slice(0, longest),
  view: readChoice(search['view'], ['list'] as const),
})
