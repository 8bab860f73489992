import { endpoints } from '@muster/contract/endpoints'
import type { Event } from '@muster/contract/events'
import type { AdminFigures, ReadinessLine, StepOwner } from '@muster/contract/readiness'
import { isGranted } from '@muster/domain/access'
import { findNext } from '@muster/domain/events/checklist'
import { judgeDefinition, sortLines } from '@muster/domain/events/readiness'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { eventInput, read } from '../../../api/calls/queries.ts'
import { useServerNow } from '../../../api/live/clock.ts'
import { readDates } from '../kit/read-dates.ts'
import { useCaller } from '../kit/use-caller.ts'

const refreshEvery_ms = 20_000
/** Reviewing a definition takes the server a second or two. */
const reviewEvery_ms = 60_000

interface Readiness {
  readonly lines: readonly ReadinessLine[]
  readonly owners: readonly StepOwner[]
  readonly figures: AdminFigures
  /** The step to do next; undefined if none is left. */
  readonly next: ReadinessLine | undefined
}

/** All steps and figures. */
export function useReadiness(event: Event): Readiness {
  const input = eventInput(event.id)
  const answer = useSuspenseQuery({ ...read('getEventReadiness', input), refetchInterval: refreshEvery_ms }).data
  const { owners, figures } = answer
  const now = useServerNow(60_000)
  const caller = useCaller()
  const maySee = caller !== undefined && isGranted(endpoints.getDefinitionProblems.access, caller)
  // Loaded separately, and only for people who can fix it: reviewing a large definition is slow.
  const problems = useQuery({
    ...read('getDefinitionProblems', input),
    refetchInterval: reviewEvery_ms,
    enabled: maySee && figures.objectives > 0 && now <= Date.parse(event.event_end_time),
  }).data
  const listed = figures.problems + (problems ? problems.counts.error + problems.counts.warning : 0)
  const lines = problems
    ? sortLines([
        ...answer.lines.filter(({ code }) => code !== 'problems'),
        ...judgeDefinition(problems.by_code, figures.objectives, listed).map(toLine),
      ])
    : answer.lines
  return { lines, owners, figures: { ...figures, problems: listed }, next: findNext(lines, readDates(event), now) }
}

const toLine = (line: ReturnType<typeof judgeDefinition>[number]): ReadinessLine => ({
  ...line,
  names: [...line.names],
  right: [...line.right],
  at: null,
})
