import type { GameItem } from '@muster/contract/game-api'
import type { DisplayItem, GuildStashTabContent } from '@muster/contract/guild-stash'
import type { ObjectiveId } from '@muster/contract/ids'
import { toLegacyItem } from '@muster/domain/items/legacy-item'
import { readRecord } from '@muster/domain/items/normalise'
import type { PreparedMatcher } from '../../caches.ts'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/schema.ts'
import { readSent, readTab, type TabKey, unpackTab } from './read-tabs.ts'
import type { VisibleObjectives } from './visible-objectives.ts'
import { readSize, type TabIndex } from './tab-index.ts'

type Tab = Pick<Row<'guild_stash_tabs'>, 'name' | 'type' | 'content'> & TabKey

/** The conditions, and the objectives visible now. */
export interface Presenting {
  readonly ctx: Context
  readonly prepared: PreparedMatcher
  readonly visible: VisibleObjectives
}

/** An item in the format of older clients, with the objectives that it completes at this moment. */
export function presentItem(item: GameItem, place: number, { served }: TabIndex, visible: VisibleObjectives): DisplayItem {
  const ids = served
    .get(place)
    ?.flatMap(({ objective_id }) => (visible.isOpen(objective_id) ? [objective_id as ObjectiveId] : []))
  const objectives = ids?.length ? { objectiveId: ids[0], objectives: ids } : {}
  return { ...toLegacyItem(item), w: readSize(item.w), h: readSize(item.h), ...objectives }
}

/**
 * A tab in the game's format: under Muster's name, with objectives on its items and with the content of its parts. Objectives
 * that are not open now are left out.
 */
export async function presentTab(tab: Tab, parts: readonly Tab[], presenting: Presenting): Promise<GuildStashTabContent> {
  const { ctx, prepared, visible } = presenting
  const unpacked = unpackTab(tab.content)
  const { children: _, items: listed, metadata, index, parent, ...content } = unpacked
  const sent = readSent(unpacked)
  const read = await readTab(ctx, tab, prepared, async () => sent)
  return {
    ...content,
    id: tab.id,
    name: tab.name,
    type: tab.type,
    ...(Number.isInteger(index) && { index: index as number }),
    ...(typeof parent === 'string' && { parent }),
    metadata: { ...readRecord(metadata) },
    ...(Array.isArray(listed) && { items: sent.items.map((item, place) => presentItem(item, place, read, visible)) }),
    children: await Promise.all(parts.filter((part) => part.content !== null).map((part) => presentTab(part, [], presenting))),
  }
}
