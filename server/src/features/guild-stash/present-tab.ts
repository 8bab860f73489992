import { promisify } from 'node:util'
import { gunzip as gunzipCallback } from 'node:zlib'
import type { GameItem } from '@muster/contract/game-api'
import type { GuildStashTabContent } from '@muster/contract/guild-stash'
import type { ObjectiveId } from '@muster/contract/ids'
import type { Matcher } from '@muster/domain/conditions/matcher'
import { toLegacyItem } from '@muster/domain/items/legacy-item'
import { readList, readRecord, readWholeNumber } from '@muster/domain/items/normalise'
import type { Row } from '../../db/schema.ts'
import { matchInSlices } from '../../ingestion/stash/match-in-slices.ts'

const gunzip = promisify(gunzipCallback)

type Tab = Pick<Row<'guild_stash_tabs'>, 'id' | 'name' | 'type' | 'content'>

/** Items as older clients understand them, each with the first objective that it completes at this moment. */
async function presentItems(items: readonly GameItem[], matcher: Matcher, at: number) {
  const objectives = new Map<number, number>()
  for (const { item, objective_id } of await matchInSlices(matcher, items, at)) {
    if (!objectives.has(item)) objectives.set(item, objective_id)
  }
  return items.map((item, place) => {
    const objectiveId = objectives.get(place) as ObjectiveId | undefined
    const size = { w: Math.max(1, readWholeNumber(item.w)), h: Math.max(1, readWholeNumber(item.h)) }
    return { ...toLegacyItem(item), ...size, ...(objectiveId !== undefined && { objectiveId }) }
  })
}

/** What the game said of a tab; empty for one that was never fetched. */
async function unpack(tab: Tab): Promise<Readonly<Record<string, unknown>>> {
  return tab.content === null ? {} : readRecord(JSON.parse((await gunzip(tab.content)).toString('utf8')))
}

/**
 * A tab in the game's form: under the name we know it by, with objectives on its items and with the content of its parts.
 * @param at milliseconds; an objective that is not open then is not named.
 */
export async function presentTab(tab: Tab, parts: readonly Tab[], matcher: Matcher, at: number): Promise<GuildStashTabContent> {
  const { children: _, items, metadata, index, parent, ...content } = await unpack(tab)
  return {
    ...content,
    id: tab.id,
    name: tab.name,
    type: tab.type,
    ...(Number.isInteger(index) && { index: index as number }),
    ...(typeof parent === 'string' && { parent }),
    metadata: { ...readRecord(metadata) },
    ...(Array.isArray(items) && { items: await presentItems(readList(items).map(readRecord), matcher, at) }),
    children: await Promise.all(parts.filter((part) => part.content !== null).map((part) => presentTab(part, [], matcher, at))),
  }
}
