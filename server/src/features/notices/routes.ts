import { randomBytes } from 'node:crypto'
import type { EventId, NoticeRouteId, TeamId } from '@muster/contract/ids'
import { maxRoutes, type NoticeRoute, type NoticeRouteWrite, WebhookMessage } from '@muster/contract/notices'
import { readRouteAddress } from './addresses.ts'
import { composeTest, composeWebhook, findTemplateProblem, type MessageEvent } from '@muster/domain/notices/compose'
import { rowOf } from '@muster/domain/notices/notice-kinds'
import { readEventTitle } from '@muster/domain/events/title'
import type { Handlers } from '../../call.ts'
import type { Context } from '../../context.ts'
import type { Db, Tx } from '../../db/connect.ts'
import type { Row } from '../../db/schema.ts'
import { Refusal, refuseField } from '../../refusal.ts'
import { checkVersion } from '../../versions.ts'
import type { Membership, Viewer } from '../../viewer.ts'
import { insertAdminChange } from '../admin-changes/store.ts'
import {
  countRoutes,
  findMessage,
  findNewest,
  findRoute,
  findWaiting,
  insertMessage,
  insertRoute,
  listMessages,
  listNoticesAfter,
  listRoutes,
  lockRoute,
  presentMessage,
  presentRoute,
  removeRoute,
  sealedPlace,
  selectPending,
  updateMessage,
  updateRoute,
} from './store.ts'

type Route = Row<'notice_routes'>

/** The routes that a caller manages: the event's, a team's, or both. */
interface Managed {
  readonly event: boolean
  readonly team_id: TeamId | null
}

const managedBy = ({ permissions }: Viewer, place: Membership | null): Managed => ({
  event: permissions.includes('admin') || permissions.includes('manager'),
  team_id: place?.is_team_lead ? place.team_id : null,
})

const manages = (managed: Managed, { team_id }: Pick<Route, 'team_id'>): boolean =>
  team_id === null ? managed.event : team_id === managed.team_id

/** @throws Refusal notice_route_not_found, also for someone else's route */
function requireManaged(route: Route | null, managed: Managed): Route {
  if (!route || !manages(managed, route)) throw new Refusal('notice_route_not_found')
  return route
}

const lockManaged = async (tx: Tx, event_id: EventId, id: NoticeRouteId, managed: Managed) =>
  requireManaged(await lockRoute(tx, event_id, id), managed)

async function present(db: Db, route: Route): Promise<NoticeRoute> {
  const [listed, waiting, sent] = await Promise.all([
    listNoticesAfter(db, route.event_id, route.position),
    findWaiting(db, route.id),
    db
      .selectFrom('notice_messages')
      .select('last_attempt_at')
      .where('route_id', '=', route.id)
      .where('state', '=', 'sent')
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst(),
  ])
  return presentRoute(route, {
    waiting: route.paused_at === null && route.stopped === null ? selectPending(route, listed).length : 0,
    retry_at: waiting && waiting.attempts > 0 ? (waiting.next_try_at?.toISOString() ?? null) : null,
    last_sent_at: sent?.last_attempt_at?.toISOString() ?? null,
  })
}

/** A body as the log shows it: the text of a chat message, or the lines of a program's message. */
function readText({ target }: Pick<Route, 'target'>, body: string): string {
  if (target === 'discord') return body
  const message = WebhookMessage.safeParse(JSON.parse(body)).data
  return message?.notices.map(({ text }) => text).join('\n') ?? ''
}

/** @throws Refusal invalid_request */
function checkRules({ kinds, readers, templates, quiet_from, quiet_to }: NoticeRouteWrite): void {
  const wrong = kinds.find((kind) => !rowOf(kind).readers.includes(readers))
  if (wrong !== undefined) throw refuseField('kinds', `${wrong} is not for the readers of this route`)
  if ((quiet_from === null) !== (quiet_to === null)) throw refuseField('quiet_to', 'quiet hours need a beginning and an end')
  for (const kind of kinds) {
    const problem = findTemplateProblem(kind, templates[kind] ?? '')
    if (problem !== null) throw refuseField('templates', `${problem} is not a placeholder of ${kind}`)
  }
}

