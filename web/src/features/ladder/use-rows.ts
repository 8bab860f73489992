import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useEventKey, useParticipants, usePlayerRules, useTeams } from '../../api/scores/event.ts'
import { eventInput } from '../../api/calls/queries.ts'
import { useSession } from '../../lib/browser/session.ts'
import { joinRows, type LadderRow } from './ladder-row.ts'
import { readLadder } from './read-ladder.ts'

/**
 * The game's ladder joined with the event's teams, and the viewer's own row.
 * @param needsPersonal whether to read personal points, as soon as the code for it has loaded
 * @param hour after the start of the event; now by default
 */
export function useRows(needsPersonal = false, hour?: number): { rows: readonly LadderRow[]; own: LadderRow | null } {
  const entries = useSuspenseQuery(readLadder(eventInput(useEventKey()), hour)).data
  const participants = useParticipants()
  const teams = useTeams()
  const own_user_id = useSession()?.user_id ?? null
  const rules = usePlayerRules()
  const readers = useQuery({
    queryKey: ['readers of personal points'],
    queryFn: () => import('./personal-points.ts'),
    enabled: needsPersonal,
    staleTime: Infinity,
  }).data
  const rows = useMemo(
    () => joinRows(entries, participants, teams, own_user_id, rules, readers?.readPersonalPoints ?? null),
    [entries, participants, teams, own_user_id, rules, readers],
  )
  return { rows, own: rows.find((row) => row.is_own) ?? null }
}
