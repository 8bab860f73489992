import { endpoints } from '@muster/contract/endpoints'
import type { Event } from '@muster/contract/events'
import type { AdminFigures, ReadinessLine } from '@muster/contract/readiness'
import { isGranted } from '@muster/domain/access'
import { judgeNeverMatching, sortLines } from '@muster/domain/events/readiness'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { eventInput, read } from '../../../api/calls/queries.ts'
import { useCaller } from '../kit/use-caller.ts'

const refreshEvery_ms = 20_000
/** Reviewing a definition takes the server a second or two. */
const reviewEvery_ms = 60_000

/** All readiness lines and figures. */
export function useReadiness(event: Event): { lines: readonly ReadinessLine[]; figures: AdminFigures } {
  const input = eventInput(event.id)
  const { lines, figures } = useSuspenseQuery({ ...read('getEventReadiness', input), refetchInterval: refreshEvery_ms }).data
  const caller = useCaller()
  const maySee = caller !== undefined && isGranted(endpoints.getDefinitionProblems.access, caller)
  // Loaded separately, and only for people who can fix it: reviewing a large definition is slow.
  const problems = useQuery({
    ...read('getDefinitionProblems', input),
    refetchInterval: reviewEvery_ms,
    enabled: maySee && figures.objectives > 0,
  }).data
  if (!problems) return { lines, figures }
  const line = judgeNeverMatching(problems.by_code, figures.objectives)
  const more: ReadinessLine = { ...line, names: [...line.names], right: [...line.right], at: null }
  return { lines: sortLines([...lines, more]), figures }
}
