import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Secret } from '../../config.ts'

const algorithm = 'aes-256-gcm'
/** First byte of everything sealed, so that a later format can be told from this one. */
const format = 1
const nonce_bytes = 12
const tag_bytes = 16

/** The key for provider tokens. Another purpose would derive another key from the same secret. */
const keys = new WeakMap<Secret, Buffer>()
function deriveKey(secret: Secret): Buffer {
  const known = keys.get(secret)
  if (known) return known
  const key = Buffer.from(hkdfSync('sha256', secret.reveal(), '', 'muster provider tokens', 32))
  keys.set(secret, key)
  return key
}

/**
 * Encrypts a provider's token for storage.
 * @param place where it will lie, for example `poe:<account>:access`; a token copied to another place does not open.
 */
export function sealToken(secret: Secret, place: string, token: string): Buffer {
  const nonce = randomBytes(nonce_bytes)
  const cipher = createCipheriv(algorithm, deriveKey(secret), nonce, { authTagLength: tag_bytes })
  cipher.setAAD(Buffer.from(place))
  const sealed = Buffer.concat([cipher.update(token, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.of(format), nonce, cipher.getAuthTag(), sealed])
}

/** Jobs open the same tokens many times a minute. So many are kept, in memory alone. */
const mostOpened = 2000
const opened = new WeakMap<Secret, Map<string, string>>()

/** The token, or null when it was sealed with another secret, for another place, or was altered. */
export function openToken(secret: Secret, place: string, sealed: Buffer): string | null {
  const known = opened.get(secret) ?? new Map<string, string>()
  opened.set(secret, known)
  const key = `${place} ${sealed.toString('latin1')}`
  const token = known.get(key) ?? decipherToken(secret, place, sealed)
  if (token === null || known.has(key)) return token
  const [oldest] = known.size >= mostOpened ? known.keys() : []
  if (oldest !== undefined) known.delete(oldest)
  known.set(key, token)
  return token
}

function decipherToken(secret: Secret, place: string, sealed: Buffer): string | null {
  if (sealed.length < 1 + nonce_bytes + tag_bytes || sealed[0] !== format) return null
  const nonce = sealed.subarray(1, 1 + nonce_bytes)
  const tag = sealed.subarray(1 + nonce_bytes, 1 + nonce_bytes + tag_bytes)
  const cipher = createDecipheriv(algorithm, deriveKey(secret), nonce, { authTagLength: tag_bytes })
  cipher.setAAD(Buffer.from(place))
  cipher.setAuthTag(tag)
  try {
    return Buffer.concat([cipher.update(sealed.subarray(1 + nonce_bytes + tag_bytes)), cipher.final()]).toString('utf8')
  } catch {
    // The only failure of a decipher with a well-formed key, nonce and tag: what lies here is not what we sealed.
    return null
  }
}
