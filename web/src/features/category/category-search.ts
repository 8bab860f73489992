import { readChoice, readFlag, readId, readText } from '../../lib/text/search.ts'

const orders = ['event', 'closest', 'points', 'time'] as const
export type Order = (typeof orders)[number]

/** The address parameters of a category page. */
export interface CategorySearch {
  /** The selected set. */
  readonly set?: number
  readonly q?: string
  readonly order?: Order
  /** false hides finished ones. */
  readonly finished?: boolean
  /** Only items that the watched team lacks. */
  readonly missing?: boolean
}

export const readCategorySearch = (search: Record<string, unknown>): CategorySearch => ({
  set: readId(search['set']),
  q: readText(search['q']),
  order: readChoice(search['order'], orders),
  finished: readFlag(search['finished']),
  missing: readFlag(search['missing']),
})
