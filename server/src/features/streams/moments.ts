import type { EventId, ObjectiveId, TeamId, UserId } from '@muster/contract/ids'
import type { Moment as WireMoment, MomentOrder } from '@muster/contract/moments'
import { findMomentStreams, linkMoment, type MomentStream, type StreamSpan } from '@muster/domain/broadcast/moment-streams'
import { compareTopMoments, createMomentReader, type Moment } from '@muster/domain/broadcast/moments'
import { readRelease } from '@muster/domain/objectives/release'
import { renew } from '../../cache.ts'
import type { Context } from '../../context.ts'
import { shownOf } from '../../db/event-columns.ts'
import type { Db } from '../../db/connect.ts'
import type { Row } from '../../db/schema.ts'
import { listOverlayItems } from '../broadcast/store.ts'
import { findState } from '../scores/store.ts'
import { moveOn } from './moment-reading.ts'

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
  /** In the order of their numbers. */
  readonly moments: readonly SeenMoment[]
  readonly objectiveNames: ReadonlyMap<number, string>
  /** When an objective opens next, ms on the event clock; null: never. */
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

/** All moments of an event that its participants' streams show, as a visitor may see them now. */
export async function loadMoments(ctx: Context, event: Row<'events'>): Promise<EventMoments> {
  const { db } = ctx
  const { sequence, definition } = await findState(db, event.id)
  const [items, spans] = await Promise.all([listOverlayItems(db, event.id), listSpans(db, event.id)])
  const { ids, next_at } = readRelease(items, shownOf(event), ctx.clock.now())
  const objectiveNames = new Map(items.flatMap(({ id, name }) => (ids.has(id) ? [[id, name] as const] : [])))
  if (spans.length === 0) return { moments: [], objectiveNames, changes_at: next_at }
  // Objectives open in the order of their times, so their number says which ones are open.
  const all = await renew(ctx.caches.moments, event.id, `${definition} ${ids.size}`, async (before) => {
    const next = await moveOn(db, event.id, before && before.sequence <= sequence ? before : null, sequence, () =>
      createMomentReader(items, ids),
    )
    return { next, answer: next.moments }
  })
  const ofTeam = Map.groupBy(spans, (span) => span.team_id)
  const moments = all.flatMap((moment) => {
    const streams = findMomentStreams(moment, ofTeam.get(moment.team_id) ?? [])
    return streams.length > 0 ? [{ ...moment, streams }] : []
  })
  return { moments, objectiveNames, changes_at: next_at }
}

export function pickMoments(moments: readonly SeenMoment[], { team_id, order, limit }: MomentFilter): SeenMoment[] {
  const own = team_id === undefined ? moments : moments.filter((moment) => moment.team_id === team_id)
  const sorted =
    order === 'top' ? own.toSorted(compareTopMoments) : own.toSorted((a, b) => b.at - a.at || b.sequence - a.sequence)
  return sorted.slice(0, limit)
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
