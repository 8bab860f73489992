import { countsItems, findKind, isCategory, takesSubmissions } from '../objectives/kinds.ts'
import { findMethod, readPays } from './methods/index.ts'
import { readOwnReachable, type ReachableNode, sumReachable } from './reachable.ts'

/** A node of the tree as far as it can be worked on. Milliseconds; null = no such bound. */
export interface TaskNode extends ReachableNode {
  readonly id: number
  readonly objective_type: string
  readonly required_number: number
  readonly valid_from: number | null
  readonly team_score: ReadonlyMap<number, { readonly points: number; readonly finished: boolean; readonly number: number }>
  readonly children: readonly TaskNode[]
}

/** Something a team can work on: an objective, or a set of which parts are missing. */
export interface Task {
  readonly objective_id: number
  readonly is_set: boolean
  /** How far the team is; for a set, parts. */
  readonly done: number
  readonly of: number
  /** What finishing it pays from here on, and what is left of that when one more rival is first. */
  readonly points: number
  readonly points_if_beaten: number
  /** Parts that are missing, the likeliest first. */
  readonly missing_ids: readonly number[]
  /** The unfinished rival that is closest, where being first pays more. */
  readonly rival: { readonly team_id: number; readonly missing: number } | null
  readonly closes_at: number | null
  /** What the list is ordered by: points to be expected, more where a rival is close or time is short. */
  readonly worth: number
}

export interface TaskInput {
  readonly team_id: number
  readonly team_ids: readonly number[]
  /** Milliseconds on the event clock. */
  readonly now: number
  /** What one player has reached in an objective about players, in place of the team's best; null = not known. */
  readonly readOwnNumber?: (node: TaskNode) => number | null
}

const hour_ms = 3_600_000
/** With this much time left the pressure of a window is half of what it is at its end. */
const half_time_ms = 2 * hour_ms

const isOpen = ({ valid_from, valid_to }: TaskNode, now: number) => (valid_from ?? now) <= now && (valid_to ?? now) >= now
const hasParts = (node: TaskNode) => isCategory(node) || node.children.length > 0
/** Found or not found, at any time: such parts of one category are worked on together. */
const isFind = (node: TaskNode) => !hasParts(node) && node.required_number <= 1 && countsItems(node) && node.valid_to === null

const isFinished = (node: TaskNode, team_id: number) => node.team_score.get(team_id)?.finished === true

/**
 * How likely it is that a team gets something it does not have: the more teams have it, the easier it is. Who is on the way
 * is as near as its number says, never sure.
 */
function guessChance(node: TaskNode, input: TaskInput): number {
  const { team_id, team_ids } = input
  const others = team_ids.filter((id) => isFinished(node, id)).length
  const byOthers = (others + 0.5) / (team_ids.length + 1)
  if (node.required_number <= 1 || takesSubmissions(node)) return byOthers
  const own = findKind(node)?.number_of === 'player' ? (input.readOwnNumber?.(node) ?? null) : null
  const reached = own ?? node.team_score.get(team_id)?.number ?? 0
  return Math.min(0.95, Math.max(byOthers, reached / node.required_number))
}

/** A place whose points nobody can name beforehand is no reason to hurry. */
const paysByPlace = ({ scoring_preset }: TaskNode): boolean => {
  const method = scoring_preset && findMethod(scoring_preset.scoring_method)
  return method?.pays === 'by_place' && method.reachable !== null
}

/** The rival that lacks least; null where nobody is on the way, or where being first pays nothing more. */
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
  const of = Math.max(1, node.required_number)
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
  const lacks = (id: number) => (isFinished(node, id) ? 0 : parts.filter((part) => !isFinished(part, id)).length)
  const task = {
    objective_id: node.id,
    is_set: true,
    done: parts.length - parts.filter((part) => !isFinished(part, team_id)).length,
    of: parts.length,
    points,
    points_if_beaten: beaten,
    missing_ids: missing.map(({ part }) => part.id),
    rival: findRival([node], input, lacks, parts.length),
    closes_at: node.valid_to,
  }
  // What the whole set pays is only had with its last part.
  const whole = missing.reduce((product, { chance }) => product * chance, 1)
  const isPaidByPart = readPays(node.scoring_preset) === 'per_part'
  const average = missing.reduce((sum, { chance }) => sum + chance, 0) / missing.length
  const expected = missing.reduce((sum, part) => sum + part.points * part.chance, own * (isPaidByPart ? average : whole))
  return weigh(task, expected, now)
}

/**
 * What a team can work on, the most worthwhile first: by the points that can be expected of it, which rise where a rival
 * is about to take a place and where a window closes. Parts that are only found or not are one task with their set.
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
    const method = node.scoring_preset && findMethod(node.scoring_preset.scoring_method)
    const timeless = node.children.filter((child) => child.valid_to === null)
    const isOne = method?.reads === 'children' && timeless.length > 0 && timeless.every((child) => !hasParts(child))
    const parts = isOne ? timeless : node.children.filter(isFind)
    if (parts.length > 1) tasks.push(judgeSet(node, parts, input))
    const together = parts.length > 1 ? new Set(parts) : new Set<TaskNode>()
    waiting.push(...node.children.filter((child) => !together.has(child)))
  }
  return tasks.filter((task) => task !== null).sort((a, b) => b.worth - a.worth || a.objective_id - b.objective_id)
}
