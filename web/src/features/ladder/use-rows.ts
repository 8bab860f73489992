import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useEventKey, useGameVersion, useParticipants, useTeams } from '../../api/scores/event.ts'
import { eventInput, read } from '../../api/calls/queries.ts'
import { useSession } from '../../lib/browser/session.ts'
import { joinRows, type LadderRow } from './ladder-row.ts'

/** The game's ladder joined with the event's teams, and the viewer's own row. */
export function useRows(): { rows: readonly LadderRow[]; own: LadderRow | null } {
  const entries = useSuspenseQuery(read('getLadder', eventInput(useEventKey()))).data
  const participants = useParticipants()
  const teams = useTeams()
  const own_user_id = useSession()?.user_id ?? null
  const version = useGameVersion()
  const rows = useMemo(
    () => joinRows(entries, participants, teams, own_user_id, version),
    [entries, participants, teams, own_user_id, version],
  )
  return { rows, own: rows.find((row) => row.is_own) ?? null }
}
