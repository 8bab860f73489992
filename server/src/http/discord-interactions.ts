import { discordCommands, type DiscordCommandName, isDiscordCommand } from '@muster/domain/discord/commands'
import { listNextMoments, replyMe, replyNext, replyNoEvent, replyStandings, replyUnknown } from '@muster/domain/discord/replies'
import { readEventTitle } from '@muster/domain/events/title'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { listPublicDates } from '../features/calendars/public-dates.ts'
import { findPlaceOf } from '../features/discord/store.ts'
import { findEvent } from '../features/events/store.ts'
import { loadEventCard } from '../features/link-cards/event-card.ts'
import { isFromDiscord, readPublicKey } from '../gateways/discord/interaction-signature.ts'
import { wallNow } from '../wall-clock.ts'

/** An invocation of a command without options has about 2 kB. */
const largestBody_bytes = 64 * 1024

/**
 * Types of requests and answers, and the flag of an answer that only its reader sees: `InteractionType`,
 * `InteractionResponseType` and `EPHEMERAL` (1 << 6) of discord-interactions-js.
 */
const ping = 1
const command = 2
const pong = 1
const message = 4
const ephemeral = 64

const Account = z.looseObject({ id: z.string().regex(/^\d{1,20}$/) })
/**
 * In a server the author is `member.user`, in a private conversation `user` (the structure "Interaction" of Discord's
 * documentation).
 */
const Interaction = z.looseObject({
  type: z.int(),
  data: z.looseObject({ name: z.string() }).optional(),
  member: z.looseObject({ user: Account }).optional(),
  user: Account.optional(),
})

function parseInteraction(body: Buffer): z.output<typeof Interaction> | null {
  try {
    return Interaction.safeParse(JSON.parse(body.toString('utf8'))).data ?? null
  } catch {
    return null
  }
}

/**
 * Answers with data that every visitor sees; `/me` adds the team of its author. Nothing is written: a repeated request is
 * harmless.
 */
async function answerCommand(ctx: Context, name: DiscordCommandName, discord_id: string): Promise<string> {
  const event = await findEvent(ctx.db, 'current')
  if (!event?.is_public) return replyNoEvent()
  const named = { id: event.id, name: readEventTitle(event.name), url: `${ctx.config.public_url}/?event=${event.id}` }
  if (name === 'next') return replyNext(named, listNextMoments(await listPublicDates(ctx, event), ctx.clock.now()))
  const card = await loadEventCard(ctx, event, { team_id: null, objective_id: null })
  const standings = card.teams.map(({ id, ...team }) => ({ team_id: id, ...team }))
  if (name === 'standings') return replyStandings(named, card.state, standings)
  const place = await findPlaceOf(ctx.db, discord_id, event.id)
  return place ? replyMe(named, place, standings) : replyUnknown(`${ctx.config.public_url}/settings`)
}

/** `allowed_mentions` without a kind: no text can mention anyone. */
const say = (content: string, isPrivate: boolean) => ({
  type: message,
  data: { content, allowed_mentions: { parse: [] }, ...(isPrivate && { flags: ephemeral }) },
})

/** The address to which Discord sends commands. It belongs to Discord's API, so it is not in the table of endpoints. */
export async function registerDiscordInteractions(app: FastifyInstance, ctx: Context): Promise<void> {
  const { discord_public_key } = ctx.config
  if (discord_public_key === null) return
  const key = readPublicKey(discord_public_key)
  await app.register(async (scope) => {
    // The signature covers the bytes of the body.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: largestBody_bytes }, (_request, body, done) =>
      done(null, body),
    )
    scope.post('/api/discord/interactions', { schema: { hide: true } as object }, async (request, reply) => {
      const { 'x-signature-ed25519': signature, 'x-signature-timestamp': timestamp } = request.headers
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      void reply.header('cache-control', 'no-store')
      if (!isFromDiscord(key, { signature, timestamp, body }, wallNow()))
        return reply.code(401).send({ error: 'invalid request signature' })
      const interaction = parseInteraction(body)
      if (interaction?.type === ping) return { type: pong }
      const author = interaction?.member?.user ?? interaction?.user
      if (!interaction || interaction.type !== command || !author)
        return reply.code(400).send({ error: 'only commands are answered' })
      const name = interaction.data?.name ?? ''
      if (!isDiscordCommand(name))
        return say(`Muster knows ${discordCommands.map((known) => `/${known.name}`).join(', ')}.`, true)
      return say(await answerCommand(ctx, name, author.id), name === 'me')
    })
  })
}
