import type { EventId, UserId } from '@muster/contract/ids'
import type { FetchOutcome } from '@muster/domain/tracking/coverage'
import type { Tx } from '../db/connect.ts'
import { awaitAll } from '../db/transaction.ts'
import { loadAtlases, recordAtlases } from '../ingestion/characters/atlas.ts'
import { type BuildMemory, loadNewestBuilds, recordBuilds } from '../ingestion/characters/builds.ts'
import { type CharacterChanges, chooseTracked, loadCharacters, recordCharacters } from '../ingestion/characters/characters.ts'
import { type CharacterSnapshot, loadCharacterItems, readCharacterSnapshots } from '../ingestion/characters/items.ts'
import { loadOpenWishes, tickWishes } from '../ingestion/characters/wishes.ts'
import { isPuzzling, loadNewestWindows, recordOutcomes, type SubjectOutcome } from '../ingestion/fetch-windows.ts'
import type { Participant } from '../ingestion/participants.ts'
import { insertProblem } from '../ingestion/problems.ts'
import { isAway, listDueUsers, type Result, settlePolls } from './character-polls.ts'
import type { Round } from './job.ts'

/** Stores answers that could not be read, for admins. Their retries come at growing intervals. */
async function recordUnreadable(tx: Tx, event_id: EventId, results: readonly Result[], timestamp: Date): Promise<void> {
  for (const { polled } of results) {
    if (!('failure' in polled) || !isPuzzling(polled.outcome)) continue
    const { failure: problem, excerpt = '' } = polled
    await insertProblem(tx, { event_id, job_type: 'FetchCharacterData', timestamp, problem, excerpt })
  }
}

interface RecordedPolls extends CharacterChanges {
  /** To be cached after the commit. */
  readonly builds: BuildMemory
  /** To be inserted by the caller. */
  readonly snapshots: readonly CharacterSnapshot[]
}

const describeOutcome = (user_id: UserId, outcome: FetchOutcome): SubjectOutcome => ({
  subject: String(user_id),
  user_id,
  outcome,
})

/** Stores the answers of one round about the characters of participants, and when to ask next. */
export async function recordPolls(
  tx: Tx,
  { ctx, event }: Round,
  participants: readonly Participant[],
  results: readonly Result[],
  followsIncubators: boolean,
): Promise<RecordedPolls> {
  const at = new Date(ctx.clock.now())
  const found = results.flatMap(({ poll, polled }) =>
    'found' in polled ? polled.found.map((one) => ({ user_id: poll.user_id, ...one })) : [],
  )
  const reports = found.flatMap(({ user_id, source, at: received_ms, updates }) =>
    updates.map((update) => ({ user_id, source, update, at: new Date(received_ms) })),
  )
  const owners = found.flatMap(({ user_id, inLeague }) => (inLeague ? [{ user_id, inLeague }] : []))
  const atlases = reports.flatMap(({ user_id, update }) => (update.atlas_trees ? [{ user_id, trees: update.atlas_trees }] : []))
  const builds = found.flatMap(({ build }) => build ?? [])
  const seen = found.flatMap(({ user_id, detail, at: received_ms }) =>
    detail ? [{ user_id, detail, at: new Date(received_ms) }] : [],
  )
  const outcomes = results.map(({ poll: { user_id }, polled }) =>
    describeOutcome(user_id, 'failure' in polled ? polled.outcome : null),
  )
  const [polled, all] = [
    new Set(results.map(({ poll }) => poll.user_id)),
    isAway(results) ? await listDueUsers(tx, event.id, at) : [],
  ]
  for (const { user_id } of all) if (!polled.has(user_id)) outcomes.push(describeOutcome(user_id, 'unavailable'))
  const [characters, trees, newest, known, kept, wishes] = await awaitAll([
    loadCharacters(tx, event.id, reports, owners),
    loadAtlases(tx, event.id, atlases),
    loadNewestBuilds(tx, event.id, builds),
    loadNewestWindows(tx, event.id, 'character', outcomes),
    loadCharacterItems(tx, event.id, seen, owners),
    loadOpenWishes(tx, event.id, seen),
  ])
  const changes = await recordCharacters(tx, event, reports, characters)
  recordAtlases(tx, event.id, atlases, at, trees)
  chooseTracked(tx, event.id, owners, characters)
  const teams = new Map(participants.map((one) => [one.user_id, one.team_id]))
  const reading = { seen, kept, characters, owners, teamOf: (id: UserId) => teams.get(id), followsIncubators }
  const snapshots = await readCharacterSnapshots(tx, event.id, reading, at, ctx.caches.freshItems)
  tickWishes(tx, wishes, seen)
  const stored = await recordBuilds(tx, event, builds, at, newest, { isCalculating: ctx.config.pob[event.game_version] !== null })
  settlePolls(tx, event.id, results, at.getTime())
  await recordOutcomes(tx, event.id, 'character', outcomes, at, { known, intervals: event })
  await recordUnreadable(tx, event.id, results, at)
  return { ...changes, builds: stored, snapshots }
}
