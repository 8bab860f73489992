import type { EventId, UserId } from '@muster/contract/ids'
import type { FetchOutcome } from '@muster/domain/tracking/coverage'
import { listAscendancyNodes } from '@muster/domain/trees/ascendancy-nodes'
import { getDefinition } from '../db/definition.ts'
import { lockPeopleShared } from '../db/ledger.ts'
import { loadTree } from '../game-tree-files.ts'
import { preloadTokens } from '../features/login/connection-token.ts'
import { appendActivity } from '../ingestion/characters/activity.ts'
import { loadAtlases, recordAtlases } from '../ingestion/characters/atlas.ts'
import { type BuildMemory, loadNewestBuilds, recordBuilds } from '../ingestion/characters/builds.ts'
import {
  chooseTracked,
  loadCharacters,
  loadTrackedCharacters,
  readLadderEntry,
  recordCharacters,
} from '../ingestion/characters/characters.ts'
import { loadMatcherOptions } from '../ingestion/rules/class-table.ts'
import { isPuzzling, loadNewestWindows, readFailure, recordOutcomes, type SubjectOutcome } from '../ingestion/fetch-windows.ts'
import { createRuleReader, type RuleReader } from '../ingestion/rules/fact-rules.ts'
import { createReportedMemory, type ReportedMemory } from '../ingestion/rules/reported.ts'
import { loadOwners, readLadder, replaceLadder } from '../ingestion/characters/ladder.ts'
import { listFormer, listParticipants, nameKey, type Participant, updateAccountNames } from '../ingestion/participants.ts'
import { findPendingWork } from '../ingestion/pending-work.ts'
import { planRematches } from '../ingestion/rules/plan-rematches.ts'
import {
  createReadingMemory,
  type PlayerFacts,
  type ReadingMemory,
  recordPlayerFacts,
} from '../ingestion/characters/player-facts.ts'
import { createRematcher, type Rematcher } from '../ingestion/rules/rematch.ts'
import {
  asksForIncubators,
  type CharacterSnapshot,
  insertCharacterSnapshots,
  loadCharacterItems,
  readCharacterSnapshots,
} from '../ingestion/characters/items.ts'
import type { Job, Round, RoundResult } from './job.ts'
import { findAway, waitOut } from './retry.ts'
import {
  advanceLists,
  batchSize,
  insertPolls,
  isAway,
  listDuePolls,
  listDueUsers,
  type Result,
  settlePolls,
  wakePolls,
} from './character-polls.ts'
import { type CharacterMemory, loadTracked, minute_ms, pollParticipant } from './poll-participant.ts'
import { recordWornPictures } from './worn-pictures.ts'
import { insertProblem } from '../ingestion/problems.ts'
import type { Tx } from '../db/connect.ts'
import { awaitAll } from '../db/transaction.ts'

/** The game caches its ladder for about a minute. */
const ladderEvery_ms = minute_ms
/** Event time: a ladder older than this is read again before it is stored. */
const oldLadder_ms = 10_000
const idleWait_ms = 10_000
/** Stores answers that could not be read, for admins. Their retries come at growing intervals. */
async function recordUnreadable(tx: Tx, event_id: EventId, results: readonly Result[], timestamp: Date): Promise<void> {
  for (const { polled } of results) {
    if (!('failure' in polled) || !isPuzzling(polled.outcome)) continue
    const { failure: problem, excerpt = '' } = polled
    await insertProblem(tx, { event_id, job_type: 'FetchCharacterData', timestamp, problem, excerpt })
  }
}

/** Users whose characters changed, and users seen playing, each with the time. */
interface Changes {
  readonly changed: ReadonlyMap<UserId, Date>
  readonly active: ReadonlyMap<UserId, Date>
}

const nothingChanged: Changes = { changed: new Map(), active: new Map() }

/** Builds that will be stored after the commit, and item snapshots that the caller still has to insert. */
interface Stored {
  readonly stored: BuildMemory
  readonly snapshots: readonly CharacterSnapshot[]
}

const describeOutcome = (user_id: UserId, outcome: FetchOutcome): SubjectOutcome => ({
  subject: String(user_id),
  user_id,
  outcome,
})

