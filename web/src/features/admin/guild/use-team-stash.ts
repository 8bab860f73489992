import type { TeamStash, TeamStashTab } from '@muster/contract/team-stash'
import { keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type EventKey, read } from '../../../api/calls/queries.ts'
import { useEventKey } from '../../../api/scores/event.ts'

const refreshEvery_ms = 60_000
/** Interval while the viewer waits for a requested fetch; the game usually allows it within seconds. */
const whileAwaited_ms = 5_000
const awaitedFor_ms = 60_000

let awaitedUntil = 0
const findRefreshPause = () => (Date.now() < awaitedUntil ? whileAwaited_ms : refreshEvery_ms)

/** Refetched every minute while the page is visible, and more often after a requested fetch. */
export const readTeamStash = (event: EventKey) => ({
  ...read('getTeamStash', { eventId: event }),
  refetchInterval: findRefreshPause,
})

export const useTeamStash = (): TeamStash => useSuspenseQuery(readTeamStash(useEventKey())).data

export const useTabContent = (stash_id: string) =>
  useSuspenseQuery({
    ...read('getGuildStashTab', { eventId: useEventKey(), stash_id }),
    refetchInterval: findRefreshPause,
  }).data

/** All details of one item; undefined while loading. */
export const useStashItem = (stash_id: string, item_id: string) =>
  useQuery({ ...read('getStashItem', { eventId: useEventKey(), stash_id, item_id, query: {} }) })

export function useStashSearch(words: string) {
  return useQuery({
    ...read('searchTeamStash', { eventId: useEventKey(), query: { q: words, limit: 50 } }),
    enabled: words !== '',
    refetchInterval: refreshEvery_ms,
    placeholderData: keepPreviousData,
  })
}

/** Refetches more often for a while, after a write that makes the server read the game soon. */
export function awaitFetch(): void {
  awaitedUntil = Date.now() + awaitedFor_ms
}

/** A tab in the list: parts of a collection count for the collection. */
export interface ListedTab {
  readonly tab: TeamStashTab
  readonly items: number
  readonly scoring: number
  readonly points: number
}

/** Tabs by their position in the game, without the parts of collections. */
export function listTabs({ tabs }: Pick<TeamStash, 'tabs'>): readonly ListedTab[] {
  const parts = Map.groupBy(tabs, ({ parent_id }) => parent_id ?? '')
  return tabs
    .filter(({ parent_id }) => parent_id === null)
    .map((tab) => {
      const all = [tab, ...(parts.get(tab.id) ?? [])]
      const sum = (count: (one: TeamStashTab) => number) => all.reduce((total, one) => total + count(one), 0)
      return {
        tab,
        items: sum(({ item_count }) => item_count),
        scoring: sum(({ scoring_items }) => scoring_items),
        points: sum(({ points }) => points),
      }
    })
    .toSorted((a, b) => (a.tab.index ?? Infinity) - (b.tab.index ?? Infinity))
}

/** The team's points on each objective completed from its tabs. */
export function useObjectivePoints(): ReadonlyMap<number, number> {
  const { tabs } = useTeamStash()
  return useMemo(
    () =>
      new Map(tabs.flatMap(({ objectives }) => objectives.map(({ objective_id, points }) => [objective_id, points] as const))),
    [tabs],
  )
}

/** The team's points on all objectives that an item completes. */
export const sumPoints = (objectives: readonly number[], points: ReadonlyMap<number, number>): number =>
  objectives.reduce((sum, id) => sum + (points.get(id) ?? 0), 0)
