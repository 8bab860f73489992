import type { ObjectiveId, TeamId } from '@muster/contract/ids'
import type { StashSearch } from '@muster/contract/team-stash'
import { shownOf } from '../../db/event-columns.ts'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/schema.ts'
import { findDeposits, listLogNames } from './deposits.ts'
import { findInTabs, type Found, readWords, type SearchedTab } from './find-in-tabs.ts'
import { prepareMatcher } from '../../prepared-matcher.ts'
import { readTabs } from './read-tabs.ts'
import { findVisibleObjectives } from './visible-objectives.ts'
import { type ItemHead, keyOf } from './tab-index.ts'
import { listTeamTabs } from './team-store.ts'

export interface Search {
  readonly q: string
  readonly objective_id?: number | undefined
  readonly limit: number
  readonly offset: number
}

/** Searches all fetched tabs of a team, including their parts. */
export async function searchTeamStash(ctx: Context, event: Row<'events'>, team_id: TeamId, search: Search): Promise<StashSearch> {
  const { db } = ctx
  const prepared = await prepareMatcher(ctx, event)
  const listed = await listTeamTabs(db, event.id, team_id)
  const keys = listed.map(({ id, content_key }) => ({ event_id: event.id, team_id, id, content_key }))
  const indexes = await readTabs(ctx, keys, prepared)
  const byId = new Map(listed.map((tab) => [tab.id, tab]))
  const tabs = listed.flatMap(({ id, name, folder_name, parent_id }): SearchedTab[] => {
    const index = indexes.get(id)
    const names = [name, folder_name, byId.get(parent_id ?? '')?.name]
    return index ? [{ id, name: names.join('\n').toLowerCase(), index }] : []
  })
  const visible = findVisibleObjectives(prepared.definition, shownOf(event), ctx.clock.now())
  const wanted = { words: readWords(search.q), objective_id: search.objective_id ?? null }
  const found = findInTabs(tabs, wanted, visible)
  const shown = found.slice(search.offset, search.offset + search.limit)
  const headOf = ({ tab, place }: Found) => tab.index.heads[place] as ItemHead
  const seen = shown.map((one) => {
    const tab = byId.get(one.tab.id)
    const tabs = tab ? listLogNames(tab, one.tab.index.sent_name, byId.get(tab.parent_id ?? '')) : []
    return { item: { ...headOf(one), tabs }, seen_at: tab?.fetched_at?.getTime() ?? 0 }
  })
  const deposits = await findDeposits(db, event.id, team_id, seen)
  const counts = new Map<string, number>()
  for (const { tab } of found) counts.set(tab.id, (counts.get(tab.id) ?? 0) + 1)
  return {
    hits: shown.map((one, at) => {
      const { id: _, ...head } = headOf(one)
      const served = one.tab.index.served.get(one.place) ?? []
      const objectives = served.flatMap(({ objective_id }) => (visible.isOpen(objective_id) ? [objective_id as ObjectiveId] : []))
      const key = keyOf(headOf(one), one.place)
      return { tab_id: one.tab.id, key, place: one.place, ...head, objectives, put_in: deposits[at] ?? null }
    }),
    total: found.length,
    tabs: tabs.flatMap(({ id }) => (counts.has(id) ? [{ tab_id: id, hits: counts.get(id) ?? 0 }] : [])),
    searched: { tabs: tabs.length, items: tabs.reduce((sum, { index }) => sum + index.heads.length, 0) },
  }
}
