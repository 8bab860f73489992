import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Config } from '../../config.ts'

const algorithm = 'aes-256-gcm'
/** First byte of every sealed text, so that a later format is recognisable. */
const format = 1
const nonce_bytes = 12
const tag_bytes = 16

/** The secret that seals a token: the present one, an old one, or an unknown one. */
export type Seal = 'present' | 'old' | 'unknown'

/** Encrypts tokens of providers for storage, each for one purpose, for example `poe:<account>:access`. */
export interface TokenVault {
  seal(place: string, token: string): Buffer
  /** The token, or null if it was sealed with an unknown secret, for another purpose, or was altered. */
  open(place: string, sealed: Buffer): string | null
  judge(place: string, sealed: Buffer): Seal
}

// Another purpose would derive another key from the same secret.
const deriveKey = (secret: Config['encryption_secret']) =>
  Buffer.from(hkdfSync('sha256', secret.reveal(), '', 'muster provider tokens', 32))

/** Create one for each process: keys are derived once. Opened tokens are not kept. */
export function createTokenVault(config: Pick<Config, 'encryption_secret' | 'encryption_secrets_old'>): TokenVault {
  const key = deriveKey(config.encryption_secret)
  const oldKeys = config.encryption_secrets_old.map(deriveKey)
  const openOld = (place: string, sealed: Buffer): string | null => {
    for (const old of oldKeys) {
      const token = decrypt(old, place, sealed)
      if (token !== null) return token
    }
    return null
  }
  return {
    seal: (place, token) => encrypt(key, place, token),
    open: (place, sealed) => decrypt(key, place, sealed) ?? openOld(place, sealed),
    judge(place, sealed) {
      if (decrypt(key, place, sealed) !== null) return 'present'
      return openOld(place, sealed) === null ? 'unknown' : 'old'
    },
  }
}

function encrypt(key: Buffer, place: string, token: string): Buffer {
  const nonce = randomBytes(nonce_bytes)
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tag_bytes })
  cipher.setAAD(Buffer.from(place))
  const sealed = Buffer.concat([cipher.update(token, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.of(format), nonce, cipher.getAuthTag(), sealed])
}

function decrypt(key: Buffer, place: string, sealed: Buffer): string | null {
  if (sealed.length < 1 + nonce_bytes + tag_bytes || sealed[0] !== format) return null
  const nonce = sealed.subarray(1, 1 + nonce_bytes)
  const tag = sealed.subarray(1 + nonce_bytes, 1 + nonce_bytes + tag_bytes)
  const cipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tag_bytes })
  cipher.setAAD(Buffer.from(place))
  cipher.setAuthTag(tag)
  try {
    return Buffer.concat([cipher.update(sealed.subarray(1 + nonce_bytes + tag_bytes)), cipher.final()]).toString('utf8')
  } catch {
    // The only failure of a decipher with a well-formed key, nonce and tag: we did not seal this text.
    return null
  }
}
