import type { EventId } from '@muster/contract/ids'
import { readEventTitle } from '@muster/domain/events/title'
import type { Standing } from '@muster/domain/notices/notice'
import { isFinal } from '../final-event.ts'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import type { Row } from '../db/schema.ts'
import { removeOld } from '../features/notices/store.ts'
import { createEgress } from '../gateways/egress/egress.ts'
import { type Channels, deliverNext } from './notices/deliver.ts'
import { findNewNotices, type Wanted } from './notices/find-new.ts'
import { makeMessage } from './notices/make-messages.ts'
import { type ScheduledTask, scheduledTask } from './scheduled-tasks.ts'

/** Routes served at the same time: a slow receiver delays few others. Messages of one route are sent one after the other. */
const together = 8

export const createChannels = ({ discord_url, webhook_origins }: Pick<Config, 'discord_url' | 'webhook_origins'>): Channels => ({
  discord: createEgress([new URL(discord_url).origin]),
  https: createEgress(webhook_origins),
  push: createEgress([]),
})

type Route = Row<'notice_routes'>

function readWanted(routes: readonly Route[]): Wanted {
  const limits = routes.filter(({ kinds }) => kinds.includes('big_score')).map(({ minimum_points }) => minimum_points)
  const wants = (kind: Route['kinds'][number]) => routes.some(({ kinds }) => kinds.includes(kind))
  return { least_points: Math.min(...limits), queue: wants('long_queue'), tracking: wants('tracking_trouble') }
}

async function listRoutesByEvent(ctx: Context): Promise<Map<EventId, Route[]>> {
  const routes = await ctx.db.selectFrom('notice_routes').selectAll().orderBy('id').execute()
  return Map.groupBy(routes, ({ event_id }) => event_id)
}

async function findStandings(ctx: Context, event_id: EventId): Promise<readonly Standing[]> {
  const row = await ctx.db.selectFrom('notice_cursors').select('standings').where('event_id', '=', event_id).executeTakeFirst()
  return row?.standings ?? []
}

/** Makes the next message of each route of an event, and sends what is due. @returns whether every route was served. */
async function serveEvent(
  ctx: Context,
  channels: Channels,
  event: Row<'events'>,
  routes: readonly Route[],
  signal: AbortSignal,
): Promise<boolean> {
  await findNewNotices(ctx, event, readWanted(routes))
  // A hidden event posts nothing, not even messages that already wait.
  if (!event.is_public) return true
  const standings = await findStandings(ctx, event.id)
  const named = { id: event.id, name: readEventTitle(event.name), url: `${ctx.config.public_url}/?event=${event.id}` }
  const waiting = [...routes]
  let isServed = true
  const serve = async (): Promise<void> => {
    for (let route = waiting.shift(); route !== undefined && !signal.aborted; route = waiting.shift()) {
      const { id: route_id } = route
      try {
        await makeMessage(ctx.db, route, named, standings, ctx.clock.now())
        await deliverNext(ctx, channels, route, signal)
      } catch (error) {
        ctx.log.error(
          { err: error, event_id: event.id, route_id },
          'could not send the notices of a route; next try in the next turn',
        )
        isServed = false
      }
    }
  }
  await Promise.all(Array.from({ length: together }, serve))
  return isServed
}

/** Finds notices of events with routes, and posts them. Failures of receivers are in the log of each route. */
export const createSendNotices = (channels: Channels): ScheduledTask<'SendNotices'> =>
  scheduledTask('SendNotices', async (ctx, signal) => {
    const routes = await listRoutesByEvent(ctx)
    const failed: string[] = []
    for (const [event_id, own] of routes) {
      if (signal.aborted) break
      const event = await ctx.db.selectFrom('events').selectAll().where('id', '=', event_id).executeTakeFirst()
      if (!event || event.archived_at !== null || isFinal(event)) continue
      const isServed = await serveEvent(ctx, channels, event, own, signal).catch((error: unknown) => {
        ctx.log.error({ err: error, event_id }, 'could not find the notices of an event; next try in the next turn')
        return false
      })
      if (!isServed) failed.push(event.name)
    }
    await removeOld(ctx.db, ctx.clock.now())
    return failed.length === 0 ? null : `Could not post the notices of ${failed.join(', ')}`
  })
