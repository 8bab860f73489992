import { createHmac } from 'node:crypto'
import type { Egress } from '../egress/egress.ts'
import { limitWait } from '../retry-after.ts'
import { type Outcome, quote } from './outcome.ts'

/** Prefix of a signing key in the Standard Webhooks specification 1.0: the rest is the key in base64. */
export const keyPrefix = 'whsec_'

/**
 * The signature of Standard Webhooks 1.0 (as in its documents, and in the verifiers that receivers use): HMAC-SHA-256 of
 * `id.timestamp.body` in base64, behind the version.
 */
export function signMessage(key: string, id: string, timestamp: number, body: string): string {
  const secret = Buffer.from(key.slice(keyPrefix.length), 'base64')
  return `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`
}

export interface SignedMessage {
  readonly url: string
  readonly key: string
  readonly id: string
  readonly body: string
  readonly user_agent: string
  /** Wall clock, in seconds. */
  readonly timestamp: number
  readonly signal: AbortSignal
}

/** Sends one signed message. Every answer but a success means "again": a program can be repaired, and recognises the id. */
export async function sendSigned(egress: Egress, message: SignedMessage): Promise<Outcome> {
  const { url, key, id, body, user_agent, timestamp, signal } = message
  const answer = await egress.send({
    method: 'POST',
    url,
    body,
    signal,
    headers: {
      'user-agent': user_agent,
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signMessage(key, id, timestamp, body),
    },
  })
  if (!answer.ok) {
    const detail = answer.reason === 'address_refused' ? `This address is not called: ${answer.detail}` : answer.detail
    return { is: 'again', status: null, detail, wait_ms: null }
  }
  const { status } = answer
  if (status >= 200 && status < 300) return { is: 'sent', status, message_id: null, pause_ms: 0 }
  // RFC 9110: the resource is gone for good.
  if (status === 410) return { is: 'gone', status, detail: 'The receiver says that this address is gone' }
  const seconds = limitWait(Number.parseInt(answer.header('retry-after') ?? '', 10))
  const wait_ms = seconds === null ? null : Math.max(0, seconds) * 1000
  if (status >= 300 && status < 400)
    return { is: 'again', status, detail: 'Redirects are not followed; enter the final address', wait_ms }
  return { is: 'again', status, detail: quote(answer.body) || `Status ${status}`, wait_ms }
}
