import type { EventId, ObjectiveId, TeamId } from '@muster/contract/ids'
import type { ScoreDiff, ScoreHistory } from '@muster/contract/scores'
import { movesPoints, showChange } from '@muster/domain/scoring/recorded-change'
import { isVisible } from '@muster/domain/scoring/visibility'
import type { Db } from '../../db/connect.ts'
import type { Cache } from '../../cache.ts'
import { addStep, type TeamLine, thinLines, toStep } from './history-lines.ts'
import {
  findState,
  findTeamIds,
  listChangesAfter,
  listHiding,
  listScores,
  listSteps,
  type StoredChange,
  toLatest,
} from './store.ts'

export interface Latest {
  readonly sequence: number
  readonly diffs: ScoreDiff[]
}

/** The scores of one event in memory: read whole once, then change by change, so that the cost follows the new changes. */
export interface HeldScores {
  /** A text that differs whenever an answer might; null before the first numbered change. */
  readonly version: string | null
  /** The version as known without a query, if any; a different text after a feed has sent newer changes. */
  readonly known_version: string | undefined
  /** Reads new changes. A caller during a read waits for the next one. */
  renew(): Promise<void>
  /** Adds changes that a feed has read and is about to send: from now on no answer is older. */
  take(changes: readonly StoredChange[], sequence: number): void
  /** All scores that an audience may see. The same object for all audiences with the same view, until a change. */
  listLatest(audience: TeamId | null): Latest
  /** The newest changes that an audience may see, newest first; null if older changes than those in memory are needed. */
  listNewest(audience: TeamId | null, limit: number, only: 'points' | undefined): StoredChange[] | null
  /** When the newest change was scored, ms; 0 before the first. */
  lastChangeTime(): number
  /** See `loadHistory`. */
  loadHistory(audience: TeamId | null, range: { from: number; to: number }): Promise<ScoreHistory>
}

/** Number of newest changes in memory; a reader further behind reads everything. */
const maxRecent = 2000

type Place = Map<TeamId, ScoreDiff>

/** The state at one number. */
interface State {
  sequence: number
  /** The definition that decides which objectives exist and which are hidden. */
  definition: number
  hides: ReadonlyMap<ObjectiveId, boolean>
  readonly scores: Map<ObjectiveId, Place>
  /** Ascending, without gaps up to `sequence`. */
  recent: StoredChange[]
  /** By team, once requested. */
  lines: Map<TeamId, TeamLine> | null
  /** The public view, and the teams that see more; null since the last change. */
  open: { readonly latest: Latest; readonly seeMore: ReadonlySet<TeamId> } | null
}

async function loadState(db: Db, event_id: EventId): Promise<State> {
  // Read before the scores: an edit in between is found by the next look.
  const { definition } = await findState(db, event_id)
  const hides = await listHiding(db, event_id)
  const { sequence, scores: rows } = await listScores(db, event_id)
  const newest = await listChangesAfter(db, event_id, sequence - maxRecent, maxRecent)
  const scores = new Map<ObjectiveId, Place>()
  for (const { diff } of rows) placeOf(scores, diff.objective_id).set(diff.team_id, diff)
  const recent = keepRun(
    newest.filter((change) => change.sequence <= sequence),
    sequence,
  )
  return { sequence, definition, hides, scores, recent, lines: null, open: null }
}

/**
 * The unbroken run of changes up to this number. A restored database skips numbers: changes before the gap belong to another
 * history.
 */
export const keepRun = (changes: readonly StoredChange[], sequence: number): StoredChange[] =>
  changes.filter((change, at) => change.sequence === sequence - (changes.length - 1 - at))

function placeOf(scores: Map<ObjectiveId, Place>, objective_id: ObjectiveId): Place {
  const known = scores.get(objective_id)
  if (known) return known
  const made: Place = new Map()
  scores.set(objective_id, made)
  return made
}

const versionOf = ({ sequence, definition }: State) => (sequence > 0 ? `${sequence} ${definition}` : null)

function addChange(state: State, change: StoredChange): void {
  const diff = toLatest(change)
  if (change.diff_type === 'Removed') state.scores.get(diff.objective_id)?.delete(diff.team_id)
  else placeOf(state.scores, diff.objective_id).set(diff.team_id, diff)
  state.recent.push(change)
  // Seldom, because it copies.
  if (state.recent.length > maxRecent * 2) state.recent = state.recent.slice(-maxRecent)
  state.sequence = change.sequence
  state.open = null
  if (state.lines) addStep(state.lines, toStep(change))
}

function* listPlaces({ scores, hides }: State): Generator<{ diff: ScoreDiff; hidden: boolean }> {
  for (const [objective_id, place] of [...scores].sort(([a], [b]) => a - b)) {
    const hidden = hides.get(objective_id)
    // The objective was just deleted; its scores follow.
    if (hidden === undefined) continue
    for (const diff of [...place.values()].sort((a, b) => a.team_id - b.team_id)) yield { diff, hidden }
  }
}

function listVisible(state: State, audience: TeamId | null): Latest {
  const diffs: ScoreDiff[] = []
  for (const { diff, hidden } of listPlaces(state)) if (isVisible(audience, diff.team_id, diff.score, hidden)) diffs.push(diff)
  return { sequence: state.sequence, diffs }
}

