import type { UserId } from '@muster/contract/ids'
import { findDefinitionSequence, getDefinition } from '../db/definition.ts'
import type { GameFailure } from '../gateways/game/gateway.ts'
import { appendActivity } from '../ingestion/activity.ts'
import { recordAtlas } from '../ingestion/atlas.ts'
import { recordBuild } from '../ingestion/builds.ts'
import { chooseTracked, newsFromLadder, recordCharacter } from '../ingestion/characters.ts'
import { loadMatcherOptions } from '../ingestion/class-table.ts'
import { createRuleReader, type RuleReader } from '../ingestion/fact-rules.ts'
import { readLadder, replaceLadder } from '../ingestion/ladder.ts'
import { listParticipants, nameKey, type Participant } from '../ingestion/participants.ts'
import { planRematches } from '../ingestion/plan-rematches.ts'
import { recordPlayerFacts } from '../ingestion/player-facts.ts'
import { createRematcher, type Rematcher } from '../ingestion/rematch.ts'
import type { Job, Round, RoundResult } from './job.ts'
import { minute_ms, type Poll, type Polled, pollParticipant } from './poll-participant.ts'
import type { Tx } from '../db/connect.ts'

/** The game keeps its ladder for about a minute. */
const ladderEvery_ms = minute_ms
const longestPause_ms = 60 * minute_ms
const idleWait_ms = 5000
/** Participants asked for at a time; the limits of the game space the requests out. */
const batchSize = 60

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
    .where((where) =>
      where.or([where('list_due_at', '<=', now), where('detail_due_at', '<=', now), where('atlas_due_at', '<=', now)]),
    )
    .orderBy('detail_due_at')
    .limit(batchSize)
    .execute()
}

/** Notes when to ask again; after failures with growing pauses, never giving up. */
async function settlePoll(tx: Tx, poll: Poll, polled: Polled, now: number): Promise<void> {
  const update = tx.updateTable('character_polls').where('event_id', '=', poll.event_id).where('user_id', '=', poll.user_id)
  if (!('failure' in polled)) {
    await update.set({ ...polled.next, failures_in_a_row: 0, last_error: polled.note }).execute()
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
  readRules: RuleReader,
  participants: readonly Participant[],
  results: readonly { poll: Poll; polled: Polled }[],
): Promise<void> {
  const at = new Date(round.ctx.clock.now())
  await round.write(async (tx) => {
    const changed = new Set<UserId>()
    const active = new Set<UserId>()
    for (const { poll, polled } of results) {
      for (const { source, news, inLeague, detail } of 'found' in polled ? polled.found : []) {
        for (const one of news) {
          const recorded = await recordCharacter(tx, round.event, poll.user_id, one, source, at)
          if (recorded) changed.add(poll.user_id)
          if (recorded?.has_played) active.add(poll.user_id)
          if (one.atlas_trees) await recordAtlas(tx, round.event.id, poll.user_id, one.atlas_trees, at)
        }
        if (inLeague) await chooseTracked(tx, round.event.id, poll.user_id, inLeague)
        if (detail) await recordBuild(tx, round.event, detail, at)
      }
      await settlePoll(tx, poll, polled, at.getTime())
    }
    await appendActivity(tx, round.event.id, active, at)
    await recordPlayerFacts(tx, round.event, readRules, participants, changed, at)
  })
}

/** Reads the whole ladder and takes over what it says of the tracked characters. */
async function updateLadder(
  round: Round,
  readRules: RuleReader,
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
    const changed = new Set<UserId>()
    const active = new Set<UserId>()
    for (const entry of ladder.entries) {
      const user_id = ownerOf.get(entry.character.id)
      if (!user_id) continue
      const recorded = await recordCharacter(tx, round.event, user_id, newsFromLadder(entry), 'ladder', at)
      if (recorded) changed.add(user_id)
      if (recorded?.has_played) active.add(user_id)
    }
    await appendActivity(tx, round.event.id, active, at)
    await recordPlayerFacts(tx, round.event, readRules, participants, changed, at)
  })
  return null
}

interface Prepared {
  readonly sequence: number
  readonly readRules: RuleReader
  readonly rematcher: Rematcher
}

/** Takes the newest definition in: plans for which objectives the stored readings are to be read again. */
async function prepare({ ctx, event, write }: Round, previous: Prepared | null): Promise<Prepared> {
  const sequence = await findDefinitionSequence(ctx.db, event.id)
  if (previous?.sequence === sequence) return previous
  const definition = await getDefinition(ctx.db, event.id)
  await write((tx) => planRematches(tx, event.id, definition, 'readings', new Date(ctx.clock.now())))
  const options = await loadMatcherOptions(ctx, event.game_version)
  return { sequence, readRules: createRuleReader(options), rematcher: createRematcher(event, 'readings', options) }
}

/** Follows the participants' characters and the game's ladder, each as often as play makes it worth while. */
export const fetchCharacterData: Job = {
  start() {
    let ladderDueAt = 0
    let prepared: Prepared | null = null
    return async (round): Promise<RoundResult> => {
      const { ctx, event } = round
      const { readRules, rematcher } = (prepared = await prepare(round, prepared))
      const rematches = await rematcher.advance(round.write)
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
      await writeFound(round, readRules, participants, results)
      if (ctx.clock.now() >= ladderDueAt) {
        const failure = await updateLadder(round, readRules, participants)
        if (failure)
          return {
            ok: false,
            error: `The ladder: ${failure.reason}, ${failure.detail}`,
            wait_ms: failure.retry_after_ms ?? minute_ms,
          }
        ladderDueAt = ctx.clock.now() + ladderEvery_ms
      }
      return { ok: true, wait_ms: rematches || due.length === batchSize ? 0 : idleWait_ms }
    }
  },
}
