import { readChoice, readCount, readFlag, readText } from '../../../lib/text/search.ts'

export const logViews = ['movements', 'lines', 'players'] as const
export type LogView = (typeof logViews)[number]

/** Filters of a log; times in unix seconds. */
export interface LogSearch {
  readonly player?: string | undefined
  /** Part of the item's name. */
  readonly item?: string | undefined
  readonly tab?: string | undefined
  /** Deleted tabs. */
  readonly gone?: boolean | undefined
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly view?: LogView | undefined
}

/** The API's limit. */
const longest = 200
const lastMoment = 253_402_300_799
const readMoment = (value: unknown) => {
  const at = readCount(value)
  return at !== undefined && at <= lastMoment ? at : undefined
}

export const readLogSearch = (search: Record<string, unknown>): LogSearch => ({
  player: readText(search['player'])?.slice(0, longest),
  item: readText(search['item'])?.slice(0, longest),
  tab: readText(search['tab'])?.slice(0, longest),
  gone: readFlag(search['gone']) || undefined,
  from: readMoment(search['from']),
  to: readMoment(search['to']),
  view: readChoice(search['view'], logViews),
})

/** The filter for the API. */
export const filterOf = ({ player, item, tab, gone, from, to }: LogSearch) => ({
  ...(player !== undefined && { username: player }),
  ...(item !== undefined && { itemname: item }),
  ...(tab !== undefined && { stashname: tab }),
  ...(gone && { gone: 'true' as const }),
  ...(from !== undefined && { from: String(from) }),
  ...(to !== undefined && { to: String(to) }),
})

export const isFiltered = (search: LogSearch): boolean => Object.keys(filterOf(search)).length > 0
