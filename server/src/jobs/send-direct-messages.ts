import { randomBytes } from 'node:crypto'
import { composeDirect, composeDirectTest } from '@muster/domain/notices/direct-message'
import { type PersonalEntry, planPush } from '@muster/domain/notices/push'
import type { DirectMessageProblem } from '@muster/contract/personal-notices'
import type { Context } from '../context.ts'
import {
  beginAttempt,
  endSharedProblems,
  holdRecipients,
  isTokenRefused,
  listWaitingRecipients,
  removeEndedRecipients,
  type Recipient,
  updateRecipient,
} from '../features/personal-notices/direct-messages.ts'
import { listPending, loadSettings } from '../features/personal-notices/store.ts'
import { type DiscordBot, readProblemCode } from '../gateways/discord/bot.ts'
import type { OutsideFailure } from '../gateways/outside.ts'
import { type ScheduledTask, scheduledTask } from './scheduled-tasks.ts'

const hour_ms = 3_600_000
/** Maximum number of recipients in one turn; the rest follows in the next. */
const maxRecipients = 200
/** Event time: a recipient in quiet hours, or at the limit for the hour, is looked at again after this time. */
const waitPause_ms = 60_000
/** Event time: a person who blocked the bot is tried again after this time, or with a test. */
const refusedPause_ms = 24 * hour_ms
/** Event time: pauses between tries double from the first to the longest. */
const firstPause_ms = 30_000
const longestPause_ms = 30 * 60_000
/** Event time: a wait for everyone, if Discord states none. */
const sharedPause_ms = 10 * 60_000
const defaultWait_ms = 60_000
/** Event time: pause before a message with an unknown outcome is repeated, while Discord remembers its number. */
const repeatPause_ms = 20_000
/** Real time in which a repetition is recognised. Discord says "the past few minutes"; two are an assumption. */
const nonceLife_ms = 120_000

/**
 * Discord's error codes. 50007 and 50278 were one code until March 2026. According to discord-api-docs issue 8238, 50007 means
 * that the person blocked the bot, and 50278 that they share no server with it ("due to having no mutual guilds", pull request
 * 8244), or accept no messages from members of the server. 40003: "You are opening direct messages too fast", with status 400.
 */
const blocked = 50007
const noSharedServer = 50278
const openingTooFast = 40003
const unknownChannel = 10003

export function readDirectProblem({ reason, excerpt }: OutsideFailure): DirectMessageProblem {
  if (reason === 'unauthorized') return 'token_refused'
  const code = readProblemCode(excerpt)
  if (code === blocked) return 'blocked'
  if (code === noSharedServer) return 'no_shared_server'
  return reason === 'limited' || code === openingTooFast ? 'limited' : 'unavailable'
}

/** Discord has certainly not created a message. After an error of its servers, or without an answer, it may have. */
const hadNoEffect = ({ reason, had_no_effect }: OutsideFailure): boolean =>
  had_no_effect === true || (reason !== 'unavailable' && reason !== 'malformed')

/** Failures that concern all recipients. A wait that Discord asks for is not a problem for the operator. */
const sharedSentences = {
  token_refused: 'Discord does not accept DISCORD_BOT_TOKEN',
  unavailable: 'Discord did not answer as expected',
  limited: null,
} as const

/** A failure that concerns all recipients ends the turn. */
class TurnEnd extends Error {
  readonly problem: string | null
  constructor(problem: keyof typeof sharedSentences, { detail }: OutsideFailure) {
    super(detail)
    const sentence = sharedSentences[problem]
    this.problem = sentence && `${sentence} (${detail})`
  }
}

const readShared = (problem: DirectMessageProblem, { reason }: OutsideFailure): keyof typeof sharedSentences | null => {
  if (problem === 'token_refused' || problem === 'limited') return problem
  return reason === 'blocked' ? 'unavailable' : null
}

interface Plan {
  readonly content: string
  /** The newest notice that the message covers; null: a test. */
  readonly to: number | null
}

const noAttempt = { nonce: null, nonce_at: null, nonce_to: null } as const
const isOpenTest = ({ nonce, nonce_to, test_wanted_at }: Recipient) =>
  test_wanted_at !== null && (nonce === null || nonce_to === null)

/** Messages of the last hour. A test does not count. */
const countSent = ({ sent_at }: Recipient, to: number | null, now: number): Date[] => [
  ...sent_at.filter((at) => at.getTime() > now - hour_ms),
  ...(to === null ? [] : [new Date(now)]),
]

/** The next message of a recipient; null: none for now. */
async function planNext({ db, config }: Context, recipient: Recipient, now: number): Promise<Plan | null> {
  if (isOpenTest(recipient)) return { content: composeDirectTest(config.public_url), to: null }
  const { id, nonce_to, sent_at, user_id } = recipient
  const pending = await listPending(db, recipient)
  const covered = nonce_to === null ? pending : pending.filter((one) => one.id <= nonce_to)
  const plan = planPush(
    covered,
    await loadSettings(db, user_id),
    sent_at.map((at) => at.getTime()),
    now,
  )
  const position = covered.at(-1)?.id ?? nonce_to ?? recipient.position
  if (plan.is === 'wait' && covered.length > 0) {
    await updateRecipient(db, id, { next_try_at: new Date(now + waitPause_ms) })
    return null
  }
  const [first, ...others] = plan.is === 'send' ? plan.entries : ([] as PersonalEntry[])
  if (first) return { content: composeDirect([first, ...others], config.public_url), to: position }
  await updateRecipient(db, id, { ...noAttempt, position, next_try_at: null })
  return null
}