async function recordFound(
  tx: Tx,
  { ctx, event }: Round,
  { followsIncubators }: Prepared,
  participants: readonly Participant[],
  results: readonly Result[],
): Promise<Changes & Stored> {
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
  const [characters, trees, newest, known, kept] = await awaitAll([
    loadCharacters(tx, event.id, reports, owners),
    loadAtlases(tx, event.id, atlases),
    loadNewestBuilds(tx, event.id, builds),
    loadNewestWindows(tx, event.id, 'character', outcomes),
    loadCharacterItems(tx, event.id, seen, owners),
  ])
  const { changed, active } = await recordCharacters(tx, event, reports, characters)
  recordAtlases(tx, event.id, atlases, at, trees)
  chooseTracked(tx, event.id, owners, characters)
  const teams = new Map(participants.map((one) => [one.user_id, one.team_id]))
  const reading = { seen, kept, characters, owners, teamOf: (id: UserId) => teams.get(id), followsIncubators }
  const snapshots = await readCharacterSnapshots(tx, event.id, reading, at, ctx.caches.freshItems)
  const stored = await recordBuilds(tx, event, builds, at, newest, { isCalculating: ctx.config.pob[event.game_version] !== null })
  settlePolls(tx, event.id, results, at.getTime())
  await recordOutcomes(tx, event.id, 'character', outcomes, at, { known })
  await recordUnreadable(tx, event.id, results, at)
  return { changed, active, stored, snapshots }
}

/** Each event has one ladder. */
const ladderSubject = { subject: '', user_id: null } as const

/** The whole ladder and the time of reading. */
async function fetchLadder({ ctx, event, signal }: Round) {
  const answer = await readLadder(ctx, event, signal)
  return { answer, at_ms: ctx.clock.now() }
}
type SeenLadder = Awaited<ReturnType<typeof fetchLadder>>

/** Applies the ladder's data to the tracked characters. */
async function recordLadder(
  tx: Tx,
  { event }: Round,
  participants: readonly Participant[],
  { answer, at_ms }: SeenLadder,
): Promise<Changes> {
  const at = new Date(at_ms)
  const outcome = answer.ok ? null : readFailure(answer.failure)
  const outcomes = [{ ...ladderSubject, outcome }]
  const [known, ownerOf, tracked] = await awaitAll([
    loadNewestWindows(tx, event.id, 'ladder', outcomes),
    answer.ok ? loadOwners(tx, event.id) : new Map<string, UserId | null>(),
    answer.ok ? loadTrackedCharacters(tx, event.id) : new Map<string, never>(),
  ])
  await recordOutcomes(tx, event.id, 'ladder', outcomes, at, { known })
  if (!answer.ok) {
    const { detail, excerpt = '' } = answer.failure
    const of = { event_id: event.id, job_type: 'FetchCharacterData', timestamp: at }
    if (isPuzzling(outcome)) await insertProblem(tx, { ...of, problem: `Could not read the ladder: ${detail}`, excerpt })
    return nothingChanged
  }
  const { entries } = answer
  replaceLadder(tx, event.id, entries, new Map(participants.map((one) => [nameKey(one.account_name), one])), ownerOf)
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
  const { changed, active } = await recordCharacters(tx, event, reports, tracked)
  wakePolls(tx, event.id, [...active.keys()], at)
  return { changed, active }
}

/** Cache updates to apply after the commit. */
interface Committed extends Pick<PlayerFacts, 'remember'> {
  readonly builds: BuildMemory
}

/** Stores the answers and the facts derived from them. */
async function recordRead(
  tx: Tx,
  round: Round,
  prepared: Prepared,
  participants: readonly Participant[],
  { results, ladder, isBack }: { results: readonly Result[]; ladder: SeenLadder | null; isBack: boolean },
): Promise<Committed> {
  const nothingFound = { ...nothingChanged, stored: new Map(), snapshots: [] }
  lockPeopleShared(tx, round.event.id)
  const former = await listFormer(
    tx,
    results.map(({ poll }) => poll.user_id),
  )
  const kept = results.filter(({ poll }) => !former.has(poll.user_id))
  const found = kept.length > 0 ? await recordFound(tx, round, prepared, participants, kept) : nothingFound
  if (isBack) advanceLists(tx, round.event.id, round.ctx.clock.now())
  const listed = ladder === null ? nothingChanged : await recordLadder(tx, round, participants, ladder)
  const changed = new Map([...listed.changed, ...found.changed])
  const { remember } = await recordPlayerFacts(tx, round.event, prepared, participants, changed)
  insertCharacterSnapshots(tx, round.event.id, found.snapshots)
  // Last, because another writer of the same users and the same minute waits until this transaction commits.
  appendActivity(tx, round.event.id, new Map([...listed.active, ...found.active]))
  return { builds: found.stored, remember }
}

