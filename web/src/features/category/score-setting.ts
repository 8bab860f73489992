import { useMemo } from 'react'
import { useEvent, useParticipants } from '../../api/scores/event.ts'
import { addressWiki } from '../../lib/text/wiki.ts'

/** What every score of a page is described with, asked for once and not by each of a thousand cells. */
export interface ScoreSetting {
  /** Who scored, as people are called; empty when nobody is attributed. */
  readonly nameOf: (user_id: number | undefined) => string
  /** Start of the event in milliseconds. */
  readonly start_ms: number
  /** Address of a page of the community's wiki. */
  readonly wikiOf: (page: string) => string
}

export function useScoreSetting(): ScoreSetting {
  const participants = useParticipants()
  const event = useEvent()
  const start_ms = Date.parse(event?.event_start_time ?? '')
  const version = event?.game_version ?? 'poe1'
  return useMemo(
    () => ({
      start_ms,
      nameOf: (user_id) => (user_id === undefined ? '' : (participants.get(user_id)?.display_name ?? '')),
      wikiOf: (page) => addressWiki(version, page),
    }),
    [start_ms, participants, version],
  )
}
