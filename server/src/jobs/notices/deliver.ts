import type { Context } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import type { NewRow, Row } from '../../db/schema.ts'
import { findRoute, findWaiting, sealedPlace, updateRoute } from '../../features/notices/store.ts'
import { postToChannel } from '../../gateways/discord/channel-webhook.ts'
import type { Egress } from '../../gateways/egress/egress.ts'
import type { Outcome } from '../../gateways/webhooks/outcome.ts'
import { sendSigned } from '../../gateways/webhooks/signed-webhook.ts'
import { wallNow } from '../../wall-clock.ts'
import { messageId } from './make-messages.ts'

/** Event time: pauses between tries double from the first to the longest. */
const firstPause_ms = 10_000
const longestPause_ms = 15 * 60_000
/** Event time: after this long without a success, a route stops, and its managers see it. */
const patience_ms = 24 * 3_600_000
/** Real time: an attempt without an outcome may still be running for this long, in another process. */
const longestAttempt_ms = 30_000

type Route = Row<'notice_routes'>
type Message = Row<'notice_messages'>

/** The ways out of this server; Discord's has its own because DISCORD_URL may name a simulated one. */
export interface Channels {
  readonly discord: Egress
  readonly https: Egress
  /** Push services of browsers. Every person can name one, so none may be inside the local network. */
  readonly push: Egress
}

const pauseAfter = (attempts: number): number => Math.min(firstPause_ms * 2 ** Math.min(attempts - 1, 10), longestPause_ms)

/** Opens a secret of a route, and seals it again if that was done with an earlier secret of the server. */
async function openSealed(ctx: Context, route: Route, part: 'address' | 'key'): Promise<string | null> {
  const sealed = part === 'address' ? route.address : route.signing_key
  if (sealed === null) return null
  const place = sealedPlace(route.id, part)
  const text = ctx.vault.open(place, sealed)
  if (text !== null && ctx.vault.judge(place, sealed) === 'old') {
    const again = ctx.vault.seal(place, text)
    await updateRoute(ctx.db, route.id, part === 'address' ? { address: again } : { signing_key: again })
  }
  return text
}

async function send(
  ctx: Context,
  channels: Channels,
  route: Route,
  message: Message,
  signal: AbortSignal,
): Promise<Outcome | 'key_lost'> {
  const { discord_url, user_agent } = ctx.config
  const address = await openSealed(ctx, route, 'address')
  if (address === null) return 'key_lost'
  if (route.target === 'discord') {
    const edits = message.kind === 'standings' ? route.standings_message : null
    const content = { url: discord_url, webhook: address, edits, content: message.body, user_agent, signal }
    return postToChannel(channels.discord, content)
  }
  const key = await openSealed(ctx, route, 'key')
  if (key === null) return 'key_lost'
  const id = messageId(route.id, message.number)
  const timestamp = Math.floor(wallNow() / 1000)
  return sendSigned(channels.https, { url: address, key, id, body: message.body, user_agent, timestamp, signal })
}

/** An attempt whose outcome was never stored: the process died. It may have arrived. */
function readLostAttempt(route: Route, message: Message): Outcome | null {
  if (message.began_at === null) return null
  const isRepeatable = route.target === 'https' || (message.kind === 'standings' && route.standings_message !== null)
  const detail = 'The server stopped while it sent this message'
  return isRepeatable ? null : { is: 'unknown', status: null, detail }
}

interface Effect {
  readonly message: Partial<NewRow<'notice_messages'>>
  readonly route: Partial<NewRow<'notice_routes'>>
}

