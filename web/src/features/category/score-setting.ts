import { defaultGame } from '@muster/contract/game-versions'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type PictureOf, useObjectivePictures } from '../../api/items/objective-pictures.ts'
import { useServerTimeReached } from '../../api/live/clock.ts'
import { type IsUnconfirmed, useUnconfirmed } from '../../api/scores/confirmed-scores.ts'
import { readTree, useEvent, useEventKey, useParticipants } from '../../api/scores/event.ts'
import { addressWiki } from '../../lib/text/wiki.ts'
import { listProofs } from './proofs.ts'
import { listWearers } from './wearers.ts'

/** Shared data for the description of scores, computed once for a page and not for each of a thousand cells. */
export interface ScoreSetting {
  /** The name of the scoring player; empty without one. */
  readonly nameOf: (user_id: number | undefined) => string
  /** Start of the event in milliseconds. */
  readonly start_ms: number
  /** Address of a page of the community's wiki. */
  readonly wikiOf: (page: string) => string
  /** The character that has to wear the item of an objective; undefined if any character may. */
  readonly wearersOf: (objective_id: number) => string | undefined
  /** The proof that a report on an objective needs, in words; undefined without a need, and after the event. */
  readonly proofOf: (objective_id: number) => string | undefined
  /** The picture of an objective; undefined without an item. */
  readonly pictureOf: PictureOf
  readonly isUnconfirmed: IsUnconfirmed
}

export function useScoreSetting(): ScoreSetting {
  const participants = useParticipants()
  const event = useEvent()
  const start_ms = Date.parse(event?.event_start_time ?? '')
  const version = event?.game_version ?? defaultGame
  const pictureOf = useObjectivePictures()
  const isUnconfirmed = useUnconfirmed()
  const { objective } = useSuspenseQuery(readTree(useEventKey())).data
  const wearers = useMemo(() => objective && listWearers(objective), [objective])
  const isOver = useServerTimeReached(event && Date.parse(event.event_end_time))
  const proofs = useMemo(() => (objective && event && !isOver ? listProofs(objective, event) : null), [objective, event, isOver])
  return useMemo(
    () => ({
      start_ms,
      nameOf: (user_id) => (user_id === undefined ? '' : (participants.get(user_id)?.display_name ?? '')),
      wikiOf: (page) => addressWiki(version, page),
      wearersOf: (id) => wearers?.get(id),
      proofOf: (id) => proofs?.get(id),
      pictureOf,
      isUnconfirmed,
    }),
    [start_ms, participants, version, wearers, proofs, pictureOf, isUnconfirmed],
  )
}
