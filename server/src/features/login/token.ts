import { TokenClaims } from '@muster/contract/users'
import { largestId, UserId } from '@muster/contract/ids'
import { errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import type { ReadToken } from '../../caches.ts'
import type { Config } from '../../config.ts'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/schema.ts'
import type { Viewer } from '../../viewer.ts'
import { wallNow } from '../../wall-clock.ts'

/** How long a login lasts, and with it the need for the secret that signed it. */
export const lifetime_seconds = 21 * 24 * 3600
const algorithm = 'HS256'

/**
 * Claims of our token; `ver` must equal the user's token_version, so that raising it ends every login of that user. Both numbers
 * are compared with columns of 32 bits.
 */
const Claims = z.object({ ...TokenClaims.shape, user_id: UserId, ver: z.int().min(0).max(largestId), exp: z.number() })

type Signing = Pick<Config, 'token_secret'>
const keyOf = (secret: Signing['token_secret']) => new TextEncoder().encode(secret.reveal())

/**
 * A login token of 21 days. Its permissions tell clients what to show; the server reads rights from the database.
 * @param now_ms wall clock: browsers compare `exp` with theirs
 */
export function issueToken(
  config: Signing,
  user: Pick<Row<'users'>, 'id' | 'permissions' | 'token_version'>,
  now_ms = wallNow(),
): Promise<string> {
  return new SignJWT({ user_id: user.id, permissions: user.permissions, ver: user.token_version })
    .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
    .setExpirationTime(Math.floor(now_ms / 1000) + lifetime_seconds)
    .sign(keyOf(config.token_secret))
}

/** The claims of an intact, unexpired token of this server, signed with the present or an old secret; null for any other text. */
async function readToken({ config, caches }: Context, token: string): Promise<ReadToken | null> {
  const known = caches.tokens.get(token)
  const read = known ?? (await verifyToken(config, token))
  if (read && !known) caches.tokens.set(token, read)
  return read && read.exp * 1000 > wallNow() ? read : null
}

async function verifyToken(config: Config, token: string): Promise<ReadToken | null> {
  for (const secret of [config.token_secret, ...config.token_secrets_old]) {
    try {
      const { payload } = await jwtVerify(token, keyOf(secret), {
        algorithms: [algorithm],
        requiredClaims: ['exp'],
        currentDate: new Date(wallNow()),
      })
      return Claims.safeParse(payload).data ?? null
    } catch (error) {
      if (error instanceof errors.JWSSignatureVerificationFailed) continue
      // A malformed, foreign or expired token makes the caller anonymous; that is an answer, not a failure.
      if (error instanceof errors.JOSEError || error instanceof TypeError) return null
      throw error
    }
  }
  return null
}

/** The user of this token by the current database; null = anonymous. */
export async function identify(ctx: Context, token: string | undefined): Promise<Viewer | null> {
  if (!token) return null
  const claims = await readToken(ctx, token)
  if (!claims) return null
  const user = await ctx.db
    .selectFrom('users')
    .select(['id', 'permissions', 'token_version'])
    .where('id', '=', claims.user_id as UserId)
    .where('token_version', '=', claims.ver)
    .executeTakeFirst()
  if (!user) return null
  const { id: user_id, permissions, token_version } = user
  return { user_id, permissions, token_version }
}

/** The token of an Authorization header. */
export const bearerToken = (header: string | undefined): string | undefined => /^Bearer\s+(\S+)\s*$/i.exec(header ?? '')?.[1]
