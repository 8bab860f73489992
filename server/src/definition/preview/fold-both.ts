import { isDeepStrictEqual } from 'node:util'
import type { EventDefinition, ObjectiveDefinition, PresetDefinition } from '@muster/domain/objectives/definition'
import { listPresetIds } from '@muster/domain/objectives/preset-ids'
import type { Fact } from '@muster/domain/scoring/ledger'
import { type Folded, foldOverTime, type Totals } from './fold-over-time.ts'

/** A definition with the facts that count under it. */
export interface Side {
  readonly definition: EventDefinition
  readonly facts: readonly Fact[]
}

/**
 * Folds both sides of a change. Branches below the root that are equal on both sides, facts included, are folded once: most edits
 * touch one branch, and folding takes most of the time of a preview. The scores of a branch depend on nothing outside it if the
 * root has no preset; otherwise everything is folded twice.
 */
export function foldBoth(now: Side, then: Side, moments: readonly number[], at: number): { before: Folded; after: Folded } {
  const fold = ({ definition, facts }: Side) => foldOverTime(definition, facts, moments, at)
  const [old, next] = [listBranches(now), listBranches(then)]
  const same = new Set([...old].filter(([id, branch]) => isSameBranch(branch, next.get(id))).map(([id]) => id))
  if (same.size === 0 || !isSameFrame(now.definition, then.definition)) return { before: fold(now), after: fold(then) }
  const inSame = new Set([...same].flatMap((id) => old.get(id)?.objectives.map((one) => one.id) ?? []))
  const shared = fold(keep(now, (id) => inSame.has(id)))
  const other = (side: Side) => join(shared, fold(keep(side, (id) => !inSame.has(id))))
  return { before: other(now), after: other(then) }
}

interface Branch {
  readonly objectives: ObjectiveDefinition[]
  /** Presets of its objectives, in the same order. */
  readonly presets: (readonly PresetDefinition[])[]
  readonly facts: Fact[]
}

/** Branches by the id of the root's child. Objectives outside these are in no branch. */
function listBranches({ definition, facts }: Side): Map<number, Branch> {
  const by_id = new Map(definition.objectives.map((one) => [one.id, one]))
  const branches = new Map<number, Branch>()
  const branchOf = new Map<number, Branch>()
  for (const objective of definition.objectives) {
    const id = findBranch(objective, by_id)
    if (id === null) continue
    const branch = branches.get(id) ?? { objectives: [], presets: [], facts: [] }
    branches.set(id, branch)
    branch.objectives.push(objective)
    const ids = listPresetIds(objective)
    branch.presets.push(definition.presets.filter(({ id }) => ids.includes(id)))
    branchOf.set(objective.id, branch)
  }
  for (const fact of facts) branchOf.get(fact.objective_id)?.facts.push(fact)
  return branches
}

/** The root's child above an objective, or the objective itself; null for the root, and for objectives that are not below it. */
function findBranch(start: ObjectiveDefinition, by_id: ReadonlyMap<number, ObjectiveDefinition>): number | null {
  let at = start
  for (let steps = 0; steps < by_id.size; steps++) {
    const above = at.parent_id === null ? undefined : by_id.get(at.parent_id)
    if (above === undefined) return null
    if (above.parent_id === null) return at.id
    at = above
  }
  return null
}

function isSameBranch(a: Branch, b: Branch | undefined): boolean {
  return (
    b !== undefined &&
    a.facts.length === b.facts.length &&
    a.facts.every(({ sequence }, place) => sequence === b.facts[place]?.sequence) &&
    isDeepStrictEqual([a.objectives, a.presets], [b.objectives, b.presets])
  )
}

/** Whether everything shared by several branches is equal, and no branch affects another. */
function isSameFrame(a: EventDefinition, b: EventDefinition): boolean {
  const frame = ({ objectives, presets: _, ...rest }: EventDefinition) => [rest, objectives.filter(isRoot)]
  const roots = a.objectives.filter(isRoot)
  return (
    roots.length === 1 &&
    roots[0] !== undefined &&
    listPresetIds(roots[0]).length === 0 &&
    isUnique(a) &&
    isUnique(b) &&
    isDeepStrictEqual(frame(a), frame(b))
  )
}

const isRoot = ({ parent_id }: ObjectiveDefinition) => parent_id === null
const isUnique = ({ objectives }: EventDefinition) => new Set(objectives.map(({ id }) => id)).size === objectives.length

function keep({ definition, facts }: Side, isKept: (id: number) => boolean): Side {
  const objectives = definition.objectives.filter((one) => isRoot(one) || isKept(one.id))
  return { definition: { ...definition, objectives }, facts: facts.filter(({ objective_id }) => isKept(objective_id)) }
}

/** Combines the results for two parts of an event. */
function join(a: Folded, b: Folded): Folded {
  const add = (one: Totals, other: Totals) => {
    const sum = new Map(one)
    for (const [team_id, points] of other) sum.set(team_id, (sum.get(team_id) ?? 0) + points)
    return sum
  }
  return {
    board: new Map([...a.board, ...b.board]),
    totals: a.totals.map((one, place) => add(one, b.totals[place] ?? new Map())),
  }
}
