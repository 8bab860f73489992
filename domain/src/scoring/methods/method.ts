import type { ParameterName } from '@muster/contract/preset-parameters'
import type { AdjustmentKind } from '@muster/contract/receipts'
import type { PresetDefinition } from '../../objectives/definition.ts'
import type { Cell } from '../../objectives/layout.ts'
import type { Result } from '../aggregations/tally.ts'
import { payPlace } from '../points.ts'
import type { Receipt } from '../receipt.ts'
import type { TeamScore } from '../score.ts'
import { fillRow } from '../team-row.ts'

/** One team's progress on one child, before the parent's adjustment. */
export interface Completion extends Result {
  /** The child's own points. */
  readonly points: number
}

export interface ChildProgress {
  readonly objective_id: number
  /** Its place on a board; absent or null: by its position among the children. */
  readonly cell?: Cell | null
  /** By team position. */
  readonly completions: readonly Completion[]
}

/** The change that a parent makes to a child's points. The child's own score is not edited; the roll-up adds these points. */
export interface Adjustment {
  /** Position of the child within `children`, and of the team. */
  readonly child: number
  readonly team: number
  /** 1 for the child that the team finished first. */
  readonly place: number
  /** Points to add; negative if a bingo removes the child's own points. */
  readonly points: number
}

/** The fields of a preset that a method needs. */
export type Terms = Pick<PresetDefinition, 'points' | 'point_cap' | 'parameters'>

export interface AwardInput {
  readonly preset: Terms
  readonly team_count: number
  /** The node's own aggregated results, by team position. */
  readonly results: readonly (Result | null)[]
  readonly children: readonly ChildProgress[]
}

export interface Award {
  /** By team position; null: the team has no score here. */
  readonly scores: readonly (TeamScore | null)[]
  readonly adjustments: readonly Adjustment[]
}

export interface PotentialInput {
  readonly preset: Terms
  readonly points: number
  readonly finished: boolean
  /** Number of teams that have finished this node. */
  readonly finished_teams: number
  /** Number of direct children without children of their own. */
  readonly leaf_children: number
}

/** One team on an open node, with its progress on the direct children. */
export interface ReachInput extends Omit<PotentialInput, 'leaf_children'> {
  readonly finished_children: number
  /** Unfinished and still open. */
  readonly open_children: number
  /** Closed before this team finished them. */
  readonly lost_children: number
  /** Not closed, finished or not. */
  readonly running_children: number
}

/**
 * The basis on which the values of a preset's list are paid. `fixed`: the first one to every team that finishes. `by_place`: one per
 * place. `by_value`: the first one for each unit counted. `by_unit`: one per unit counted. `by_threshold`: one for the highest
 * threshold reached. `by_finishers`: one for all, by the number of teams that have finished. `per_part`: one per finished child, in
 * addition to the child's own points.
 */
export type Pays = 'fixed' | 'by_place' | 'by_value' | 'by_unit' | 'by_threshold' | 'by_finishers' | 'per_part'

/** A team's score on one node, as in its receipt. */
export type OwnScore = Pick<Receipt, 'number' | 'required_number' | 'finished' | 'rank' | 'own_points' | 'children'> &
  Pick<PotentialInput, 'finished_teams' | 'preset'>

/** A method as pages need it: what it pays for, and what is still possible. */
export interface MethodRow {
  readonly pays: Pays
  /** The parameters that a preset may or must have. */
  readonly takes: Readonly<Partial<Record<ParameterName, 'optional' | 'required'>>>
  /** Whether it scores the node's own results or its children. */
  readonly reads: 'results' | 'children'
  /** The number of finished children that finishes a category with this many children; null: no number of them finishes it. */
  readonly needs: ((preset: Terms, children: number) => number) | null
  /**
   * The part of a result that decides the points: whether and when it was finished, or the number itself. Pages show a number
   * that decides. Guild logs know one time of one item, so they only name the finder if no number decides.
   */
  readonly decided_by: 'completion' | 'value'
  /** The method's effect on the points of a team's finished children; null: they keep their own points. */
  readonly adjusts: AdjustmentKind | null
  /** The specification's potential points of this node alone: the most it pays a team, earned or not, open or closed. */
  potential(input: PotentialInput): number
  /** Still possible: the points a team can still earn on this node alone; null: not known in advance, so it counts as 0. */
  readonly reachable: ((input: ReachInput) => number) | null
}

/**
 * The complete definition of a method; no other file refers to methods by name. Pages load neither awards nor sentences of
 * receipts.
 */
export interface Scorer extends MethodRow {
  award(input: AwardInput): Award
  /** One sentence for the receipt: the team's result, and the points for it. */
  explain(score: OwnScore): string
  /** One sentence for the receipt of an adjusted child. */
  explainAdjustment?(adjustment: Pick<Adjustment, 'place' | 'points'>, parent_name: string): string
}

/** Orders times; an unknown time comes last. */
export function compareTimes(a: number | null, b: number | null): number {
  if (a === b) return 0
  return (a ?? Infinity) < (b ?? Infinity) ? -1 : 1
}

/**
 * Dense ranks: equal entries share one, the next follows directly (1, 1, 2, 3). Returns the rank by position; 0 for entries that are
 * not ranked.
 */
export function rankDensely<T>(
  row: readonly (T | null)[],
  isRanked: (entry: T) => boolean,
  compare: (a: T, b: T) => number,
): number[] {
  const ranks = fillRow(row.length, 0)
  const compareAt = (a: number, b: number) => compare(row[a] as T, row[b] as T)
  const order: number[] = []
  for (let at = 0; at < row.length; at++) {
    const entry = row[at] ?? null
    if (entry !== null && isRanked(entry)) order.push(at)
  }
  let rank = 0
  let before: number | null = null
  for (const at of order.sort(compareAt)) {
    if (before === null || compareAt(before, at) !== 0) rank++
    ranks[at] = rank
    before = at
  }
  return ranks
}

type Comparison = (a: Result, b: Result) => number

export const byTime: Comparison = (a, b) => compareTimes(a.timestamp, b.timestamp)
export const byNumber: Comparison = (a, b) => b.number - a.number || byTime(a, b)

/** The award of a list of points by place: teams that are not ranked have a number, 0 points and no place. */
export function awardPlaces(
  row: readonly (Result | null)[],
  points: readonly number[],
  isRanked: (result: Result) => boolean,
  compare: Comparison,
): Award {
  const ranks = rankDensely(row, isRanked, compare)
  const scores = row.map((result, team) => {
    const rank = ranks[team] ?? 0
    return result && { ...result, rank, points: rank === 0 ? 0 : payPlace(points, rank - 1) }
  })
  return { scores, adjustments: [] }
}

export interface FinishedChild {
  readonly child: number
  readonly completion: Completion
}

/** A team's finished children in a total order: time, then objective id. */
export function listFinished(children: readonly ChildProgress[], team: number): FinishedChild[] {
  const finished: (FinishedChild & { objective_id: number })[] = []
  for (const [child, { objective_id, completions }] of children.entries()) {
    const completion = completions[team]
    if (completion?.finished) finished.push({ child, completion, objective_id })
  }
  return finished.sort((a, b) => compareTimes(a.completion.timestamp, b.completion.timestamp) || a.objective_id - b.objective_id)
}

/** The team's own points once it has finished; before that the value of the next place. */
export function readNextPlace({ preset, points, finished, finished_teams }: Omit<PotentialInput, 'leaf_children'>): number {
  return finished ? points : payPlace(preset.points, finished_teams)
}
