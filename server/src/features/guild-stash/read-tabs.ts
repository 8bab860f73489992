import { readList, readRecord } from '@muster/domain/items/normalise'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/schema.ts'
import { matchInSlices } from '../../ingestion/stash/match-in-slices.ts'
import { unpackText } from '../../ingestion/stash/stored-items.ts'
import type { PreparedMatcher } from '../../caches.ts'
import { loadContents } from './store.ts'
import { indexTab, type SentTab, type TabIndex } from './tab-index.ts'

/** Tabs read from the database at a time. */
const tabsAtOnce = 8

/** Identifies one version of the content of one tab. */
export type TabKey = Pick<Row<'guild_stash_tabs'>, 'event_id' | 'team_id' | 'id' | 'content_key'>

/** The game's answer about a tab; empty if it was never fetched. */
export const unpackTab = (content: Buffer | null): Readonly<Record<string, unknown>> =>
  content === null ? {} : readRecord(JSON.parse(unpackText(content)))

export const readSent = ({ name, items }: Readonly<Record<string, unknown>>): SentTab => ({
  name: typeof name === 'string' ? name : null,
  items: readList(items).map(readRecord),
})

// The team is part of the key, so that one team's reads do not make another team's faster.
const cacheKey = ({ event_id, team_id, id }: TabKey) => `${event_id} ${team_id} ${id}`
const contentKey = ({ content_key }: TabKey) => content_key?.toString('hex') ?? ''

const peek = ({ caches }: Context, tab: TabKey, { mark }: PreparedMatcher): TabIndex | undefined => {
  const known = caches.guildTabs.get(cacheKey(tab))
  return known?.content_key === contentKey(tab) && known.mark === mark ? known : undefined
}

/**
 * The content of a tab, matched with the current conditions: computed once for all callers, and again after a change of content
 * or conditions.
 * @param load called on a cache miss only
 */
export function readTab(ctx: Context, tab: TabKey, prepared: PreparedMatcher, load: () => Promise<SentTab>): Promise<TabIndex> {
  const known = peek(ctx, tab, prepared)
  if (known) return Promise.resolve(known)
  const { guildTabs, guildTabReadings } = ctx.caches
  const key = cacheKey(tab)
  const reading = `${key} ${contentKey(tab)} ${prepared.sequence}`
  const underWay = guildTabReadings.get(reading)
  if (underWay) return underWay
  const made = (async () => {
    const sent = await load()
    const completions = await matchInSlices(prepared.matcher, sent.items, null)
    const before = guildTabs.get(key)
    const index = indexTab(
      contentKey(tab),
      sent,
      prepared.mark,
      completions,
      before?.content_key === contentKey(tab) ? before : undefined,
    )
    guildTabs.set(key, index)
    return index
  })().finally(() => guildTabReadings.delete(reading))
  guildTabReadings.set(reading, made)
  return made
}

/** `readTab` for many tabs; tabs that were never fetched are left out. */
export async function readTabs(
  ctx: Context,
  tabs: readonly TabKey[],
  prepared: PreparedMatcher,
): Promise<ReadonlyMap<string, TabIndex>> {
  const found = new Map<string, TabIndex>()
  const missing: TabKey[] = []
  for (const tab of tabs) {
    if (tab.content_key === null) continue
    const known = peek(ctx, tab, prepared)
    if (known) found.set(tab.id, known)
    else missing.push(tab)
  }
  for (let from = 0; from < missing.length; from += tabsAtOnce) {
    const some = missing.slice(from, from + tabsAtOnce)
    // The current content: it may have changed since the list was read.
    for (const { content, ...tab } of await loadContents(ctx.db, some)) {
      found.set(tab.id, await readTab(ctx, tab, prepared, async () => readSent(unpackTab(content))))
    }
  }
  return found
}