/**
 * An attempt whose outcome is unknown for too long: the message may have arrived, so it is not repeated. The bell has its
 * notices.
 */
async function giveUp(ctx: Context, recipient: Recipient, now: number): Promise<void> {
  const { id, position, nonce_to, test_wanted_at } = recipient
  ctx.log.warn({ direct_message_id: id }, 'no answer from Discord to a direct message; it may have arrived and is not sent again')
  await updateRecipient(ctx.db, id, {
    ...noAttempt,
    position: nonce_to ?? position,
    test_wanted_at: nonce_to === null ? null : test_wanted_at,
    sent_at: countSent(recipient, nonce_to, now),
  })
}

/** @throws TurnEnd */
async function storeFailure(ctx: Context, recipient: Recipient, plan: Plan, failure: OutsideFailure): Promise<void> {
  const { db, clock } = ctx
  const at = (wait_ms: number) => new Date(clock.now() + wait_ms)
  const problem = readDirectProblem(failure)
  const shared = readShared(problem, failure)
  // An earlier try of the same message may have arrived.
  const ended: Partial<typeof noAttempt> = hadNoEffect(failure) && recipient.nonce === null ? noAttempt : {}
  if (shared !== null) {
    if (ended.nonce === null) await updateRecipient(db, recipient.id, ended)
    const wait_ms = failure.retry_after_ms ?? (shared === 'limited' ? defaultWait_ms : sharedPause_ms)
    await holdRecipients(db, shared, at(wait_ms))
    throw new TurnEnd(shared, failure)
  }
  const failures = recipient.failures + 1
  if (problem === 'blocked' || problem === 'no_shared_server') {
    const test_wanted_at = plan.to === null ? null : recipient.test_wanted_at
    return updateRecipient(db, recipient.id, { ...ended, problem, failures, test_wanted_at, next_try_at: at(refusedPause_ms) })
  }
  const isOpen = ended.nonce === undefined
  const pause_ms = isOpen ? repeatPause_ms : Math.min(firstPause_ms * 2 ** Math.min(recipient.failures, 10), longestPause_ms)
  const channel_id = readProblemCode(failure.excerpt) === unknownChannel ? null : recipient.channel_id
  await updateRecipient(db, recipient.id, { ...ended, problem, failures, channel_id, next_try_at: at(pause_ms) })
  ctx.log.warn(
    { direct_message_id: recipient.id, problem: failure.detail, excerpt: failure.excerpt },
    'Discord did not take a direct message; it is tried again after a pause',
  )
  // Others would wait for the same outage.
  if (failure.reason === 'unavailable') throw new TurnEnd('unavailable', failure)
}

/**
 * Sends the next message of a recipient. Its number is stored before, and its outcome after: if this process dies between, the
 * same number is sent again, and Discord creates no second message.
 * @returns whether a message was accepted
 * @throws TurnEnd
 */
async function serve(ctx: Context, bot: DiscordBot, recipient: Recipient, signal: AbortSignal): Promise<boolean> {
  const { db, clock } = ctx
  const now = clock.now()
  if (recipient.nonce_at !== null && now - recipient.nonce_at.getTime() > nonceLife_ms * clock.speed) {
    await giveUp(ctx, recipient, now)
    return false
  }
  const plan = await planNext(ctx, recipient, now)
  if (!plan) return false
  let { channel_id } = recipient
  if (channel_id === null) {
    const opened = await bot.openConversation(recipient.account_id, signal)
    if (!opened.ok) {
      if (!signal.aborted) await storeFailure(ctx, recipient, plan, { ...opened.failure, had_no_effect: true })
      return false
    }
    channel_id = opened.value.id
    await updateRecipient(db, recipient.id, { channel_id })
  }
  const nonce = recipient.nonce ?? randomBytes(12).toString('hex')
  const attempt = { nonce, nonce_at: recipient.nonce_at ?? new Date(now), nonce_to: plan.to }
  if (!(await beginAttempt(db, recipient, attempt))) return false
  const answer = await bot.sendMessage(channel_id, { content: plan.content, nonce }, signal)
  if (!answer.ok) {
    if (!signal.aborted) await storeFailure(ctx, { ...recipient, channel_id }, plan, answer.failure)
    return false
  }
  await updateRecipient(db, recipient.id, {
    ...noAttempt,
    position: plan.to ?? recipient.position,
    sent_at: countSent(recipient, plan.to, now),
    last_sent_at: new Date(now),
    problem: null,
    failures: 0,
    next_try_at: null,
    ...(plan.to === null && { test_wanted_at: null }),
  })
  return true
}

/** Sends personal notices to people who want them as direct messages on Discord. */
export const createSendDirectMessages = (bot: DiscordBot): ScheduledTask<'SendDirectMessages'> =>
  scheduledTask('SendDirectMessages', async (ctx, signal) => {
    await removeEndedRecipients(ctx.db)
    const waiting = await listWaitingRecipients(ctx.db, ctx.clock.now(), maxRecipients)
    // The last problem still holds.
    if (waiting.length === 0 && (await isTokenRefused(ctx.db))) return undefined
    let isAccepted = false
    let failed = 0
    for (const recipient of waiting) {
      if (signal.aborted) break
      try {
        const isSent = await serve(ctx, bot, recipient, signal)
        if (isSent && !isAccepted) await endSharedProblems(ctx.db)
        isAccepted ||= isSent
      } catch (error) {
        if (error instanceof TurnEnd) return error.problem
        failed++
        ctx.log.error(
          { err: error, direct_message_id: recipient.id },
          'could not send a direct message; next try in the next turn',
        )
      }
    }
    return failed === 0 ? null : `Could not send direct messages to ${failed} people`
  })
