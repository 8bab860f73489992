import type { UserId } from '@muster/contract/ids'
import type { EventDefinition } from '@muster/domain/objectives/definition'
import { findDefinition, loadDefinition } from '../db/definition.ts'
import type { Row } from '../db/schema.ts'
import { loadGameToken, reportDeadToken } from '../features/login/game-token.ts'
import type { GameAccount, GameFailure } from '../gateways/game/gateway.ts'
import {
  type CharacterNews,
  chooseTracked,
  newsFromDetail,
  newsFromLadder,
  newsFromSummary,
  recordCharacter,
  recordPlayerFacts,
} from '../ingestion/characters.ts'
import { readLadder, replaceLadder } from '../ingestion/ladder.ts'
import { listParticipants, nameKey, type Participant } from '../ingestion/participants.ts'
import type { Job, Round, RoundResult } from './job.ts'
import type { Tx } from '../db/connect.ts'

const minute_ms = 60_000
/** Event time. A list finds new, renamed and deleted characters; details follow play, more often while somebody plays. */
const listEvery_ms = { unknown: 10 * minute_ms, known: 60 * minute_ms }
const detailEvery_ms = { active: 2 * minute_ms, unfinished: 5 * minute_ms, idle: 10 * minute_ms }
const activeFor_ms = 20 * minute_ms
/** The game keeps its ladder for about a minute. */
const ladderEvery_ms = minute_ms
const longestPause_ms = 60 * minute_ms
const idleWait_ms = 5000
/** Participants asked for at a time; the limits of the game space the requests out. */
const batchSize = 60

/** What one round found out, collected first and written at the end. */
interface Found {
  readonly participant: Participant
  readonly source: 'list' | 'detail'
  readonly news: readonly CharacterNews[]
  /** Ids of all the participant's characters in the league, when the list was read. */
  readonly inLeague?: readonly string[]
}

type Poll = Row<'character_polls'>

