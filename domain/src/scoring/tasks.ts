import type { FinishRule } from '@muster/contract/objectives'
import { countsItems, findKind, isCategory, takesSubmissions } from '../objectives/kinds.ts'
import { countNeededChildren, findMethod, listDecisiveRules, readGoalNumber, readPays } from './methods/index.ts'
import { listRules } from './potential.ts'
import { readOwnReachable, type ReachableNode, sumReachable } from './reachable.ts'

type MapValue<M> = M extends ReadonlyMap<number, infer V> ? V : never

/** The fields of a node that decide whether to work on it. Milliseconds; null = unbounded. */
export interface TaskNode extends ReachableNode {
  readonly id: number
  readonly objective_type: string
  readonly required_number: number
  /** Absent: by all rules. */
  readonly finished_by?: FinishRule | undefined
  readonly valid_from: number | null
  readonly team_score: ReadonlyMap<number, MapValue<ReachableNode['team_score']> & { readonly number: number }>
  readonly children: readonly TaskNode[]
}

/** Something a team can work on: an objective, or a set with missing parts. */
export interface Task {
  readonly objective_id: number
  readonly is_set: boolean
  /** The team's progress; for a set, in parts. */
  readonly done: number
  readonly of: number
  /** The points for finishing it now, and the points if one more rival finishes first. */
  readonly points: number
  readonly points_if_beaten: number
  /** Parts that are missing, the likeliest first. */
  readonly missing_ids: readonly number[]
  /** The unfinished rival closest to completion, if being first pays more. */
  readonly rival: { readonly team_id: number; readonly missing: number } | null
  readonly closes_at: number | null
  /** Sort key of the list: the expected points, increased if a rival is close or time is short. */
  readonly worth: number
}

export interface TaskInput {
  readonly team_id: number
  readonly team_ids: readonly number[]
  /** Milliseconds on the event clock. */
  readonly now: number
  /** The number of a single player in an objective about players, used in place of the team's best; null = not known. */
  readonly readOwnNumber?: (node: TaskNode) => number | null
}

const hour_ms = 3_600_000
/** With this much time left, a closing window adds half as much urgency as at its end. */
const half_time_ms = 2 * hour_ms

const listDecisive = (node: TaskNode) => listDecisiveRules(listRules(node), node.finished_by)
/** The number that finishes an objective, and the number of children that finishes a category. */
export const readGoal = (node: TaskNode): number => readGoalNumber(listDecisive(node), node.required_number)
export const countGoalChildren = (node: TaskNode): number => countNeededChildren(listDecisive(node), node.children.length)

const isOpen = ({ valid_from, valid_to }: TaskNode, now: number) => (valid_from ?? now) <= now && (valid_to ?? now) >= now
const hasParts = (node: TaskNode) => isCategory(node) || node.children.length > 0
/** Found or not found, at any time: such parts of one category are combined into one task. */
const isFind = (node: TaskNode) => !hasParts(node) && readGoal(node) <= 1 && countsItems(node) && node.valid_to === null

const isFinished = (node: TaskNode, team_id: number) => node.team_score.get(team_id)?.finished === true

/**
 * Estimates the probability that a team gets an item it lacks: the more teams have it, the easier it is. With partial progress
 * the estimate is the finished fraction, never 1.
 */
function guessChance(node: TaskNode, input: TaskInput): number {
  const { team_id, team_ids } = input
  const others = team_ids.filter((id) => isFinished(node, id)).length
  const byOthers = (others + 0.5) / (team_ids.length + 1)
  const goal = readGoal(node)
  if (goal <= 1 || takesSubmissions(node)) return byOthers
  const own = findKind(node)?.number_of === 'player' ? (input.readOwnNumber?.(node) ?? null) : null
  const reached = own ?? node.team_score.get(team_id)?.number ?? 0
  return Math.min(0.95, Math.max(byOthers, reached / goal))
}

/** A place whose points are not known in advance is no reason to hurry. */
const paysByPlace = (node: TaskNode): boolean =>
  listRules(node).some(({ scoring_method }) => {
    const method = findMethod(scoring_method)
    return method?.pays === 'by_place' && method.reachable !== null
  })

/** The rival closest to completion; null if no rival has begun, or if being first pays no more. */
function findRival(
  nodes: readonly TaskNode[],
  input: TaskInput,
  readMissing: (team_id: number) => number,
  of: number,
): Task['rival'] {
  if (!nodes.some(paysByPlace)) return null
  let closest: Task['rival'] = null
  for (const team_id of input.team_ids) {
    const missing = readMissing(team_id)
    if (team_id === input.team_id || missing <= 0 || missing >= of) continue
    if (closest === null || missing < closest.missing) closest = { team_id, missing }
  }
  return closest
}

