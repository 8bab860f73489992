import type { UserId } from '@muster/contract/ids'
import type { Tx } from '../db/connect.ts'
import { awaitAll } from '../db/transaction.ts'
import type { GameFailure } from '../gateways/game/gateway.ts'
import {
  type CharacterChanges,
  loadTrackedCharacters,
  readLadderEntry,
  recordCharacters,
} from '../ingestion/characters/characters.ts'
import { createEntryOwner, listOvertaken, loadOwners, readLadder, replaceLadder } from '../ingestion/characters/ladder.ts'
import { isPuzzling, loadNewestWindows, readFailure, recordOutcomes } from '../ingestion/fetch-windows.ts'
import { type Participant, updateAccountNames } from '../ingestion/participants.ts'
import { insertProblem } from '../ingestion/problems.ts'
import { wakeLists, wakePolls } from './character-polls.ts'
import type { GameRound, RoundResult } from './job.ts'
import { minute_ms } from './poll-intervals.ts'

/** Event time: a ladder older than this is read again before it is stored. */
const oldLadder_ms = 10_000

/** Each event has one ladder. */
const ladderSubject = { subject: '', user_id: null } as const

/** The whole ladder and the time of reading. */
export async function fetchLadder({ ctx, event, signal }: GameRound) {
  const answer = await readLadder(ctx, event, signal)
  return { answer, at_ms: ctx.clock.now() }
}
export type SeenLadder = Awaited<ReturnType<typeof fetchLadder>>

/** Reads the ladder again if other requests had to wait in the queue for so long that it is outdated. */
export const renewLadder = async (round: GameRound, seen: SeenLadder): Promise<SeenLadder> =>
  round.ctx.clock.now() - seen.at_ms > oldLadder_ms ? fetchLadder(round) : seen

export const reportLadderFailure = ({ reason, detail, retry_after_ms }: GameFailure): RoundResult => ({
  ok: false,
  error: `Could not read the ladder: ${reason}, ${detail}`,
  wait_ms: retry_after_ms ?? minute_ms,
})

/** Stores the ladder, and its data about the tracked characters. */
export async function recordLadder(
  tx: Tx,
  { event }: GameRound,
  participants: readonly Participant[],
  { answer, at_ms }: SeenLadder,
): Promise<CharacterChanges | null> {
  const at = new Date(at_ms)
  const outcome = answer.ok ? null : readFailure(answer.failure)
  const outcomes = [{ ...ladderSubject, outcome }]
  const [known, ownerOf, tracked] = await awaitAll([
    loadNewestWindows(tx, event.id, 'ladder', outcomes),
    answer.ok ? loadOwners(tx, event.id) : new Map<string, UserId | null>(),
    answer.ok ? loadTrackedCharacters(tx, event.id) : new Map<string, never>(),
  ])
  await recordOutcomes(tx, event.id, 'ladder', outcomes, at, { known, intervals: event })
  if (!answer.ok) {
    const { detail, excerpt = '' } = answer.failure
    const of = { event_id: event.id, job_type: 'FetchCharacterData', timestamp: at }
    if (isPuzzling(outcome)) await insertProblem(tx, { ...of, problem: `Could not read the ladder: ${detail}`, excerpt })
    return null
  }
  const { entries } = answer
  const userOf = createEntryOwner(participants, ownerOf)
  const overtaken = await listOvertaken(tx, event.id, entries, userOf, tracked.values())
  replaceLadder(tx, event.id, entries, participants, userOf)
  const reports = entries.flatMap((entry) => {
    const user_id = tracked.get(entry.character.id)?.user_id
    return user_id ? [{ user_id, update: readLadderEntry(entry), source: 'ladder' as const, at }] : []
  })
  const nameOf = new Map(participants.map((one) => [one.user_id, one.account_name]))
  const renamed = entries.flatMap(({ character, account }) => {
    const user_id = tracked.get(character.id)?.user_id
    const before = user_id ? nameOf.get(user_id) : undefined
    const isOther = account?.name && before !== undefined && account.name !== before
    return user_id && isOther ? [{ user_id, account_name: account.name }] : []
  })
  updateAccountNames(tx, renamed)
  const changes = await recordCharacters(tx, event, reports, tracked)
  wakePolls(tx, event, [...changes.active.keys()], at)
  wakeLists(tx, event, overtaken, at)
  return changes
}
