import type { Context } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import type { Row } from '../../db/schema.ts'
import { findWaiting, sealedPlace, updateMessage, updateRoute } from '../../features/notices/store.ts'
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

type Route = Row<'notice_routes'>
type Message = Row<'notice_messages'>

/** The ways out of this server; Discord's has its own because DISCORD_URL may name a simulated one. */
export interface Channels {
  readonly discord: Egress
  readonly https: Egress
  /** Push services of browsers. Every person can name one, so that none is inside the own network. */
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

/** Stores the outcome of an attempt and its effect on the route together. */
async function storeOutcome(ctx: Context, route: Route, message: Message, outcome: Outcome | 'key_lost'): Promise<void> {
  const { clock } = ctx
  const now = clock.now()
  const at = (wait_ms: number) => new Date(now + wait_ms)
  const real = (wait_ms: number) => at(wait_ms * clock.speed)
  const closed = { began_at: null, last_attempt_at: new Date(now), next_try_at: null }
  await ctx.db.transact(async (tx) => {
    if (outcome === 'key_lost') {
      const detail = 'The address was encrypted with a secret that this server does not have; enter it again'
      await updateMessage(tx, message, { ...closed, state: 'failed', detail })
      return updateRoute(tx, route.id, { stopped: 'key_lost' })
    }
    const { is, status } = outcome
    if (outcome.is === 'sent') {
      await updateMessage(tx, message, { ...closed, state: 'sent', status, detail: '' })
      const isStandings = message.kind === 'standings' && outcome.message_id !== null
      return updateRoute(tx, route.id, {
        not_before: outcome.pause_ms > 0 ? real(outcome.pause_ms) : null,
        ...(isStandings && { standings_message: outcome.message_id }),
      })
    }
    const { detail } = outcome
    if (outcome.is !== 'again') {
      await updateMessage(tx, message, { ...closed, state: is === 'unknown' ? 'unknown' : 'failed', status, detail })
      if (is === 'gone') await updateRoute(tx, route.id, { stopped: 'gone' })
      return
    }
    if (outcome.is_edit_lost) await updateRoute(tx, route.id, { standings_message: null })
    if (now - message.made_at.getTime() > patience_ms) {
      await updateMessage(tx, message, { ...closed, state: 'failed', status, detail })
      return updateRoute(tx, route.id, { stopped: 'silent' })
    }
    const next_try_at = outcome.wait_ms === null ? at(pauseAfter(message.attempts)) : real(outcome.wait_ms)
    await updateMessage(tx, message, { ...closed, next_try_at, status, detail })
    if (outcome.is_global) {
      await tx.updateTable('notice_routes').set({ not_before: next_try_at }).where('target', '=', 'discord').execute()
    }
  })
}

/** Marks the beginning of an attempt, so that a death of this process is noticed. @returns null: another process has it. */
async function beginAttempt(db: Db, message: Message, now: number): Promise<Message | null> {
  const row = await db
    .updateTable('notice_messages')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), began_at: new Date(now), last_attempt_at: new Date(now) }))
    .where('route_id', '=', message.route_id)
    .where('number', '=', message.number)
    .where('state', '=', 'waiting')
    .where('attempts', '=', message.attempts)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** Sends the next message of a route, if it is due. @returns whether it was sent. */
export async function deliverNext(ctx: Context, channels: Channels, route: Route, signal: AbortSignal): Promise<boolean> {
  const now = ctx.clock.now()
  if (route.paused_at !== null || route.stopped !== null) return false
  if (route.not_before !== null && route.not_before.getTime() > now) return false
  const message = await findWaiting(ctx.db, route.id)
  if (!message || (message.next_try_at !== null && message.next_try_at.getTime() > now)) return false
  const lost = readLostAttempt(route, message)
  if (lost) {
    await storeOutcome(ctx, route, message, lost)
    return false
  }
  const begun = await beginAttempt(ctx.db, message, now)
  if (!begun) return false
  const outcome = await send(ctx, channels, route, begun, signal)
  await storeOutcome(ctx, route, begun, outcome)
  return outcome !== 'key_lost' && outcome.is === 'sent'
}
