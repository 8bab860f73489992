import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import type { Config, Secret } from '../../config.ts'
import type { Context } from '../../context.ts'
import { Refusal } from '../../refusal.ts'
import { counted } from '../../telemetry/points.ts'
import { wallNow } from '../../wall-clock.ts'

/** A bot requests a new token after this time; a leaked token is soon worthless. */
const lifetime_seconds = 3600
const algorithm = 'HS256'

/**
 * Claims of a bot's token. It has no user and no roles: it opens the calls that grant `bot`, and no others. `bot` identifies the
 * secret it was exchanged for, so that a new secret ends all tokens of the old one.
 */
const Claims = z.object({ user_id: z.literal(0), permissions: z.array(z.string()).length(0), bot: z.string() })

const keyOf = (config: Config) => new TextEncoder().encode(config.token_secret.reveal())
const nameSecret = (config: Config, secret: Secret) =>
  createHmac('sha256', config.token_secret.reveal()).update(`bot ${secret.reveal()}`).digest('base64url').slice(0, 22)

/** Takes the same time for any wrong secret as for the right one. */
function isEqual(one: string, other: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(one), hash(other))
}

/**
 * Exchanges the bot's secret for a token of an hour.
 * @param now_ms wall clock
 * @throws Refusal provider_not_found if there is no login for bots here; not_authenticated
 */
export async function logBotIn(ctx: Context, secret: string, now_ms = wallNow()): Promise<string> {
  const { bot_secret } = ctx.config
  if (!bot_secret) throw new Refusal('provider_not_found', 'Bot login is not set up on this server')
  if (!isEqual(secret, bot_secret.reveal())) {
    ctx.log.warn('refused a bot login: wrong secret')
    counted.logins_refused++
    throw new Refusal('not_authenticated', 'Invalid token')
  }
  return new SignJWT({ user_id: 0, permissions: [], bot: nameSecret(ctx.config, bot_secret) })
    .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
    .setExpirationTime(Math.floor(now_ms / 1000) + lifetime_seconds)
    .sign(keyOf(ctx.config))
}

/** Whether this is an intact, unexpired token issued to a bot for the present secret. */
export async function isBotToken({ config }: Context, token: string | undefined): Promise<boolean> {
  if (!token || !config.bot_secret) return false
  try {
    const { payload } = await jwtVerify(token, keyOf(config), {
      algorithms: [algorithm],
      requiredClaims: ['exp'],
      currentDate: new Date(wallNow()),
    })
    const claims = Claims.safeParse(payload)
    return claims.success && isEqual(claims.data.bot, nameSecret(config, config.bot_secret))
  } catch (error) {
    // Malformed, foreign or expired: the caller is anonymous.
    if (error instanceof errors.JOSEError || error instanceof TypeError) return false
    throw error
  }
}
