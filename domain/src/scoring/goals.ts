import { findMethod } from './methods/index.ts'
import { listRules } from './potential.ts'
import { isClosed, sumReachable } from './reachable.ts'
import { countGoalChildren, readGoal, type TaskNode } from './tasks.ts'

/** An objective or category from one team's view, done and closed ones included: progress, points left, and the nearest rival. */
export interface Goal {
  readonly objective_id: number
  readonly state: 'open' | 'later' | 'done' | 'closed'
  /** The team's progress, in parts if it has any. */
  readonly done: number
  readonly of: number
  /** Unfinished parts that are still available; all available parts if their numbers are added up. */
  readonly missing_ids: readonly number[]
  /** The points the team can still earn on it, parts included. */
  readonly points: number
  /** Number of teams that have finished it. */
  readonly finished_teams: number
  /** The unfinished rival closest to completion; `hidden` if teams hide their progress; null: no other team has begun. */
  readonly rival: { readonly team_id: number; readonly missing: number } | 'hidden' | null
  readonly opens_at: number | null
  readonly closes_at: number | null
}

export interface GoalInput {
  readonly team_id: number
  readonly team_ids: readonly number[]
  /** Milliseconds on the event clock. */
  readonly now: number
  /** Milliseconds; after that nothing is open. */
  readonly ends_at: number
  readonly hidesProgress: (objective_id: number) => boolean
}

/** A category without points has no score that could be finished, so its parts decide. */
const isDone = (node: TaskNode, team_id: number): boolean =>
  node.team_score.get(team_id)?.finished === true ||
  (node.children.length > 0 && !addsNumbers(node) && node.children.every((child) => isDone(child, team_id)))

/** Whether the numbers of its children count, which go on after they are finished. */
const addsNumbers = (node: TaskNode): boolean =>
  listRules(node).some(({ scoring_method }) => {
    const method = findMethod(scoring_method)
    return method?.reads === 'children' && method.decided_by === 'value'
  })

const isOpen = (node: TaskNode, { now, ends_at }: GoalInput) =>
  !isClosed(node, now) && now < ends_at && (node.valid_from ?? now) <= now

function findState(node: TaskNode, missing: readonly TaskNode[], input: GoalInput): Goal['state'] {
  if (isDone(node, input.team_id)) return 'done'
  if (isClosed(node, input.now) || input.now >= input.ends_at) return 'closed'
  if ((node.valid_from ?? input.now) > input.now) return 'later'
  return node.children.length > 0 && missing.length === 0 ? 'closed' : 'open'
}

/** Describes an objective, or a category with everything in it, for a team. */
export function describeGoal(node: TaskNode, input: GoalInput): Goal {
  const { team_id, team_ids, now } = input
  const isSet = node.children.length > 0
  const of = isSet ? countGoalChildren(node) : readGoal(node)
  const reached = (id: number) =>
    isSet
      ? Math.min(of, node.children.filter((child) => isDone(child, id)).length)
      : isDone(node, id)
        ? of
        : Math.min(of, Math.max(0, node.team_score.get(id)?.number ?? 0))
  const counts = (child: TaskNode) => addsNumbers(node) || !isDone(child, team_id)
  const missing = node.children.filter((child) => counts(child) && isOpen(child, input))
  const state = findState(node, missing, input)

  let rival: Goal['rival'] = null
  if (!isSet && of > 1 && input.hidesProgress(node.id)) rival = 'hidden'
  else
    for (const id of team_ids) {
      const lacks = of - reached(id)
      if (id === team_id || isDone(node, id) || lacks <= 0 || lacks >= of) continue
      if (rival === null || lacks < rival.missing) rival = { team_id: id, missing: lacks }
    }

  return {
    objective_id: node.id,
    state,
    done: reached(team_id),
    of,
    missing_ids: missing.map(({ id }) => id),
    points: state === 'open' ? sumReachable(node, team_id, now) : 0,
    finished_teams: team_ids.filter((id) => isDone(node, id)).length,
    rival,
    opens_at: node.valid_from,
    closes_at: node.valid_to,
  }
}
