import type { PoB } from '@muster/contract/characters'
import type { CodeObstacle } from '@muster/domain/build-codes/build-code'
import { queryOptions, useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { decodeBuild } from '../../api/items/decode-build.ts'
import { buildPages } from './build-pages.ts'
import { type Build, readBuild } from './read-build.ts'

/** A character's builds, oldest first, as far back as requested. */
export function useBuilds(user_id: number, character_id: string) {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useSuspenseInfiniteQuery(buildPages(user_id, character_id))
  const builds = useMemo(() => data.pages.toReversed().flat(), [data])
  return { builds, hasEarlier: hasNextPage, isLoadingEarlier: isFetchingNextPage, loadEarlier: () => void fetchNextPage() }
}

export type ReadBuild = { readonly ok: true; readonly build: Build } | { readonly ok: false; readonly reason: CodeObstacle }

const readStored = ({ id, export_string }: Pick<PoB, 'id' | 'export_string'>) =>
  queryOptions({
    queryKey: ['readBuild', id],
    queryFn: async (): Promise<ReadBuild> => {
      const decoded = await decodeBuild(export_string)
      if (!decoded.ok) return decoded
      const build = readBuild(decoded.xml)
      return build ? { ok: true, build } : { ok: false, reason: 'not_a_build' }
    },
    // A stored build never changes.
    staleTime: Number.POSITIVE_INFINITY,
    // Maps and sets are not plain data.
    structuralSharing: false,
  })

/** The parsed content of a stored build; an unreadable one is an answer, not a failure. Suspends while parsing. */
export const useReadBuild = (stored: Pick<PoB, 'id' | 'export_string'>): ReadBuild => useSuspenseQuery(readStored(stored)).data
