import '../../../messages/report.ts'
import type { GameVersion } from '@muster/contract/events'
import { recogniseBuild, trimCode } from '@muster/domain/build-codes/build-code'
import type { ReportRules } from '@muster/domain/submissions/report-rules'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import { queryClient } from '../../../api/calls/queries.ts'
import type { PlacedObjective } from '../../../api/items/item-objectives.ts'
import { type Decoded, decodeBuild } from '../../../api/items/decode-build.ts'
import { t } from '../../../lib/text/messages.ts'
import { type BuildPaste, listResults, nameBuild, type ComparedObjectives, readBuildPaste } from './read-build-code.ts'
import { createPasteReader, listCounting, listReports, type ReadPaste } from './read-paste.ts'

/** A paste as the page shows it: items, the code of a build (null while it is unpacked), or the address of a build. */
export type Reading = Counted &
  (
    | { readonly way: 'items'; readonly paste: ReadPaste }
    | { readonly way: 'code'; readonly paste: BuildPaste | null }
    | { readonly way: 'link' }
  )

interface Counted {
  readonly count: number
  /** The rules for each result that counts. */
  readonly rules: readonly ReportRules[]
}

const countAll = (counting: readonly PlacedObjective[]): Counted => ({
  count: counting.length,
  rules: counting.map(({ rules }) => rules),
})

/** A part of a paste that is sent as one report. */
export interface Sending {
  readonly text: string
  readonly name: string
}

const codeProblems = { too_large: 'report.build.tooLarge', not_a_build: 'report.build.notABuild' } as const

const readDecoded = (decoded: Decoded, objectives: ComparedObjectives, game_version: GameVersion, at: number): BuildPaste =>
  decoded.ok ? readBuildPaste(decoded.xml, objectives, game_version, at) : { problem: t(codeProblems[decoded.reason]) }

/** The XML of a code. */
const readCode = (code: string) =>
  queryOptions({ queryKey: ['decodeBuild', code], queryFn: () => decodeBuild(code), staleTime: Infinity, gcTime: 60_000 })

/** Reads a paste while it is typed. @param at in milliseconds */
export function useReading(typed: string, objectives: ComparedObjectives, game_version: GameVersion, at: number): Reading {
  const text = useDeferredValue(typed)
  const way = recogniseBuild(text) ?? 'items'
  const code = way === 'code' ? trimCode(text) : ''
  const { data: decoded = null } = useQuery({ ...readCode(code), enabled: code !== '' })
  const readItems = useMemo(() => createPasteReader(objectives.items, game_version, at), [objectives, game_version, at])
  return useMemo((): Reading => {
    if (way === 'link') return { way, ...countAll([]) }
    if (way === 'items') {
      const paste = readItems(text)
      return { way, paste, ...countAll(listReports(paste)) }
    }
    const paste = decoded && readDecoded(decoded, objectives, game_version, at)
    return { way, paste, ...countAll(paste?.problem === null ? listResults(paste) : []) }
  }, [way, text, decoded, readItems, objectives, game_version, at])
}

/** The reports of a paste, as `useReading` counts them. */
export async function listSending(
  text: string,
  objectives: ComparedObjectives,
  game_version: GameVersion,
  at: number,
): Promise<readonly Sending[]> {
  const way = recogniseBuild(text)
  if (way === 'link') return []
  if (way === null) return listCounting(createPasteReader(objectives.items, game_version, at)(text))
  const code = trimCode(text)
  const build = readDecoded(await queryClient.fetchQuery(readCode(code)), objectives, game_version, at)
  return build.problem === null && listResults(build).length > 0 ? [{ text: code, name: nameBuild(build) }] : []
}
