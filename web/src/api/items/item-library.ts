import type { GameVersion } from '@muster/contract/events'
import type { NameSection } from '@muster/contract/item-names'
import { createItemLibrary, type ItemLibrary } from '@muster/domain/items/item-names'
import { listNames } from '@muster/domain/items/name-list'
import { listNameSets, type NameSet } from '@muster/domain/items/name-sets'
import { useQuery } from '@tanstack/react-query'
import { read } from '../calls/queries.ts'

function toLibrary(sections: readonly NameSection[]): ItemLibrary {
  const { bases, uniques } = listNames(sections)
  return createItemLibrary(bases, uniques)
}

/** The known names of items, to check conditions; null while loading, or if they cannot be loaded: then nothing is checked. */
export function useItemLibrary(game_version: GameVersion): ItemLibrary | null {
  const names = read('getItemNames', { query: { game_version } })
  return useQuery({ ...names, select: toLibrary, structuralSharing: false }).data ?? null
}

/** The sets of names that a game has; null until they are loaded. */
export function useNameSets(game_version: GameVersion): readonly NameSet[] | null {
  const names = read('getItemNames', { query: { game_version } })
  return useQuery({ ...names, select: listNameSets }).data ?? null
}
