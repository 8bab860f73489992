import type { AdjustmentKind } from '@muster/contract/receipts'
import type { PresetDefinition } from '../../objectives/definition.ts'
import type { Result } from '../aggregations/tally.ts'
import { payPlace } from '../points.ts'
import type { Receipt } from '../receipt.ts'
import type { TeamScore } from '../score.ts'
import { fillRow } from '../team-row.ts'

/** How far one child is for one team, before its parent has added or taken anything. */
export interface Completion extends Result {
  /** The child's own points. */
  readonly points: number
}

export interface ChildProgress {
  readonly objective_id: number
  /** By team position. */
  readonly completions: readonly Completion[]
}

/** What a parent does to a child's points. Nobody edits the child's own score; the roll-up adds these to it. */
export interface Adjustment {
  /** Position of the child within `children`, and of the team. */
  readonly child: number
  readonly team: number
  /** 1 for the child that the team finished first. */
  readonly place: number
  /** To add; a bingo takes the child's own points away again. */
  readonly points: number
}

/** What a method needs of a preset. */
export type Terms = Pick<PresetDefinition, 'points' | 'point_cap'>

export interface AwardInput {
  readonly preset: Terms
  readonly team_count: number
  /** The node's own aggregated results, by team position. */
  readonly results: readonly (Result | null)[]
  readonly children: readonly ChildProgress[]
}

export interface Award {
  /** By team position; null: this team has no score here. */
  readonly scores: readonly (TeamScore | null)[]
  readonly adjustments: readonly Adjustment[]
}

export interface PotentialInput {
  readonly preset: Terms
  readonly points: number
  readonly finished: boolean
  /** Teams that have finished this node. */
  readonly finished_teams: number
  /** Direct children that have no children themselves. */
  readonly leaf_children: number
}

/** One team on a node that is still open, with how far its direct children are for this team. */
export interface ReachInput extends Omit<PotentialInput, 'leaf_children'> {
  readonly finished_children: number
  /** Unfinished and still open. */
  readonly open_children: number
  /** Closed before this team finished them. */
  readonly lost_children: number
}

/**
 * What the values of a preset's list are paid for. `fixed`: the first one to every team that finishes. `by_place`: one per
 * place. `by_value`: the first one for each that is counted. `per_part`: one per finished child, on top of what the child pays.
 */
export type Pays = 'fixed' | 'by_place' | 'by_value' | 'per_part'

/** What a method does to the points of a team's finished children. */
export interface ChildRule {
  readonly kind: AdjustmentKind
  /** One sentence for the child's receipt. */
  explain(adjustment: Pick<Adjustment, 'place' | 'points'>, parent_name: string): string
}

/** A team's score on one node, as its receipt has it. */
export type OwnScore = Pick<Receipt, 'number' | 'required_number' | 'finished' | 'rank' | 'own_points' | 'children'>

/** Everything that anybody needs to know of a method: no other file asks for one by its name. */
export interface MethodRow {
  readonly label: string
  /** One sentence for organisers and players. */
  readonly help: string
  readonly pays: Pays
  /** Scores from the node's own results, or from its children. */
  readonly reads: 'results' | 'children'
  /**
   * What of a result makes the points: whether and when it was finished, or the number itself. Pages show a number that
   * decides; a guild log, which knows one moment of one item, names the finder only where none does.
   */
  readonly decided_by: 'completion' | 'value'
  /** null: children keep their own points, no more and no less. */
  readonly adjusts: ChildRule | null
  award(input: AwardInput): Award
  /** The specification's potential points of this node alone: what it pays a team at best, earned or not, open or closed. */
  potential(input: PotentialInput): number
  /** Still possible: what a team can add on this node alone; null: nobody can say beforehand, so it counts as nothing. */
  readonly reachable: ((input: ReachInput) => number) | null
  /** One sentence for the receipt: what the team has, and what that pays. */
  explain(score: OwnScore): string
}

/** Orders moments; an unknown one comes last. */
export function compareTimes(a: number | null, b: number | null): number {
  if (a === b) return 0
  return (a ?? Infinity) < (b ?? Infinity) ? -1 : 1
}

export interface Contender {
  readonly team: number
  readonly number: number
  readonly timestamp: number | null
}

/**
 * Dense places: contenders that compare as equal share one, the next follows directly (1, 1, 2, 3).
 * Returns the place by team position; 0 for teams that do not contend.
 */
export function rankDensely(
  contenders: readonly Contender[],
  team_count: number,
  compare: (a: Contender, b: Contender) => number,
): number[] {
  const places = fillRow(team_count, 0)
  let place = 0
  let before: Contender | null = null
  for (const contender of contenders.toSorted(compare)) {
    if (before === null || compare(before, contender) !== 0) place++
    places[contender.team] = place
    before = contender
  }
  return places
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

/** The team's own points once it has finished; before that what the next place pays. */
export function readNextPlace({ preset, points, finished, finished_teams }: Omit<PotentialInput, 'leaf_children'>): number {
  return finished ? points : payPlace(preset.points, finished_teams)
}
