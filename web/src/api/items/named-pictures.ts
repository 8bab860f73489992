import type { GameVersion } from '@muster/contract/events'
import type { NamedPicture } from '@muster/contract/item-images'
import type { NamedItem } from '@muster/domain/items/named-items'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { read } from '../calls/queries.ts'
import { allowPicture, useItemImages } from './item-picture.tsx'

/** The server's limit for one call. */
const maxNames = 60
/** Longer texts are not item names, and the server refuses them. */
const longestName = 200

const keyOf = ({ is_unique, name }: NamedItem) => `${is_unique} ${name}`

/** Names of one kind, one per line; sorted, so that the same items give the same request. */
function writeNames(items: readonly NamedItem[], is_unique: boolean): string | undefined {
  const names = items.filter((item) => item.is_unique === is_unique && item.name !== '' && item.name.length <= longestName)
  const sorted = [...new Set(names.map(({ name }) => name))].toSorted().slice(0, maxNames)
  return sorted.length === 0 ? undefined : sorted.join('\n')
}

const indexAddresses = (pictures: readonly NamedPicture[]): ReadonlyMap<string, string> =>
  new Map(pictures.map((picture) => [keyOf(picture), picture.address]))

/** Picture addresses of items by name; null if there is none, while loading, and if pictures are off. */
export function useNamedPictures(game_version: GameVersion, items: readonly NamedItem[]): (item: NamedItem) => string | null {
  const origin = useItemImages()
  const query = useMemo(
    () => ({ game_version, uniques: writeNames(items, true), types: writeNames(items, false) }),
    [game_version, items],
  )
  const { data } = useQuery({
    ...read('findItemPictures', { query }),
    enabled: origin !== null && (query.uniques !== undefined || query.types !== undefined),
    select: indexAddresses,
    // A build shares most items with the previous one.
    placeholderData: keepPreviousData,
  })
  return useCallback((item) => allowPicture(data?.get(keyOf(item)), origin), [data, origin])
}
