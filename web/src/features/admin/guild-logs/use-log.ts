import type { Guild, GuildLogRow, GuildLogSummary } from '@muster/contract/guilds'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { call } from '../../../api/calls/client.ts'
import { type EventKey, read } from '../../../api/calls/queries.ts'
import { useEventKey } from '../../../api/scores/event.ts'
import { filterOf, type LogSearch } from './log-search.ts'
import { guildInput } from './use-guilds.ts'

const pageLength = 100

/** A page of rows after a given line; parameters are strings, as in the address. */
export function fetchRows(
  event: EventKey,
  guild: Guild,
  search: LogSearch,
  { before, limit, signal }: { before: string | null; limit: number; signal: AbortSignal },
) {
  const show = search.view === 'lines' ? 'lines' : 'movements'
  const query = { ...filterOf(search), show, limit: String(limit), ...(before !== null && { before }) } as const
  return call('getGuildLogRows', { ...guildInput(event, guild), query }, signal)
}

/** Matching rows, newest first, page by page. The previous rows stay while another filter loads. */
export function useRows(guild: Guild, given: LogSearch) {
  const event = useEventKey()
  const search = useDeferredValue(given)
  return useInfiniteQuery({
    queryKey: ['getGuildLogRows', guildInput(event, guild), filterOf(search), search.view === 'lines'],
    queryFn: ({ pageParam, signal }) => fetchRows(event, guild, search, { before: pageParam, limit: pageLength, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: keepPreviousData,
  })
}

/** Totals of the matching lines. */
export function useSummary(guild: Guild, given: LogSearch) {
  const event = useEventKey()
  const query = filterOf(useDeferredValue(given))
  return useQuery({ ...read('getGuildLogSummary', { ...guildInput(event, guild), query }), placeholderData: keepPreviousData })
}

export type Row = GuildLogRow
export type Summary = GuildLogSummary