/** The effect of an attempt on its message and its route. */
function readEffect({ clock }: Context, message: Message, outcome: Outcome | 'key_lost'): Effect {
  const now = clock.now()
  const at = (wait_ms: number) => new Date(now + wait_ms)
  const real = (wait_ms: number) => at(wait_ms * clock.speed)
  const closed = { began_at: null, last_attempt_at: new Date(now), next_try_at: null }
  if (outcome === 'key_lost') {
    const detail = 'The address was encrypted with a secret that this server does not have; enter it again'
    return { message: { ...closed, state: 'failed', detail }, route: { stopped: 'key_lost' } }
  }
  const { status } = outcome
  if (outcome.is === 'sent') {
    const isStandings = message.kind === 'standings' && outcome.message_id !== null
    return {
      message: { ...closed, state: 'sent', status, detail: '' },
      route: {
        not_before: outcome.pause_ms > 0 ? real(outcome.pause_ms) : null,
        ...(isStandings && { standings_message: outcome.message_id }),
      },
    }
  }
  const { detail } = outcome
  if (outcome.is !== 'again') {
    const state = outcome.is === 'unknown' ? 'unknown' : 'failed'
    return { message: { ...closed, state, status, detail }, route: outcome.is === 'gone' ? { stopped: 'gone' } : {} }
  }
  const lost = outcome.is_edit_lost ? { standings_message: null } : {}
  if (now - message.made_at.getTime() > patience_ms)
    return { message: { ...closed, state: 'failed', status, detail }, route: { ...lost, stopped: 'silent' } }
  if (outcome.wait_ms === null)
    return { message: { ...closed, next_try_at: at(pauseAfter(message.attempts)), status, detail }, route: lost }
  // The receiver asks for this wait: it applies to every message of the route.
  const until = real(outcome.wait_ms)
  return { message: { ...closed, next_try_at: until, status, detail }, route: { ...lost, not_before: until } }
}

/** Stores the outcome of an attempt and its effect on the route together, unless another process has begun a later attempt. */
async function storeOutcome(ctx: Context, route: Route, message: Message, outcome: Outcome | 'key_lost'): Promise<void> {
  const effect = readEffect(ctx, message, outcome)
  const { stopped, ...fields } = effect.route
  await ctx.db.transact(async (tx) => {
    if (!(await updateAttempt(tx, message, effect.message))) return
    if (Object.keys(fields).length > 0) await updateRoute(tx, route.id, fields)
    // An address that was entered during the attempt has not failed.
    if (stopped)
      await tx
        .updateTable('notice_routes')
        .set({ stopped })
        .where('id', '=', route.id)
        .where('version', '=', route.version)
        .execute()
    if (outcome !== 'key_lost' && outcome.is === 'again' && outcome.is_global)
      await tx
        .updateTable('notice_routes')
        .set({ not_before: effect.message.next_try_at })
        .where('target', '=', 'discord')
        .execute()
  })
}

/**
 * Changes a message if it still has this number of attempts. @returns null: another process has begun a later one, or ended it
 */
async function updateAttempt(
  db: Db,
  { route_id, number, attempts }: Message,
  fields: Partial<NewRow<'notice_messages'>>,
): Promise<Message | null> {
  const row = await db
    .updateTable('notice_messages')
    .set(fields)
    .where('route_id', '=', route_id)
    .where('number', '=', number)
    .where('state', '=', 'waiting')
    .where('attempts', '=', attempts)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** Sends the next message of a route, if it is due. @returns whether it was sent. */
export async function deliverNext(
  ctx: Context,
  channels: Channels,
  { id, event_id }: Pick<Route, 'id' | 'event_id'>,
  signal: AbortSignal,
): Promise<boolean> {
  const { db, clock } = ctx
  const now = clock.now()
  const message = await findWaiting(db, id)
  if (!message || (message.next_try_at !== null && message.next_try_at.getTime() > now)) return false
  const { began_at, attempts } = message
  if (began_at !== null && began_at.getTime() > now - longestAttempt_ms * clock.speed) return false
  // Read here, because its managers may have changed it while other routes were served.
  const route = await findRoute(db, event_id, id)
  if (!route || route.paused_at !== null || route.stopped !== null) return false
  if (route.not_before !== null && route.not_before.getTime() > now) return false
  const lost = readLostAttempt(route, message)
  if (lost) {
    await storeOutcome(ctx, route, message, lost)
    return false
  }
  // Marks the beginning, so that a death of this process is noticed.
  const at = new Date(now)
  const begun = await updateAttempt(db, message, { attempts: attempts + 1, began_at: at, last_attempt_at: at })
  if (!begun) return false
  const outcome = await send(ctx, channels, route, begun, signal)
  await storeOutcome(ctx, route, begun, outcome)
  return outcome !== 'key_lost' && outcome.is === 'sent'
}