function openScores(state: State): NonNullable<State['open']> {
  const seeMore = new Set<TeamId>()
  for (const { diff, hidden } of listPlaces(state))
    if (!isVisible(null, diff.team_id, diff.score, hidden)) seeMore.add(diff.team_id)
  return { latest: listVisible(state, null), seeMore }
}

const isSame = (a: StoredChange | undefined, b: StoredChange | undefined) =>
  a?.sequence === b?.sequence &&
  a?.changed_at.getTime() === b?.changed_at.getTime() &&
  a?.objective_id === b?.objective_id &&
  a?.team_id === b?.team_id

/** The scores of this process; the same object for all callers of an event. */
export function holdScores(
  { db, caches }: { readonly db: Db; readonly caches: { readonly scores: Cache<EventId, HeldScores> } },
  event_id: EventId,
): HeldScores {
  const known = caches.scores.get(event_id)
  if (known) return known
  const held = createHeldScores(db, event_id)
  caches.scores.set(event_id, held)
  return held
}

function createHeldScores(db: Db, event_id: EventId): HeldScores {
  let state: State | null = null
  /** The newest number sent to any viewer. */
  let told = 0

  const get = (): State => {
    if (!state) throw new Error(`the scores of event ${event_id} are not loaded`)
    return state
  }

  /** @returns whether the state now equals that of the database a moment ago; otherwise it has to be read whole */
  async function catchUp(held: State, sequence: number): Promise<boolean> {
    if (sequence < held.sequence) return false
    if (sequence === held.sequence) return true
    // Starts at the last known change: in a restored database that number belongs to another change, or to none.
    const changes = await listChangesAfter(db, event_id, held.sequence - 1, maxRecent)
    // A feed may have been faster.
    const last = changes.findIndex((change) => isSame(change, held.recent.at(-1)))
    const added = changes.slice(last + 1)
    if (last < 0 || added.length === maxRecent - 1 || keepRun(added, held.sequence + added.length).length < added.length)
      return false
    for (const change of added) addChange(held, change)
    return true
  }

  async function look(): Promise<void> {
    do {
      const expected = told
      const { sequence, definition } = await findState(db, event_id)
      // A restored database: numbers sent before are meaningless.
      if (sequence < expected) told = sequence
      // Before the first numbered change there is no starting point.
      if (!state || sequence === 0 || !(await catchUp(state, sequence))) state = await loadState(db, event_id)
      else if (state.definition !== definition) {
        state.hides = await listHiding(db, event_id)
        state.definition = definition
        state.open = null
      }
    } while (state.sequence < told)
  }

  let running: Promise<void> | null = null
  let next: Promise<void> | null = null
  function begin(): Promise<void> {
    next = null
    const begun = look().finally(() => {
      if (running === begun) running = null
    })
    running = begun
    return begun
  }

  let opening: Promise<Map<TeamId, TeamLine>> | null = null
  async function openLines(): Promise<Map<TeamId, TeamLine>> {
    for (;;) {
      const held = get()
      if (held.lines) return held.lines
      const { sequence } = held
      const steps = await listSteps(db, event_id, sequence)
      const missed = held.recent.filter((change) => change.sequence > sequence)
      // During the read the state was replaced, or so much was scored that some changes are no longer in memory.
      if (held !== state || missed.length !== held.sequence - sequence) continue
      const lines = new Map<TeamId, TeamLine>()
      for (const step of steps) addStep(lines, step)
      for (const change of missed) addStep(lines, toStep(change))
      held.lines = lines
    }
  }

  return {
    get version() {
      return state && versionOf(state)
    },
    get known_version() {
      if (told > (state?.sequence ?? 0)) return `told ${told}`
      return (state && versionOf(state)) ?? undefined
    },
    renew() {
      if (next) return next
      if (!running) return begin()
      next = running.then(begin, begin)
      return next
    },
    take(changes, sequence) {
      told = Math.max(told, sequence)
      for (const change of changes) if (state && change.sequence === state.sequence + 1) addChange(state, change)
    },
    listLatest(audience) {
      const held = get()
      held.open ??= openScores(held)
      return audience !== null && held.open.seeMore.has(audience) ? listVisible(held, audience) : held.open.latest
    },
    listNewest(audience, limit, only) {
      const { recent, sequence } = get()
      const found: StoredChange[] = []
      for (let at = recent.length - 1; at >= 0 && found.length < limit; at--) {
        const change = recent[at] as StoredChange
        const isListed = only === 'points' ? movesPoints(change, audience) !== 0 : showChange(change, audience) !== null
        if (isListed) found.push(change)
      }
      return found.length === limit || recent.length === sequence ? found : null
    },
    lastChangeTime: () => get().recent.at(-1)?.changed_at.getTime() ?? 0,
    async loadHistory(audience, range) {
      opening ??= openLines().finally(() => (opening = null))
      const [lines, team_ids] = [await opening, await findTeamIds(db, event_id)]
      return { ...range, teams: thinLines(lines, team_ids, audience, range) }
    },
  }
}
