/** Channels of the simulated Discord, each with one webhook, and the messages in them. */
import { createHash } from 'node:crypto'

export interface ChannelMessage {
  id: string
  content: string
  edits: number
}

export interface Channel {
  name: string
  webhook_id: string
  token: string
  messages: ChannelMessage[]
  is_webhook_deleted: boolean
}

export interface Channels {
  all: readonly Channel[]
  find: (webhook_id: string, token: string) => Channel | null
  post: (channel: Channel, content: string) => ChannelMessage
}

const NAMES = ['events', 'organisers', 'team-leads'] as const

/** Ids and tokens follow from the seed, so that an address stays valid after a restart. */
export const createChannels = (seed: number): Channels => {
  const all = NAMES.map((name, index): Channel => {
    const digest = createHash('sha512').update(`${seed} ${name}`).digest('base64url')
    return {
      name,
      webhook_id: String(1_100_000_000_000_000_000n + BigInt(index)),
      token: digest.slice(0, 68),
      messages: [],
      is_webhook_deleted: false,
    }
  })
  let count = 0n
  return {
    all,
    find: (webhook_id, token) =>
      all.find((channel) => channel.webhook_id === webhook_id && channel.token === token && !channel.is_webhook_deleted) ?? null,
    post(channel, content) {
      const message = { id: String(1_200_000_000_000_000_000n + count++), content, edits: 0 }
      channel.messages.push(message)
      return message
    },
  }
}
