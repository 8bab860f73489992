import type { GameVersion } from '@muster/contract/events'
import { gameOffers } from '../events/game-offers.ts'
import type { ConditionDefinition } from './definition.ts'

/** Where the items lie that an objective counts. */
export type ItemSource = 'tabs' | 'characters'

/**
 * An objective that asks who wears an item counts what characters wear and carry, and any other one what lies in tabs; where the
 * game shows no tabs, all count what characters wear and carry.
 */
export function readItemSource(conditions: readonly Pick<ConditionDefinition, 'field'>[], game_version: GameVersion): ItemSource {
  const { stash_stream, guild_tabs } = gameOffers(game_version)
  const hasTabs = stash_stream || guild_tabs
  return !hasTabs || conditions.some(({ field }) => field === 'WORN_BY') ? 'characters' : 'tabs'
}

/** Sources of facts that hold items: each is a place of its own, whosever it is. */
const holders: readonly string[] = ['stash:', 'worn:', 'carried:']

export const holdsItems = (source: string): boolean => holders.some((prefix) => source.startsWith(prefix))
