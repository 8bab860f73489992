import type { PushMessage } from '@muster/domain/notices/push'
import webPush from 'web-push'
import type { Egress } from '../egress/egress.ts'

/** The longest wait that a push service may ask for. */
const longestWait_ms = 24 * 3_600_000

export interface PushTarget {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

/**
 * `sent`: the push service has it. `gone`: the browser ended its subscription (404 in RFC 8030, section 7.3; Mozilla's service
 * answers 410: mozilla-services/autopush, issue 777). `refused`: it will never accept this message. `again`: it was not accepted
 * this time.
 */
export type PushOutcome =
  | { readonly is: 'sent' }
  | { readonly is: 'gone' }
  | { readonly is: 'refused'; readonly detail: string }
  | { readonly is: 'again'; readonly detail: string; readonly wait_ms: number | null }

/** Seconds in `Retry-After` (RFC 9110, section 10.2.3; RFC 8030, section 8.4 uses it with 429). A date is ignored. */
function readWait(text: string | null): number | null {
  return text !== null && /^\d{1,6}$/.test(text) ? Math.min(Number(text) * 1000, longestWait_ms) : null
}

/**
 * Encrypts a message for a browser (RFC 8291), signs it (RFC 8292), and gives it to the push service. The library builds the
 * request, and only egress sends it: the address was given by a person.
 * @param key.subject a contact for the push service: an address that begins with https: or mailto:
 */
export async function sendPush(
  egress: Egress,
  target: PushTarget,
  key: { readonly public_key: string; readonly private_key: string; readonly subject: string },
  message: PushMessage,
  options: { readonly user_agent: string; readonly signal: AbortSignal },
): Promise<PushOutcome> {
  const { endpoint, p256dh, auth } = target
  const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(message.notice), {
    vapidDetails: { subject: key.subject, publicKey: key.public_key, privateKey: key.private_key },
    TTL: message.ttl_seconds,
    urgency: message.urgency,
    topic: message.topic,
    contentEncoding: 'aes128gcm',
  })
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)] as const)
  const answer = await egress.send({
    method: 'POST',
    url: endpoint,
    headers: { ...Object.fromEntries(named), 'user-agent': options.user_agent },
    body: body ?? Buffer.alloc(0),
    signal: options.signal,
  })
  if (!answer.ok) {
    if (answer.reason === 'address_refused') return { is: 'refused', detail: answer.detail }
    return { is: 'again', detail: answer.detail, wait_ms: null }
  }
  const { status } = answer
  const detail = `answer ${status}`
  if (status >= 200 && status < 300) return { is: 'sent' }
  if (status === 404 || status === 410) return { is: 'gone' }
  if (status === 429 || status >= 500) return { is: 'again', detail, wait_ms: readWait(answer.header('retry-after')) }
  return { is: 'refused', detail }
}
