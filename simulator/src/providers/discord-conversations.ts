/** Conversations of people with the bot: open one, and send a message. */
import type { FastifyInstance } from 'fastify'
import { answerJson } from '../edge/answer.ts'
import { readFields } from '../edge/forms.ts'
import type { createServe } from '../edge/serve.ts'
import type { Simulation } from '../simulation.ts'
import { createDoor, refuse } from './discord-bot.ts'
import type { Conversation } from './discord-guild.ts'
import { isQuiet } from './discord-webhooks.ts'

/** Discord states no figure for opening conversations; it says that a bot which opens many quickly is limited. An assumption. */
const OPEN_LIMIT = { requests: 10, period_ms: 60_000 }
const MESSAGE_LIMIT = { requests: 5, period_ms: 5_000 }
/** Documentation of Create Message. */
const LONGEST_CONTENT = 2000
const LONGEST_NONCE = 25
/** "The past few minutes" of `enforce_nonce`; the figure is an assumption. */
const NONCE_MS = 180_000

export const registerConversations = (
  app: FastifyInstance,
  simulation: Simulation,
  prefix: string,
  serve: ReturnType<typeof createServe>,
): void => {
  const { guild, identities } = simulation
  const asBot = createDoor(simulation)
  let messages = 0n

  const open = (user_id: string): Conversation => {
    const id = String(1_600_000_000_000_000_000n + BigInt(guild.conversations.length))
    const conversation = { id, user_id, messages: [] }
    guild.conversations.push(conversation)
    return conversation
  }
  app.post(
    `${prefix}/api/v10/users/@me/channels`,
    serve(
      '/api/v10/users/@me/channels',
      asBot('conversations', OPEN_LIMIT, (_params, request) => {
        const user_id = readFields(request)?.['recipient_id']
        if (typeof user_id !== 'string') return refuse(400, 50035, 'Invalid Form Body')
        if (!guild.members.has(user_id) && !identities.discord.some(({ id }) => id === user_id))
          return refuse(400, 50033, 'Invalid Recipient(s)')
        const { id } = guild.conversations.find((known) => known.user_id === user_id) ?? open(user_id)
        return answerJson(200, { id, type: 1, recipients: [{ id: user_id }] })
      }),
    ),
  )

  app.post(
    `${prefix}/api/v10/channels/:channel/messages`,
    serve(
      '/api/v10/channels/messages',
      asBot(
        ({ channel }) => `messages ${channel}`,
        MESSAGE_LIMIT,
        ({ channel }, request, visit) => {
          const conversation = guild.conversations.find(({ id }) => id === channel)
          if (!conversation) return refuse(404, 10003, 'Unknown Channel')
          const { content, nonce = null, enforce_nonce, allowed_mentions } = readFields(request) ?? {}
          if (typeof content !== 'string' || content === '') return refuse(400, 50006, 'Cannot send an empty message')
          const isNonce = nonce === null || (typeof nonce === 'string' && nonce.length <= LONGEST_NONCE)
          if (content.length > LONGEST_CONTENT || !isNonce) return refuse(400, 50035, 'Invalid Form Body')
          if (!isQuiet(allowed_mentions)) visit.complaints.push('mentions are not off')
          // Codes according to discord-api-docs, issue 8238 and pull request 8244.
          if (guild.blocking.has(conversation.user_id)) return refuse(403, 50007, 'Cannot send messages to this user')
          if (!guild.members.has(conversation.user_id))
            return refuse(403, 50278, 'Cannot send messages to this user due to having no mutual guilds')
          const now = simulation.limitsNow()
          const same = conversation.messages.find((sent) => sent.nonce === nonce && now - sent.at_ms < NONCE_MS)
          const known = nonce !== null && enforce_nonce === true ? same : undefined
          const id = known?.id ?? String(1_700_000_000_000_000_000n + messages++)
          if (!known) conversation.messages.push({ id, content, nonce, at_ms: now })
          return answerJson(200, { id, type: 0, content: known?.content ?? content, channel_id: channel, nonce })
        },
      ),
    ),
  )
}