async function listDuePolls({ ctx, event }: Round, participants: readonly Participant[]): Promise<Poll[]> {
  const now = new Date(ctx.clock.now())
  if (participants.length > 0) {
    await ctx.db
      .insertInto('character_polls')
      .values(participants.map(({ user_id }) => ({ event_id: event.id, user_id, list_due_at: now, detail_due_at: now })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  return ctx.db
    .selectFrom('character_polls')
    .selectAll()
    .where('event_id', '=', event.id)
    .where((where) => where.or([where('list_due_at', '<=', now), where('detail_due_at', '<=', now)]))
    .orderBy('detail_due_at')
    .limit(batchSize)
    .execute()
}

/** How soon to ask again: a player in play or with milestones ahead is asked more often than one who sleeps. */
function chooseDetailPause_ms(character: Row<'characters'> | undefined, now: number): number {
  if (!character) return detailEvery_ms.idle
  if (character.last_active_at && now - character.last_active_at.getTime() < activeFor_ms) return detailEvery_ms.active
  return character.level > 40 && !character.pantheon ? detailEvery_ms.unfinished : detailEvery_ms.idle
}

async function findTracked({ ctx, event }: Round, user_id: UserId) {
  return ctx.db
    .selectFrom('characters')
    .selectAll()
    .where('event_id', '=', event.id)
    .where('user_id', '=', user_id)
    .where('is_tracked', '=', true)
    .executeTakeFirst()
}

type Polled =
  | { found: Found[]; next: Pick<Poll, 'list_due_at' | 'detail_due_at'> }
  | { failure: string; missing?: boolean; unauthorized?: boolean }

const describe = ({ reason, detail }: GameFailure): Polled => ({
  failure: `${reason}: ${detail}`,
  missing: reason === 'missing',
  unauthorized: reason === 'unauthorized',
})

/** Asks the game about one participant with their own token. */
async function pollParticipant(round: Round, participant: Participant, poll: Poll): Promise<Polled> {
  const { ctx } = round
  const token = await loadGameToken(ctx, participant.user_id)
  if (!token.ok) return token.reason === 'failed' ? describe(token.failure) : { failure: token.detail }
  const account = { account_id: participant.account_id, access_token: token.access_token }
  const polled = await askGame(round, participant, account, poll)
  if ('failure' in polled && polled.unauthorized) await reportDeadToken(ctx, participant.user_id, token.access_token)
  return polled
}

/** The list when it is due, then the tracked character. */
async function askGame(round: Round, participant: Participant, account: GameAccount, poll: Poll): Promise<Polled> {
  const { ctx, event, signal } = round
  const found: Found[] = []
  const now = ctx.clock.now()
  let tracked = await findTracked(round, participant.user_id)
  let list_due_at = poll.list_due_at
  if (poll.list_due_at.getTime() <= now) {
    const list = await ctx.game.fetchCharacters(account, signal)
    if (!list.ok) return describe(list.failure)
    const ours = list.value.filter((character) => character.league === event.name)
    found.push({ participant, source: 'list', news: ours.map(newsFromSummary), inLeague: ours.map((character) => character.id) })
    const best = ours.toSorted((a, b) => b.experience - a.experience)[0]
    // The name may have changed since; details are asked for by name.
    if (best && best.id !== tracked?.id) tracked = undefined
    list_due_at = new Date(now + (best ? listEvery_ms.known : listEvery_ms.unknown))
    if (!best) return { found, next: { list_due_at, detail_due_at: list_due_at } }
    const detail = await ctx.game.fetchCharacter(account, best.name, signal)
    if (!detail.ok) return describe(detail.failure)
    found.push({ participant, source: 'detail', news: detail.value.league === event.name ? [newsFromDetail(detail.value)] : [] })
    return { found, next: { list_due_at, detail_due_at: new Date(now + detailEvery_ms.active) } }
  }
  if (!tracked) return { found, next: { list_due_at, detail_due_at: list_due_at } }
  const detail = await ctx.game.fetchCharacter(account, tracked.name, signal)
  if (!detail.ok) return describe(detail.failure)
  // A character that moved to another league no longer scores; the next list says which one does.
  const isOurs = detail.value.league === event.name && detail.value.id === tracked.id
  if (!isOurs) return { found, next: { list_due_at: new Date(now), detail_due_at: new Date(now + minute_ms) } }
  found.push({ participant, source: 'detail', news: [newsFromDetail(detail.value)] })
  const pause_ms = chooseDetailPause_ms(tracked, now)
  return { found, next: { list_due_at, detail_due_at: new Date(now + pause_ms) } }
}

/** Notes when to ask again; after failures with growing pauses, never giving up. */
async function settlePoll(tx: Tx, poll: Poll, polled: Polled, now: number): Promise<void> {
  const update = tx.updateTable('character_polls').where('event_id', '=', poll.event_id).where('user_id', '=', poll.user_id)
  if (!('failure' in polled)) {
    await update.set({ ...polled.next, failures_in_a_row: 0, last_error: null }).execute()
    return
  }
  const failures_in_a_row = poll.failures_in_a_row + 1
  const later = new Date(now + Math.min(longestPause_ms, minute_ms * 2 ** Math.min(failures_in_a_row, 8)))
  // A character that is not found was renamed or deleted: the list knows, asking for it again does not help.
  const list_due_at = polled.missing ? new Date(now) : later
  await update.set({ failures_in_a_row, last_error: polled.failure.slice(0, 500), list_due_at, detail_due_at: later }).execute()
}

async function writeFound(
  round: Round,
  definition: EventDefinition,
  participants: readonly Participant[],
  results: readonly { poll: Poll; polled: Polled }[],
): Promise<void> {
  const at = new Date(round.ctx.clock.now())
  await round.write(async (tx) => {
    const changed = new Map<UserId, number>()
    for (const { poll, polled } of results) {
      for (const { participant, source, news, inLeague } of 'found' in polled ? polled.found : []) {
        for (const one of news) {
          const recorded = await recordCharacter(tx, round.event, participant.user_id, one, source, at)
          if (recorded) changed.set(participant.user_id, recorded.reading_id)
        }
        if (inLeague) await chooseTracked(tx, round.event.id, participant.user_id, inLeague)
      }
      await settlePoll(tx, poll, polled, at.getTime())
    }
    await recordPlayerFacts(tx, round.event, definition, participants, changed, at)
  })
}

/** Reads the whole ladder and takes over what it says of the tracked characters. */
async function updateLadder(
  round: Round,
  definition: EventDefinition,
  participants: readonly Participant[],
): Promise<GameFailure | null> {
  const ladder = await readLadder(round.ctx, round.event.name, round.signal)
  if (!ladder.ok) return ladder.failure
  const at = new Date(round.ctx.clock.now())
  const byName = new Map(participants.map((one) => [nameKey(one.account_name), one]))
  await round.write(async (tx) => {
    await replaceLadder(tx, round.event.id, ladder.entries, byName)
    const tracked = await tx
      .selectFrom('characters')
      .select(['id', 'user_id'])
      .where('event_id', '=', round.event.id)
      .where('is_tracked', '=', true)
      .execute()
    const ownerOf = new Map(tracked.map((row) => [row.id, row.user_id]))
    const changed = new Map<UserId, number>()
    for (const entry of ladder.entries) {
      const user_id = ownerOf.get(entry.character.id)
      if (!user_id) continue
      const recorded = await recordCharacter(tx, round.event, user_id, newsFromLadder(entry), 'ladder', at)
      if (recorded) changed.set(user_id, recorded.reading_id)
    }
    await recordPlayerFacts(tx, round.event, definition, participants, changed, at)
  })
  return null
}

/** Follows the participants' characters and the game's ladder, each as often as play makes it worth while. */
export const fetchCharacterData: Job = {
  start() {
    let ladderDueAt = 0
    return async (round): Promise<RoundResult> => {
      const { ctx, event } = round
      const definition = (await findDefinition(ctx.db, event.id))?.definition ?? (await loadDefinition(ctx.db, event.id))
      const participants = await listParticipants(ctx.db, event.id)
      const byUser = new Map(participants.map((one) => [one.user_id, one]))
      const due = await listDuePolls(round, participants)
      const results = await Promise.all(
        due.flatMap((poll) => {
          const participant = byUser.get(poll.user_id)
          return participant ? [pollParticipant(round, participant, poll).then((polled) => ({ poll, polled }))] : []
        }),
      )
      if (round.signal.aborted) return { ok: true, wait_ms: 0 }
      await writeFound(round, definition, participants, results)
      if (ctx.clock.now() >= ladderDueAt) {
        const failure = await updateLadder(round, definition, participants)
        if (failure)
          return {
            ok: false,
            error: `The ladder: ${failure.reason}, ${failure.detail}`,
            wait_ms: failure.retry_after_ms ?? minute_ms,
          }
        ladderDueAt = ctx.clock.now() + ladderEvery_ms
      }
      return { ok: true, wait_ms: due.length === batchSize ? 0 : idleWait_ms }
    }
  },
}
