/** Pages of the public stash stream, joined from the texts of their items. */
import type { PlacedItem } from '../items/item.ts'
import type { PublishedTab, StreamEntry } from '../world/stream.ts'
import type { World } from '../world/world.ts'
import { type ItemViewOptions, renderPublicItem } from './item-view.ts'
import { createMemory, formOf } from './memory.ts'
import { createNoiseTexts } from './noise-texts.ts'
import { makeNoiseTab } from './noise-view.ts'

export interface PageLimits {
  tabs: number
  items: number
}

export interface StreamPage {
  next_change_id: string
  body: string
}

export interface StreamView {
  /** The page after these positions, or after the oldest retained one; positions outside the log are clamped to its ends. */
  page: (from: readonly number[] | null, options: ItemViewOptions, limits: PageLimits, late_ms?: number) => StreamPage
  /** Whether more pages follow, because the last one was full. */
  hasMore: () => boolean
  /** Prepares part of the next pages. @returns false when enough is prepared */
  prepare: () => boolean
  /** The current end of the log, without the delay. */
  latestChangeId: () => string
}

/** Five numbers, or null if the text is not a change id. */
export const parseChangeId = (text: string): number[] | null =>
  /^\d{1,20}(-\d{1,20}){4}$/.test(text) ? text.split('-').map(Number) : null

const formatChangeId = (positions: readonly number[]): string => positions.join('-')

const rememberItem = createMemory<PlacedItem, string>()

export const createStreamView = (world: World): StreamView => {
  let hasMore = false

  const renderTab = (tab: PublishedTab, renderText: (placed: PlacedItem) => string): string => {
    const head = tab.public
      ? { id: tab.tab_id, public: true, accountName: tab.account_name, stash: tab.name, stashType: tab.type, league: tab.league }
      : { id: tab.tab_id, public: false, accountName: null, stash: null, stashType: tab.type, league: null }
    const items = tab.items.map(renderText).join(',')
    return `${JSON.stringify(head).slice(0, -1)},"items":[${items}]}`
  }

  const noise = createNoiseTexts((shard, ordinal, options) => {
    const tab = makeNoiseTab(world.options.seed, shard, ordinal)
    return { text: renderTab(tab, (placed) => renderPublicItem(placed, options)), items: tab.items.length }
  })

  return {
    page: (from, options, limits, late_ms = 0) => {
      const now = world.now()
      const form = formOf(options)
      const renderOurs = (placed: PlacedItem) => rememberItem(placed, form, () => renderPublicItem(placed, options))
      const tabs: string[] = []
      let items = 0
      hasMore = false
      const take = (entry: StreamEntry): boolean => {
        hasMore = tabs.length >= limits.tabs || items >= limits.items
        if (hasMore) return false
        const tab =
          entry.kind === 'tab'
            ? { text: renderTab(entry.published, renderOurs), items: entry.published.items.length }
            : noise.read(entry.shard, entry.ordinal, options)
        tabs.push(tab.text)
        items += tab.items
        return true
      }
      const next = formatChangeId(world.stream.read(from ?? world.stream.firstPositions(now), now, take, late_ms))
      return { next_change_id: next, body: `{"next_change_id":"${next}","stashes":[${tabs.join(',')}]}` }
    },
    hasMore: () => hasMore,
    prepare: () => noise.writeNext(),
    latestChangeId: () => formatChangeId(world.stream.positionsAt(world.now())),
  }
}
