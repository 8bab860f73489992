import type { GameVersion } from '@muster/contract/events'
import { games } from '../events/games.ts'
import type { ConditionDefinition } from './definition.ts'

/** Where the items are that an objective counts. */
export type ItemSource = 'tabs' | 'characters'

/**
 * An objective with a condition on the wearer counts the items that characters wear and carry, any other objective those in tabs.
 * If the game shows no tabs, all count the items that characters wear and carry.
 */
export function readItemSource(conditions: readonly Pick<ConditionDefinition, 'field'>[], game_version: GameVersion): ItemSource {
  const { stash_stream, guild_tabs } = games[game_version]
  const hasTabs = stash_stream || guild_tabs
  return !hasTabs || conditions.some(({ field }) => field === 'WORN_BY') ? 'characters' : 'tabs'
}

/** Prefixes of sources of facts about items: each source is counted separately. */
const holders: readonly string[] = ['stash:', 'worn:', 'carried:']

export const holdsItems = (source: string): boolean => holders.some((prefix) => source.startsWith(prefix))