/** @throws Refusal invalid_request */
function readAddress({ config }: Context, { target, address }: NoticeRouteWrite) {
  if (address === null || address.trim() === '') return null
  const read = readRouteAddress(target, address, config.discord_url, config.webhook_origins)
  if (!read.ok) throw refuseField('address', read.problem)
  return read
}

const makeKey = () => `whsec_${randomBytes(32).toString('base64')}`

function messageEvent({ config }: Context, event: Row<'events'>): MessageEvent {
  return { id: event.id, name: readEventTitle(event.name), url: `${config.public_url}/?event=${event.id}` }
}

/** Seals the address and, where a program needs one, a new key. @returns the key */
async function sealSecrets(
  ctx: Context,
  tx: Tx,
  id: NoticeRouteId,
  address: string | null,
  makesKey: boolean,
): Promise<string | null> {
  const key = makesKey ? makeKey() : null
  if (address === null && key === null) return null
  await updateRoute(tx, id, {
    ...(address !== null && { address: ctx.vault.seal(sealedPlace(id, 'address'), address) }),
    ...(key !== null && { signing_key: ctx.vault.seal(sealedPlace(id, 'key'), key) }),
  })
  return key
}

/** A team's routes concern only its leads: the log of organisers does not name them. */
async function logChange(
  tx: Tx,
  ctx: Context,
  viewer: Viewer,
  route: Route,
  kind: 'route_saved' | 'route_paused' | 'route_resumed' | 'route_removed',
) {
  if (route.team_id !== null) return
  const changed_at = new Date(ctx.clock.now())
  const { event_id, name: subject, address_hint: detail } = route
  await insertAdminChange(tx, { event_id, author_id: viewer.user_id, changed_at, kind, subject, detail })
}

async function saveRoute(ctx: Context, tx: Tx, event: Row<'events'>, viewer: Viewer, managed: Managed, body: NoticeRouteWrite) {
  const { id, base_version, address: _, renews_key, templates, ...rules } = body
  const read = readAddress(ctx, body)
  const team_id = body.readers === 'team' ? managed.team_id : null
  const before = id === null ? null : await lockManaged(tx, event.id, id, managed)
  if (before) {
    checkVersion(base_version, before.version)
    if ((before.team_id === null) !== (body.readers !== 'team'))
      throw refuseField('readers', 'cannot move a route into or out of a team')
    if (before.target !== body.target && read === null) throw refuseField('address', 'is required for another kind of receiver')
  } else if (read === null) throw refuseField('address', 'is required')
  else if ((await countRoutes(tx, event.id, team_id)) >= maxRoutes) throw new Refusal('routes_full')
  const fields = {
    ...rules,
    team_id,
    templates: JSON.stringify(templates),
    author_id: viewer.user_id,
    written_at: new Date(ctx.clock.now()),
    ...(read && { address_hint: read.hint, standings_message: null, standings_text: null, stopped: null, not_before: null }),
  }
  const isProgram = body.target === 'https'
  const makesKey = isProgram && (renews_key || before?.target !== 'https' || before.signing_key === null)
  const route_id = before
    ? before.id
    : await insertRoute(tx, {
        ...fields,
        address_hint: read?.hint ?? '',
        event_id: event.id,
        address: Buffer.alloc(0),
        position: await findNewest(tx, event.id),
      })
  if (before) await updateRoute(tx, route_id, { ...fields, version: before.version + 1 })
  return { route_id, signing_key: await sealSecrets(ctx, tx, route_id, read?.stored ?? null, makesKey) }
}

