import type { OverlayState } from '@muster/contract/broadcast'
import type { UserId } from '@muster/contract/ids'
import { readEventTitle } from '@muster/domain/events/title'
import { noChoices, type ProducerChoices, readOverlayState } from '@muster/domain/broadcast/overlay-state'
import type { Context } from '../../context.ts'
import { shownOf } from '../../db/event-columns.ts'
import type { Row } from '../../db/schema.ts'
import { listTeamsOf } from '../teams/store.ts'
import { readDelayedScores } from './delayed-scores.ts'
import { findCharacterAt, listOverlayItems, listPlayers } from './store.ts'

export interface Overlay {
  readonly state: OverlayState
  /** When the state changes without a write, ms on the event clock; null: never. */
  readonly changes_at: number | null
}

/** The requested delay, but never less than the event's. */
export const delayOf = (broadcast: Pick<Row<'broadcasts'>, 'least_delay_seconds'>, asked_seconds: number): number =>
  Math.max(asked_seconds, broadcast.least_delay_seconds)

const isBeforeEnd = (opening: string | null, { event_end_time }: Row<'events'>) =>
  opening !== null && Date.parse(opening) < event_end_time.getTime()

/**
 * The state of an event some seconds ago, as every visitor could see it then and may see it now. Everything in it is from the
 * same moment of the event clock. The caller has checked that the event is visible.
 * @param choices null: the standings for other sites, without the card of a player
 */
export async function loadOverlay(
  ctx: Context,
  event: Row<'events'>,
  delay_seconds: number,
  choices: ProducerChoices | null,
): Promise<Overlay> {
  const { db, clock } = ctx
  const delay_ms = delay_seconds * 1000
  const moment = clock.now() - delay_ms
  const scores = await readDelayedScores(db, ctx.caches.delayedScores, event.id, delay_seconds, new Date(moment))
  const user_ids = new Set([choices?.pinned_user_id ?? null, ...scores.recent.map(({ user_id }) => user_id as UserId | null)])
  const [items, teams, players] = await Promise.all([
    listOverlayItems(db, event.id),
    listTeamsOf(db, [event.id]),
    listPlayers(
      db,
      event.id,
      [...user_ids].filter((id) => id !== null),
    ),
  ])
  const { state, player, changes_at } = readOverlayState({
    items,
    event: shownOf(event),
    teams,
    scores: scores.received.scores,
    changes: scores.recent,
    choices: choices ?? noChoices,
    moment,
    players,
    writeTime: (ms) => new Date(ms).toISOString(),
  })
  return {
    state: {
      delay_seconds,
      event: {
        id: event.id,
        name: readEventTitle(event.name),
        starts_at: event.event_start_time.toISOString(),
        ends_at: event.event_end_time.toISOString(),
      },
      ...state,
      player: choices && player && { ...player, character: await findCharacterAt(db, event, player.user_id, new Date(moment)) },
      // An objective that opens after the end never opens.
      next_opening: isBeforeEnd(state.next_opening, event) ? state.next_opening : null,
    },
    changes_at: changes_at === null ? null : changes_at + delay_ms,
  }
}
