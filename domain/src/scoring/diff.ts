import { noTimestamp, type DiffField, type Score } from '@muster/contract/scores'
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