export const noticeRoutes = {
  getNoticeRoutes: async ({ ctx, event, viewer, membership }) => {
    const routes = await listRoutes(ctx.db, event.id, managedBy(viewer, await membership()))
    return Promise.all(routes.map((route) => present(ctx.db, route)))
  },

  saveNoticeRoute: async ({ ctx, event, viewer, body, membership }) => {
    const managed = managedBy(viewer, await membership())
    if (body.readers === 'team' ? managed.team_id === null : !managed.event) throw new Refusal('not_allowed')
    checkRules(body)
    const { route_id, signing_key } = await ctx.db.transact(async (tx) => {
      const saved = await saveRoute(ctx, tx, event, viewer, managed, body)
      const route = await findRoute(tx, event.id, saved.route_id)
      if (route) await logChange(tx, ctx, viewer, route, 'route_saved')
      return saved
    })
    const route = requireManaged(await findRoute(ctx.db, event.id, route_id), managed)
    return { route: await present(ctx.db, route), signing_key }
  },

  pauseNoticeRoute: async ({ ctx, event, viewer, params, body, membership }) => {
    const managed = managedBy(viewer, await membership())
    const { route_id } = params
    await ctx.db.transact(async (tx) => {
      const route = await lockManaged(tx, event.id, route_id, managed)
      if (body.is_paused) {
        if (route.paused_at !== null) return
        await updateRoute(tx, route_id, { paused_at: new Date(ctx.clock.now()) })
      } else {
        if (route.paused_at === null && route.stopped === null) return
        const position = await findNewest(tx, event.id)
        await updateRoute(tx, route_id, { paused_at: null, stopped: null, position })
      }
      await logChange(tx, ctx, viewer, route, body.is_paused ? 'route_paused' : 'route_resumed')
    })
    return present(ctx.db, requireManaged(await findRoute(ctx.db, event.id, route_id), managed))
  },

  /** A message that waits for a retry is sent at once, before the test. A wait requested by the receiver still applies. */
  testNoticeRoute: async ({ ctx, event, viewer, params, membership }) => {
    const managed = managedBy(viewer, await membership())
    const made_at = new Date(ctx.clock.now())
    const waiting = await ctx.db.transact(async (tx) => {
      const route = await lockManaged(tx, event.id, params.route_id, managed)
      const first = await findWaiting(tx, route.id)
      if (first) {
        const { not_before } = route
        await updateMessage(tx, first, { next_try_at: not_before !== null && not_before > made_at ? not_before : made_at })
        if (first.kind === 'test') return { route, number: first.number }
      }
      const named = messageEvent(ctx, event)
      const body = (number: number) => {
        if (route.target === 'discord') return composeTest(named, route.name)
        const head = { id: `msg_${route.id}_${number}`, number, type: 'muster.test', made_at: made_at.getTime() } as const
        return JSON.stringify(composeWebhook(head, named, [], {}, (ms) => new Date(ms).toISOString()))
      }
      await insertMessage(tx, route, { kind: 'test', notices: 0, made_at, body })
      return { route, number: route.last_number + 1 }
    })
    return presentStored(ctx.db, waiting.route, waiting.number)
  },

  removeNoticeRoute: async ({ ctx, event, viewer, params, membership }) => {
    const managed = managedBy(viewer, await membership())
    await ctx.db.transact(async (tx) => {
      const route = await lockManaged(tx, event.id, params.route_id, managed)
      await removeRoute(tx, event.id, route.id)
      await logChange(tx, ctx, viewer, route, 'route_removed')
    })
  },

  getNoticeDeliveries: async ({ ctx, event, viewer, params, membership }) => {
    const managed = managedBy(viewer, await membership())
    const route = requireManaged(await findRoute(ctx.db, event.id, params.route_id), managed)
    return (await listMessages(ctx.db, route.id)).map((row) => presentMessage(row, readText(route, row.body)))
  },

  repeatNoticeDelivery: async ({ ctx, event, viewer, params, membership }) => {
    const managed = managedBy(viewer, await membership())
    const made_at = new Date(ctx.clock.now())
    const { route, number } = await ctx.db.transact(async (tx) => {
      const held = await lockManaged(tx, event.id, params.route_id, managed)
      const message = await findMessage(tx, held.id, params.number)
      const isOpen = message?.state === 'failed' || message?.state === 'unknown'
      if (!message) throw new Refusal('notice_route_not_found', 'This route has no such message')
      if (!isOpen) throw new Refusal('delivery_not_repeatable')
      const { kind, notices } = message
      const body = (next: number) => {
        if (held.target === 'discord') return message.body
        return JSON.stringify({ ...(JSON.parse(message.body) as object), id: `msg_${held.id}_${next}`, number: next })
      }
      await insertMessage(tx, held, { kind, notices, made_at, body })
      return { route: held, number: held.last_number + 1 }
    })
    return presentStored(ctx.db, route, number)
  },
} satisfies Partial<Handlers>

async function presentStored(db: Db, route: Route, number: number) {
  const stored = await findMessage(db, route.id, number)
  if (!stored) throw new Refusal('notice_route_not_found')
  return presentMessage(stored, readText(route, stored.body))
}
