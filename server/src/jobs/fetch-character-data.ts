import type { UserId } from '@muster/contract/ids'
import { readInterval_ms } from '@muster/contract/reading-intervals'
import type { Tx } from '../db/connect.ts'
import { lockPeopleShared } from '../db/ledger.ts'
import { preloadTokens } from '../features/login/connection-token.ts'
import { appendActivity } from '../ingestion/characters/activity.ts'
import type { BuildMemory } from '../ingestion/characters/builds.ts'
import { insertCharacterSnapshots } from '../ingestion/characters/items.ts'
import { listUnreadFigures, recordFigures, type UnreadFigures } from '../ingestion/characters/read-figures.ts'
import { recordPlayerFacts } from '../ingestion/characters/player-facts.ts'
import { listFormer, listParticipants, type Participant } from '../ingestion/participants.ts'
import { findPendingWork } from '../ingestion/pending-work.ts'
import { advanceLists, batchSize, insertPolls, listDuePolls, type Result } from './character-polls.ts'
import type { GameJob, GameRound, RoundResult } from './job.ts'
import { fetchLadder, recordLadder, renewLadder, reportLadderFailure, type SeenLadder } from './ladder-poll.ts'
import { type CharacterMemory, loadTracked, pollParticipant } from './poll-participant.ts'
import { loadReadingRules, type ReadingRules } from './reading-rules.ts'
import { recordPolls } from './record-polls.ts'
import { findAway, waitOut } from './retry.ts'
import { recordWornPictures } from './worn-pictures.ts'

const idleWait_ms = 10_000

/**
 * Stores the answers and the facts derived from them.
 * @returns a function that updates the caches of facts, and the stored builds; both for after the commit.
 */
async function recordRead(
  tx: Tx,
  round: GameRound,
  rules: ReadingRules,
  participants: readonly Participant[],
  { results, ladder, unread, isBack }: Read,
) {
  const { event } = round
  lockPeopleShared(tx, event.id)
  const former = await listFormer(
    tx,
    results.map(({ poll }) => poll.user_id),
  )
  const kept = results.filter(({ poll }) => !former.has(poll.user_id))
  const found = kept.length > 0 ? await recordPolls(tx, round, participants, kept, rules.followsIncubators) : null
  if (isBack) advanceLists(tx, event.id, round.ctx.clock.now())
  const listed = ladder && (await recordLadder(tx, round, participants, ladder))
  // After the answers of the game: it adds figures to the newest state.
  const figured = unread.length > 0 ? await recordFigures(tx, event, unread) : null
  // Personal points may depend on figures, and on newer numbers as well: they change now.
  const now = new Date(round.ctx.clock.now())
  const changed = new Map([
    ...[...(figured?.changed.keys() ?? [])].map((user_id) => [user_id, now] as const),
    ...(listed?.changed ?? []),
    ...(found?.changed ?? []),
  ])
  const { remember } = await recordPlayerFacts(tx, event, rules, participants, {
    changed,
    figured: figured?.changed ?? new Map(),
  })
  insertCharacterSnapshots(tx, event.id, found?.snapshots ?? [])
  // Last, because another writer of the same users and the same minute waits until this transaction commits.
  appendActivity(tx, event.id, new Map([...(listed?.active ?? []), ...(found?.active ?? [])]))
  return { builds: found?.builds, remember }
}

/** The answers and figures of one round. */
interface Read {
  readonly results: readonly Result[]
  readonly ladder: SeenLadder | null
  readonly unread: UnreadFigures
  readonly isBack: boolean
}

interface Known {
  readonly builds: BuildMemory
  readonly characters: CharacterMemory
}

/** Caches only data that is really stored. */
function remember({ builds, characters }: Known, stored: BuildMemory | undefined, results: readonly Result[]): void {
  for (const [id, fingerprint] of stored ?? []) builds.set(id, fingerprint)
  for (const { poll, polled } of results) {
    if (!('found' in polled)) continue
    for (const { known } of polled.found) if (known) characters.set(poll.user_id, known)
  }
}

/** Polls the participants' characters and the game's ladder, more often during play. */
export const fetchCharacterData: GameJob = {
  wakes_on: ['readings'],
  start() {
    let ladderDueAt = 0
    let rules: ReadingRules | null = null
    const met = new Set<UserId>()
    const known: Known = { builds: new Map(), characters: new Map() }
    let wasAway = false
    return async (round): Promise<RoundResult> => {
      const { ctx, event } = round
      const [work, participants, listed, unread] = await Promise.all([
        findPendingWork(ctx.db, event.id, 'readings'),
        listParticipants(ctx.db, event.id),
        listDuePolls(round),
        listUnreadFigures(ctx.db, event.id),
      ])
      const before = rules
      const current = (rules = await loadReadingRules(round, before, work.definition_sequence))
      const { rematcher, ascendancyNodes } = current
      // The new definition may need other data from a character.
      if (before !== current) known.characters.clear()
      const rematches = (work.has_rematches || before !== current) && (await rematcher.advance(round.write))
      const byUser = new Map(participants.map((one) => [one.user_id, one]))
      const added = participants.filter((one) => !one.is_former && !met.has(one.user_id))
      await insertPolls(round, added)
      for (const { user_id } of added) met.add(user_id)
      const due = added.length > 0 ? await listDuePolls(round) : listed
      const user_ids = due.map((poll) => poll.user_id)
      const [tracked, tokens] = await Promise.all([loadTracked(round, user_ids), preloadTokens(ctx, user_ids, 'poe')])
      const means = { ascendancyNodes, memory: known.characters, builds: known.builds, tokens }
      const polling = due.flatMap((poll) => {
        const participant = byUser.get(poll.user_id)
        if (!participant) return []
        const asking = pollParticipant(round, participant, poll, tracked.get(poll.user_id), means)
        return [asking.then((polled): Result => ({ poll, polled }))]
      })
      const isLadderDue = ctx.clock.now() >= ladderDueAt
      const [results, early] = await Promise.all([Promise.all(polling), isLadderDue ? fetchLadder(round) : null])
      const ladder = early && (await renewLadder(round, early))
      if (round.signal.aborted) return { ok: true, wait_ms: 0 }
      const ladderFailure = ladder === null || ladder.answer.ok ? null : ladder.answer.failure
      const away = findAway([...results.map(({ polled }) => polled), ladderFailure])
      const wasAsked = results.length > 0 || ladder !== null
      const isBack = wasAsked && wasAway && away === null
      if (wasAsked) wasAway = away !== null
      if (wasAsked || unread.length > 0) {
        const read = { results, ladder, unread, isBack }
        const stored = await round.write((tx) => recordRead(tx, round, current, participants, read))
        stored.remember()
        remember(known, stored.builds, results)
        await recordWornPictures(round, results)
      }
      if (away) return waitOut(away, ctx.clock.now())
      if (ladderFailure !== null) return reportLadderFailure(ladderFailure)
      if (ladder !== null) ladderDueAt = ctx.clock.now() + readInterval_ms(event, 'read_ladder_seconds')
      return { ok: true, wait_ms: rematches || isBack || due.length === batchSize ? 0 : idleWait_ms }
    }
  },
}
