/** Webhooks of channels: execute, and edit a message. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Answer, answerJson } from '../edge/answer.ts'
import { readFields, readQueryTexts } from '../edge/forms.ts'
import type { createServe, Visit } from '../edge/serve.ts'
import type { Simulation } from '../simulation.ts'
import type { Channel, ChannelMessage } from './discord-channels.ts'

/**
 * discord-api-docs issues 367 and 1454: 5 requests in 2 s for a webhook, which headers announce, and 30 in a minute for its
 * channel, which no header announces before the 429.
 */
const WEBHOOK_LIMIT = { requests: 5, period_ms: 2_000 }
const CHANNEL_LIMIT = { requests: 30, period_ms: 60_000 }
/** Documentation of Execute Webhook. */
const LONGEST_CONTENT = 2000

const refuse = (status: number, code: number, message: string): Answer => answerJson(status, { message, code })

const refuseTooMany = (wait_ms: number, headers: Record<string, string> = {}): Answer =>
  answerJson(
    429,
    { message: 'You are being rate limited.', retry_after: wait_ms / 1000, global: false },
    { ...headers, 'retry-after': String(Math.ceil(wait_ms / 1000)), 'x-ratelimit-scope': 'shared' },
  )

const render = ({ id, content }: ChannelMessage, channel: Channel) => ({
  id,
  type: 0,
  content,
  channel_id: channel.webhook_id,
  author: { id: channel.webhook_id, username: channel.name, bot: true },
  mentions: [],
  mention_roles: [],
  mention_everyone: false,
  webhook_id: channel.webhook_id,
})

export const isQuiet = (mentions: unknown): boolean =>
  typeof mentions === 'object' &&
  mentions !== null &&
  'parse' in mentions &&
  Array.isArray(mentions.parse) &&
  mentions.parse.length === 0

export const registerWebhooks = (
  app: FastifyInstance,
  simulation: Simulation,
  prefix: string,
  serve: ReturnType<typeof createServe>,
): void => {
  const { channels, buckets, switches } = simulation

  /** Limits first, then the webhook, then the body. */
  const answer = (request: FastifyRequest, visit: Visit, act: (channel: Channel, content: string) => Answer): Answer => {
    const { id = '', token = '' } = request.params as Record<string, string | undefined>
    const now = simulation.limitsNow()
    const own = buckets.hit(`discord/webhook/${id}`, WEBHOOK_LIMIT.requests, WEBHOOK_LIMIT.period_ms, now)
    const headers = {
      'x-ratelimit-limit': String(own.limit),
      'x-ratelimit-remaining': String(own.remaining),
      'x-ratelimit-reset-after': ((own.reset_at - now) / 1000).toFixed(3),
    }
    const shared = buckets.hit(`discord/channel/${id}`, CHANNEL_LIMIT.requests, CHANNEL_LIMIT.period_ms, now)
    const full = [own, shared].find(({ allowed }) => !allowed)
    if (switches.limits_enabled && full) {
      visit.complaints.push('rate limit exceeded')
      return refuseTooMany(full.reset_at - now, headers)
    }
    const channel = channels.find(id, token)
    if (!channel) return refuse(404, 10015, 'Unknown Webhook')
    const body = readFields(request)
    const content = body?.['content']
    if (typeof content !== 'string' || content === '') return refuse(400, 50006, 'Cannot send an empty message')
    if (content.length > LONGEST_CONTENT) return refuse(400, 50035, 'Invalid Form Body')
    if (!isQuiet(body?.['allowed_mentions'])) visit.complaints.push('message may mention people')
    const given = act(channel, content)
    return { ...given, headers: { ...given.headers, ...headers } }
  }

  for (const version of ['/v10', '']) {
    const path = `/api${version}/webhooks/:id/:token`
    app.post(
      `${prefix}${path}`,
      serve(path, (request, visit) =>
        answer(request, visit, (channel, content) => {
          const message = channels.post(channel, content)
          return readQueryTexts(request)['wait'] === 'true'
            ? answerJson(200, render(message, channel))
            : { status: 204, body: null }
        }),
      ),
    )
    app.patch(
      `${prefix}${path}/messages/:message`,
      serve(`${path}/messages`, (request, visit) =>
        answer(request, visit, (channel, content) => {
          const { message: wanted } = request.params as Record<string, string | undefined>
          const message = channel.messages.find(({ id }) => id === wanted)
          if (!message) return refuse(404, 10008, 'Unknown Message')
          message.content = content
          message.edits++
          return answerJson(200, render(message, channel))
        }),
      ),
    )
  }
}