function weigh(task: Omit<Task, 'worth'>, expected: number, now: number): Task {
  const { points, points_if_beaten, rival, of, closes_at } = task
  const loss = points > 0 ? (points - points_if_beaten) / points : 0
  const pressure = rival ? loss * (1 - rival.missing / of) : 0
  const haste = closes_at === null ? 0 : 1 / (1 + Math.max(0, closes_at - now) / half_time_ms)
  return { ...task, worth: expected * (1 + pressure + haste) }
}

function judgeSingle(node: TaskNode, input: TaskInput): Task | null {
  const { team_id, now } = input
  const points = readOwnReachable(node, team_id, now)
  if (points <= 0 || !isOpen(node, now)) return null
  const of = readGoal(node)
  const reached = (id: number) => Math.min(of, node.team_score.get(id)?.number ?? 0)
  const task = {
    objective_id: node.id,
    is_set: false,
    done: reached(team_id),
    of,
    points,
    points_if_beaten: readOwnReachable(node, team_id, now, 1),
    missing_ids: [],
    rival: findRival([node], input, (id) => (isFinished(node, id) ? 0 : of - reached(id)), of),
    closes_at: node.valid_to,
  }
  return weigh(task, points * guessChance(node, input), now)
}

function judgeSet(node: TaskNode, parts: readonly TaskNode[], input: TaskInput): Task | null {
  const { team_id, now } = input
  const missing = parts
    .filter((part) => !isFinished(part, team_id) && isOpen(part, now))
    .map((part) => ({ part, chance: guessChance(part, input), points: sumReachable(part, team_id, now) }))
    .sort((a, b) => b.chance - a.chance)
  const own = readOwnReachable(node, team_id, now)
  const points = missing.reduce((sum, part) => sum + part.points, own)
  if (missing.length === 0 || points <= 0) return null
  const beaten = missing.reduce(
    (sum, { part }) => sum + readOwnReachable(part, team_id, now, 1),
    readOwnReachable(node, team_id, now, 1),
  )
  const countDone = (id: number) => parts.filter((part) => isFinished(part, id)).length
  const done = countDone(team_id)
  // Children that are not required are left over; of a finished set, they still pay for themselves.
  const spare = node.children.length - countGoalChildren(node)
  const of = isFinished(node, team_id) ? parts.length : Math.min(parts.length, Math.max(parts.length - spare, done + 1))
  const lacks = (id: number) => (isFinished(node, id) ? 0 : Math.max(0, of - countDone(id)))
  const task = {
    objective_id: node.id,
    is_set: true,
    done,
    of,
    points,
    points_if_beaten: beaten,
    missing_ids: missing.map(({ part }) => part.id),
    rival: findRival([node], input, lacks, of),
    closes_at: node.valid_to,
  }
  // The points of the whole set are only earned with its last required part.
  const whole = missing.slice(0, of - done).reduce((product, { chance }) => product * chance, 1)
  const isPaidByPart = listRules(node).some((rule) => readPays(rule) === 'per_part')
  const average = missing.reduce((sum, { chance }) => sum + chance, 0) / missing.length
  const expected = missing.reduce((sum, part) => sum + part.points * part.chance, own * (isPaidByPart ? average : whole))
  return weigh(task, expected, now)
}

/**
 * The tasks of a team, the most worthwhile first: by expected points, which increase when a rival is about to take a place and
 * when a window closes. Parts that are only found or not found form one task with their set.
 */
export function listTasks(root: TaskNode, input: TaskInput): Task[] {
  const tasks: (Task | null)[] = []
  const waiting = [root]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (!hasParts(node)) {
      tasks.push(judgeSingle(node, input))
      continue
    }
    if (node !== root && !isOpen(node, input.now)) continue
    const readsChildren = listRules(node).some(({ scoring_method }) => findMethod(scoring_method)?.reads === 'children')
    const timeless = node.children.filter((child) => child.valid_to === null)
    const isOne = readsChildren && timeless.length > 0 && timeless.every((child) => !hasParts(child))
    const parts = isOne ? timeless : node.children.filter(isFind)
    if (parts.length > 1) tasks.push(judgeSet(node, parts, input))
    const together = parts.length > 1 ? new Set(parts) : new Set<TaskNode>()
    waiting.push(...node.children.filter((child) => !together.has(child)))
  }
  return tasks.filter((task) => task !== null).sort((a, b) => b.worth - a.worth || a.objective_id - b.objective_id)
}
