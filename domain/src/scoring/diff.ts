import { noTimestamp, type DiffField, type Score, type ScoreDiff } from '@muster/contract/scores'
import type { ScoringPresetId, UserId } from '@muster/contract/ids'
import { isSameByRule } from './rule-sum.ts'
import type { Scoreboard, ScoreDelta, TeamScore } from './score.ts'
import { isSameScore } from './score-equality.ts'

/** By objective, then team: the order in which changes are numbered. */
export function compareDeltas(a: ScoreDelta, b: ScoreDelta): number {
  return a.objective_id - b.objective_id || a.team_id - b.team_id
}

type TeamScores = ReadonlyMap<number, TeamScore>
const noScores: TeamScores = new Map()

/** Adds the changes of one objective's scores; equal scores produce none. */
export function addDeltas(deltas: ScoreDelta[], objective_id: number, old = noScores, next = noScores): void {
  let kept = 0
  for (const [team_id, after] of next) {
    const before = old.get(team_id) ?? null
    if (before !== null) kept++
    if (!isSameScore(before, after)) deltas.push({ objective_id, team_id, before, after })
  }
  if (old.size === kept) return
  for (const [team_id, before] of old) if (!next.has(team_id)) deltas.push({ objective_id, team_id, before, after: null })
}

/** The changes from the old board to the new one. */
export function diffBoards(before: Scoreboard, after: Scoreboard): ScoreDelta[] {
  const deltas: ScoreDelta[] = []
  for (const objective_id of new Set([...before.keys(), ...after.keys()])) {
    const old = before.get(objective_id)
    const next = after.get(objective_id)
    if (old !== next) addDeltas(deltas, objective_id, old, next)
  }
  return deltas.sort(compareDeltas)
}

const toWireTime = (timestamp: number | null) => (timestamp === null ? noTimestamp : Math.floor(timestamp / 1000))

/** Converts milliseconds to the wire's whole seconds, and an unknown time to the wire's value for "never". */
export function toWireScore(score: TeamScore): Score {
  return {
    points: score.points,
    rank: score.rank,
    number: score.number,
    finished: score.finished,
    timestamp: toWireTime(score.timestamp),
    ...(score.user_id !== null && { user_id: score.user_id as UserId }),
    ...(score.by_rule && {
      by_rule: score.by_rule.map(({ scoring_preset_id, timestamp, ...share }) => ({
        scoring_preset_id: scoring_preset_id as ScoringPresetId,
        ...share,
        timestamp: toWireTime(timestamp),
      })),
    }),
  }
}

/** In wire order. */
const fieldChecks: readonly [DiffField, (a: TeamScore, b: TeamScore) => boolean][] = [
  ['Points', (a, b) => a.points === b.points],
  ['UserId', (a, b) => a.user_id === b.user_id],
  ['Rank', (a, b) => a.rank === b.rank],
  ['Number', (a, b) => a.number === b.number],
  ['Finished', (a, b) => a.finished === b.finished],
  ['Timestamp', (a, b) => a.timestamp === b.timestamp],
  ['ByRule', (a, b) => isSameByRule(a.by_rule, b.by_rule)],
]

/** Names of the fields in which two scores differ. */
export function listChangedFields(before: TeamScore, after: TeamScore): DiffField[] {
  return fieldChecks.filter(([, isSame]) => !isSame(before, after)).map(([field]) => field)
}

/** A viewer's copy of the scores: objective id -> team id -> score, and the number of the last change it contains. */
export interface ReceivedScores {
  readonly sequence: number
  readonly scores: ReadonlyMap<number, ReadonlyMap<number, Score>>
}

export const nothingReceived: ReceivedScores = { sequence: -1, scores: new Map() }

/**
 * Applies messages, in their order of arrival, to a viewer's copy. Entries that it already contains (by `sequence`) are ignored,
 * so a message may arrive twice or overlap a reload, also within one call. Every type except `Removed` sets the score. Returns
 * the same object if nothing changed; unchanged objectives keep their map.
 */
export function applyDiffs(received: ReceivedScores, diffs: readonly ScoreDiff[]): ReceivedScores {
  const changed = new Map<number, Map<number, Score>>()
  let sequence = received.sequence
  for (const diff of diffs) {
    // Diffs of one message may have the same number.
    if (diff.sequence <= received.sequence || diff.sequence < sequence) continue
    sequence = diff.sequence
    let scores = changed.get(diff.objective_id)
    if (scores === undefined) changed.set(diff.objective_id, (scores = new Map(received.scores.get(diff.objective_id))))
    if (diff.diff_type === 'Removed') scores.delete(diff.team_id)
    else scores.set(diff.team_id, diff.score)
  }
  if (changed.size === 0) return received
  const scores = new Map(received.scores)
  for (const [objective_id, teams] of changed) {
    if (teams.size > 0) scores.set(objective_id, teams)
    else scores.delete(objective_id)
  }
  return { sequence, scores }
}

/** The scores of an answer with a complete state, whose entries are not ordered by number. */
export const readState = (entries: readonly ScoreDiff[]): ReceivedScores['scores'] =>
  applyDiffs(
    nothingReceived,
    entries.map((entry) => ({ ...entry, sequence: 0 })),
  ).scores
