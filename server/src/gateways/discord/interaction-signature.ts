import { createPublicKey, type KeyObject, verify } from 'node:crypto'

/** Largest real time between the signature and its arrival; an older request is probably a replay. */
const tolerance_s = 300

/** The public key of an application as Discord's page shows it: 64 hexadecimal digits. */
export const readPublicKey = (digits: string): KeyObject =>
  createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(digits, 'hex').toString('base64url') },
    format: 'jwk',
  })

export interface SignedRequest {
  /** The header X-Signature-Ed25519, hexadecimal. */
  readonly signature: unknown
  /** The header X-Signature-Timestamp, seconds since 1970. */
  readonly timestamp: unknown
  /** The body byte by byte, as it arrived. */
  readonly body: Buffer
}

/**
 * Whether Discord signed this request a moment ago: Ed25519 over the timestamp and the body. Seen in discord-interactions-js of
 * Discord (its guide "Signature verification": both headers, the raw body, status 401 otherwise). Discord sends wrong signatures
 * as a test, and removes the address of an application that accepts one (the documentation of pub.dev's `InteractionValidator`
 * quotes it).
 * @param now_ms the wall clock
 */
export function isFromDiscord(key: KeyObject, { signature, timestamp, body }: SignedRequest, now_ms: number): boolean {
  if (typeof signature !== 'string' || !/^[0-9a-f]{128}$/i.test(signature)) return false
  if (typeof timestamp !== 'string' || !/^\d{1,12}$/.test(timestamp)) return false
  if (Math.abs(now_ms / 1000 - Number(timestamp)) > tolerance_s) return false
  return verify(null, Buffer.concat([Buffer.from(timestamp), body]), key, Buffer.from(signature, 'hex'))
}