interface Known {
  readonly builds: BuildMemory
  readonly characters: CharacterMemory
}

/** Caches only data that is really stored. */
function remember({ builds, characters }: Known, stored: BuildMemory, results: readonly Result[]): void {
  for (const [id, fingerprint] of stored) builds.set(id, fingerprint)
  for (const { poll, polled } of results) {
    if (!('found' in polled)) continue
    for (const { known } of polled.found) if (known) characters.set(poll.user_id, known)
  }
}

interface Prepared {
  readonly sequence: number
  readonly readRules: RuleReader
  readonly memory: ReportedMemory
  readonly readings: ReadingMemory
  readonly rematcher: Rematcher
  readonly ascendancyNodes: ReadonlySet<number> | null
  readonly followsIncubators: boolean
}

/** Loads the newest definition and plans which objectives to re-evaluate against stored readings. */
async function prepare({ ctx, event, write }: Round, previous: Prepared | null, sequence: number): Promise<Prepared> {
  if (previous?.sequence === sequence) return previous
  const definition = await getDefinition(ctx.db, event.id)
  await write((tx) => planRematches(tx, event.id, definition, 'readings', new Date(ctx.clock.now())))
  const options = await loadMatcherOptions(ctx, event.game_version)
  // The tree is loaded when the job starts and after each edit of the scoring rules.
  const tree = await loadTree(ctx.config.data_dir, { game_version: event.game_version, kind: 'passive' })
  return {
    sequence,
    readRules: createRuleReader(options),
    memory: createReportedMemory(),
    readings: createReadingMemory(),
    rematcher: createRematcher(event, 'readings', options),
    ascendancyNodes: listAscendancyNodes(tree),
    followsIncubators: asksForIncubators(definition),
  }
}

/** Polls the participants' characters and the game's ladder, more often during play. */
export const fetchCharacterData: Job = {
  asks_game: true,
  start() {
    let ladderDueAt = 0
    let prepared: Prepared | null = null
    const met = new Set<UserId>()
    const known: Known = { builds: new Map(), characters: new Map() }
    let wasAway = false
    return async (round): Promise<RoundResult> => {
      const { ctx, event } = round
      const [work, participants, listed] = await Promise.all([
        findPendingWork(ctx.db, event.id, 'readings'),
        listParticipants(ctx.db, event.id),
        listDuePolls(round),
      ])
      const before = prepared
      const current = (prepared = await prepare(round, before, work.definition_sequence))
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
      // The ladder may be outdated if requests had to wait in the queue.
      const isOld = early !== null && ctx.clock.now() - early.at_ms > oldLadder_ms
      const ladder = isOld ? await fetchLadder(round) : early
      if (round.signal.aborted) return { ok: true, wait_ms: 0 }
      const ladderFailure = ladder === null || ladder.answer.ok ? null : ladder.answer.failure
      const away = findAway([...results.map(({ polled }) => polled), ladderFailure])
      const wasAsked = results.length > 0 || ladder !== null
      const isBack = wasAsked && wasAway && away === null
      if (wasAsked) {
        wasAway = away !== null
        const stored = await round.write((tx) => recordRead(tx, round, current, participants, { results, ladder, isBack }))
        stored.remember()
        remember(known, stored.builds, results)
        await recordWornPictures(round, results)
      }
      if (away) return waitOut(away, ctx.clock.now())
      if (ladderFailure !== null) {
        const { reason, detail, retry_after_ms } = ladderFailure
        return { ok: false, error: `Could not read the ladder: ${reason}, ${detail}`, wait_ms: retry_after_ms ?? minute_ms }
      }
      if (ladder !== null) ladderDueAt = ctx.clock.now() + ladderEvery_ms
      return { ok: true, wait_ms: rematches || isBack || due.length === batchSize ? 0 : idleWait_ms }
    }
  },
}
