import { z } from 'zod'
import type { Egress } from '../egress/egress.ts'
import { limitWait } from '../retry-after.ts'
import { type Outcome, quote } from '../webhooks/outcome.ts'

/**
 * Message flags of Discord's API: 1 << 2 adds no cards for links (SUPPRESS_EMBEDS); Execute Webhook accepts it, as libraries for
 * bots list it (NetCord's `ExecuteWebhookFlags`).
 */
const suppressEmbeds = 4
/** Discord's error codes, from its list "JSON Error Codes". */
const unknownWebhook = 10015
/** Wait after a 429 without a time. */
const defaultWait_ms = 60_000

const Created = z.looseObject({ id: z.string().regex(/^\d{1,20}$/) })
const Problem = z.looseObject({
  code: z.number().optional(),
  message: z.string().optional(),
  retry_after: z.number().optional(),
  global: z.boolean().optional(),
})

function parse<S extends z.ZodType>(schema: S, body: string): z.output<S> | null {
  try {
    return schema.safeParse(JSON.parse(body)).data ?? null
  } catch {
    return null
  }
}

/**
 * Seconds with fractions in the body (API v10; earlier versions had milliseconds, discord-api-docs issue 4722), or in the header.
 */
function readWait(retry_after: number | undefined, header: string | null): number {
  const seconds = limitWait(retry_after ?? Number.parseFloat(header ?? ''))
  return seconds === null ? defaultWait_ms : Math.ceil(Math.max(0, seconds) * 1000)
}

export interface ChannelMessage {
  /** DISCORD_URL. */
  readonly url: string
  /** `id/token`, see `domain/src/notices/addresses.ts`. */
  readonly webhook: string
  /** The message to edit; null: a new one. */
  readonly edits: string | null
  readonly content: string
  readonly user_agent: string
  readonly signal: AbortSignal
}

/**
 * Posts or edits one message through the webhook of a channel. With `wait=true` Discord answers with the message, whose id a
 * later edit needs. Mentions are off, whatever the text says.
 */
export async function postToChannel(egress: Egress, message: ChannelMessage): Promise<Outcome> {
  const { url, webhook, edits, content, user_agent, signal } = message
  const base = `${url}/api/v10/webhooks/${webhook}`
  const answer = await egress.send({
    method: edits === null ? 'POST' : 'PATCH',
    url: edits === null ? `${base}?wait=true` : `${base}/messages/${edits}`,
    body: JSON.stringify({
      content,
      allowed_mentions: { parse: [] },
      // An edit keeps the flags of the message.
      ...(edits === null && { flags: suppressEmbeds }),
    }),
    headers: { 'user-agent': user_agent },
    signal,
  })
  if (!answer.ok) {
    // An edit may be repeated: the result is the same.
    const isUnknown = answer.reason === 'no_answer' && edits === null
    if (isUnknown) return { is: 'unknown', status: null, detail: answer.detail }
    return { is: 'again', status: null, detail: answer.detail, wait_ms: null }
  }
  const { status, body } = answer
  if (status >= 200 && status < 300) {
    // Headers of the bucket: https://docs.discord.com/developers/topics/rate-limits
    const isSpent = answer.header('x-ratelimit-remaining') === '0'
    const reset = limitWait(Number.parseFloat(answer.header('x-ratelimit-reset-after') ?? ''))
    return {
      is: 'sent',
      status,
      message_id: parse(Created, body)?.id ?? null,
      pause_ms: isSpent && reset !== null ? reset * 1000 : 0,
    }
  }
  const problem = parse(Problem, body)
  const detail = quote(problem?.message ?? '') || `Status ${status}`
  if (status === 429) {
    // An answer without data comes from the edge of Discord's network, and concerns the address of this server.
    const is_global = problem === null || problem.global === true || answer.header('x-ratelimit-global') !== null
    return { is: 'again', status, detail, wait_ms: readWait(problem?.retry_after, answer.header('retry-after')), is_global }
  }
  if (status === 404 && edits !== null && problem?.code !== unknownWebhook)
    return {
      is: 'again',
      status,
      detail: 'The message with the standings was deleted; a new one follows',
      wait_ms: 0,
      is_edit_lost: true,
    }
  if (status === 401 || status === 403 || status === 404) {
    if (problem === null) return { is: 'again', status, detail, wait_ms: null }
    return { is: 'gone', status, detail: `Discord no longer knows this webhook: ${detail}` }
  }
  if (status >= 400 && status < 500) return { is: 'refused', status, detail }
  return { is: 'again', status, detail, wait_ms: null }
}
