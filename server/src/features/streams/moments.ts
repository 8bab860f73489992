import type { EventId, ObjectiveId, TeamId, UserId } from '@muster/contract/ids'
import type { Moment as WireMoment, MomentOrder } from '@muster/contract/moments'
import { findMomentStreams, linkMoment, type MomentStream, type StreamSpan } from '@muster/domain/broadcast/moment-streams'
import { compareTopMoments, createMomentReader, type Moment } from '@muster/domain/broadcast/moments'
import { readOpenItems } from '@muster/domain/scoring/event-summary'
import { renew } from '../../cache.ts'
import type { Context } from '../../context.ts'
import { shownOf } from '../../db/event-columns.ts'
import type { Db } from '../../db/connect.ts'
import type { Row } from '../../db/schema.ts'
import { listOverlayItems } from '../broadcast/store.ts'
import { findState } from '../scores/store.ts'
import { inTurns, moveOn } from './moment-reading.ts'

/** A moment that can be seen on a stream. */
export interface SeenMoment extends Moment {
  readonly streams: readonly MomentStream[]
}

export interface MomentFilter {
  readonly team_id?: TeamId | undefined
  readonly order: MomentOrder
  readonly limit: number
}

export interface EventMoments {
  readonly moments: readonly SeenMoment[]
  readonly objectiveNames: ReadonlyMap<number, string>
  /** When an objective opens or hidden totals are revealed, ms on the event clock; null: never. */
  readonly changes_at: number | null
}

/** The streams that an event's participants share with everyone. */
async function listSpans(db: Db, event_id: EventId): Promise<StreamSpan[]> {
  const rows = await db
    .selectFrom('stream_spans as span')
    .innerJoin('accounts', (join) =>
      join.onRef('accounts.account_id', '=', 'span.twitch_id').on('accounts.provider', '=', 'twitch'),
    )
    .innerJoin('users', 'users.id', 'accounts.user_id')
    .innerJoin('team_users', 'team_users.user_id', 'accounts.user_id')
    .innerJoin('events', 'events.id', 'team_users.event_id')
    .select(['accounts.user_id', 'team_id', 'handle', 'started_at', 'seen_until', 'video_id', 'video_started_at'])
    .where('team_users.event_id', '=', event_id)
    .where('stream_shown_to', '=', 'everyone')
    .whereRef('seen_until', '>=', 'events.event_start_time')
    .orderBy('started_at')
    .execute()
  return rows.flatMap(({ user_id, team_id, handle, started_at, seen_until, video_id, video_started_at }) => {
    if (user_id === null || handle === null) return []
    const video = video_id !== null && video_started_at !== null ? { id: video_id, started_at: video_started_at.getTime() } : null
    const times = { started_at: started_at.getTime(), seen_until: seen_until.getTime() }
    return [{ user_id, team_id, login: handle, ...times, video }]
  })
}

/** The order of two moments; the best first, or the newest. */
const orders: Readonly<Record<MomentOrder, (one: Moment, other: Moment) => number>> = {
  top: compareTopMoments,
  newest: (one, other) => other.at - one.at || other.sequence - one.sequence,
}

/** The first moments in an order that streams show, of one team or of all. */
async function pickMoments(
  moments: readonly Moment[],
  spans: readonly StreamSpan[],
  { team_id, order, limit }: MomentFilter,
): Promise<SeenMoment[]> {
  const ofTeam = Map.groupBy(spans, (span) => span.team_id)
  let picked: SeenMoment[] = []
  for await (const part of inTurns(moments)) {
    const found = part.flatMap((moment) => {
      if (team_id !== undefined && moment.team_id !== team_id) return []
      const streams = findMomentStreams(moment, ofTeam.get(moment.team_id) ?? [])
      return streams.length > 0 ? [{ ...moment, streams }] : []
    })
    if (found.length > 0) picked = [...picked, ...found].sort(orders[order]).slice(0, limit)
  }
  return picked
}

/** Moments of an event that its participants' streams show, as a visitor may see them now. */
export async function loadMoments(ctx: Context, event: Row<'events'>, filter: MomentFilter): Promise<EventMoments> {
  const { db } = ctx
  const { definition } = await findState(db, event.id)
  const [items, spans] = await Promise.all([listOverlayItems(db, event.id), listSpans(db, event.id)])
  const { tree, mask, changes_at } = readOpenItems(items, shownOf(event), ctx.clock.now())
  const objectiveNames = new Map(tree.nodes.map(({ item: { id, name } }) => [id, name]))
  if (spans.length === 0) return { moments: [], objectiveNames, changes_at }
  const shown_ids = new Set([...tree.by_id.keys()].filter((id) => !mask.objective_ids.has(id)))
  // Objectives open in the order of their times, and hidden totals are revealed together: the numbers say which ones are shown.
  const version = `${definition} ${shown_ids.size} ${mask.objective_ids.size}`
  const all = await renew(ctx.caches.moments, event.id, version, async (before) => {
    const next = await moveOn(db, event.id, before, () => createMomentReader(items, shown_ids))
    return { next, answer: next.moments }
  })
  return { moments: await pickMoments(all, spans, filter), objectiveNames, changes_at }
}

export const toWireMoment = ({ at, user_id, ...moment }: SeenMoment): WireMoment => ({
  ...moment,
  objective_id: moment.objective_id as ObjectiveId,
  team_id: moment.team_id as TeamId,
  ...(user_id !== null && { user_id: user_id as UserId }),
  at: Math.floor(at / 1000),
  streams: moment.streams.map(({ video_id, ...stream }) => ({
    ...stream,
    user_id: stream.user_id as UserId,
    ...(video_id !== null && { video_id }),
    url: linkMoment({ ...stream, video_id }),
  })),
})
