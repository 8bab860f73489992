import type { PlayerRecord, RecordEvent } from '@muster/contract/records'
import { readEventTitle } from '@muster/domain/events/title'
import { useMemo } from 'react'
import { useEvents } from '../../api/scores/event.ts'
import { assignTeamLooks, type TeamLook } from '../../lib/teams/team-looks.ts'

/** A row of the record with values for the pages. */
export interface RecordRow extends RecordEvent {
  readonly title: string
  /** Milliseconds. */
  readonly start: number
  readonly end: number
  /** The look on the pages of the event; null without a team. */
  readonly look: TeamLook | null
  /** The parameters of links to the event's pages: empty for the current one. */
  readonly search: { readonly event: number | undefined }
}

/** Events of the record, newest first. A team looks as on the pages of its event, where looks depend on the other teams. */
export function useRecordRows({ events }: Pick<PlayerRecord, 'events'>): readonly RecordRow[] {
  const known = useEvents()
  return useMemo(
    () =>
      events.map((row) => {
        const { event, team } = row
        const teams = known.find(({ id }) => id === event.id)?.teams ?? []
        const look = team && (assignTeamLooks(teams).get(team.id) ?? assignTeamLooks([team]).get(team.id))
        return {
          ...row,
          title: readEventTitle(event.name),
          start: Date.parse(event.event_start_time),
          end: Date.parse(event.event_end_time),
          look: look ?? null,
          search: { event: event.is_current ? undefined : event.id },
        }
      }),
    [events, known],
  )
}

const hour_ms = 3_600_000

/** "21.5". */
export const formatHours = (played_ms: number): string => (played_ms / hour_ms).toFixed(1)
