import { findCounts } from '../../scoring/aggregations/counts.ts'
import { findMethod } from '../../scoring/methods/index.ts'
import { findScorer } from '../../scoring/methods/scorers.ts'
import { methodTexts } from '../../scoring/methods/texts.ts'
import type { ChildProgress, Completion, Pays, Scorer } from '../../scoring/methods/method.ts'
import type { EventDefinition, ObjectiveDefinition, PresetDefinition } from '../definition.ts'
import { isCategory } from '../kinds.ts'
import { listPresetIds } from '../preset-ids.ts'
import type { TreeNode } from '../tree.ts'
import { type Finding, countOf, say } from './finding.ts'

type Node = TreeNode<ObjectiveDefinition>

/** All children finished by all teams, one team after the other: the maximum input of a method. */
function finishAll(children: readonly Node[], teams: number): ChildProgress[] {
  return children.map(({ item: { id, cell } }, child) => ({
    objective_id: id,
    cell,
    completions: Array.from({ length: teams }, (_, team): Completion => {
      return { number: 1, timestamp: child * teams + team, user_id: null, finished: true, points: 0 }
    }),
  }))
}

/** At this number the smallest value that an organiser enters pays a point. */
const hugeNumber = 1_000_000_000

/** Whether a preset can pay any team for this objective. */
function canPay(method: Scorer, preset: PresetDefinition, { item, children }: Node, teams: number): boolean {
  const progress = finishAll(children, teams)
  const pays = (number: number, finishers: number) => {
    const result = { number, user_id: null, finished: true }
    const { scores, adjustments } = method.award({
      preset,
      team_count: teams,
      results: Array.from({ length: teams }, (_, team) => (team < finishers ? { ...result, timestamp: team } : null)),
      children: progress,
    })
    return scores.some((score) => score !== null && score.points !== 0) || adjustments.some(({ points }) => points !== 0)
  }
  const required = Math.max(1, item.required_number)
  if (Array.from({ length: teams }, (_, ahead) => ahead + 1).some((finishers) => pays(required, finishers))) return true
  if (method.decided_by !== 'value') return false
  // Any number can pay. Probed: thresholds, one far beyond the list, and the last number before each value that takes points away.
  const { points, parameters } = preset
  if (parameters?.thresholds?.some((number) => pays(number, 1))) return true
  return pays(hugeNumber, 1) || points.some((value, at) => value > 0 && (points[at + 1] ?? 0) <= 0 && pays(at + 1, 1))
}

/** Whether finishing an objective matters to one of its ancestor categories. */
function isPartOfPay({ parent }: Node, presets: ReadonlyMap<number, PresetDefinition>): boolean {
  for (let at = parent; at !== null; at = at.parent) {
    const methods = listPresetIds(at.item).map((id) => findMethod(presets.get(id)?.scoring_method ?? ''))
    if (methods.some((method) => method?.reads === 'children')) return true
  }
  return false
}

function* reviewNode(node: Node, teams: number, presets: ReadonlyMap<number, PresetDefinition>): Generator<Finding> {
  const { item, children } = node
  const hasParts = isCategory(item)
  const place = { objective_id: item.id, preset_id: item.scoring_preset_id }
  if (hasParts && children.length === 0) {
    // The root of a new event is empty, which needs no warning.
    if (node.parent !== null) yield { ...place, code: 'empty_category', severity: 'warning', sentence: say`${item} is empty.` }
    return
  }
  const ids = listPresetIds(item)
  for (const [at, id] of ids.entries()) {
    const preset = presets.get(id)
    const method = preset && findScorer(preset.scoring_method)
    const which = ids.length > 1 ? ` by rule ${at + 1} of ${ids.length}` : ''
    if (method) yield* reviewRule(node, preset, method, { teams, which })
  }
  if (!hasParts && ids.length === 0 && !isPartOfPay(node, presets)) {
    const sentence = say`${item} pays nothing: it has no scoring preset, and no category above it pays for its parts.`
    yield { ...place, code: 'pays_nothing', severity: 'warning', sentence }
  }
}

/** @param which the name of the rule, for an objective with several */
function* reviewRule(
  node: Node,
  preset: PresetDefinition,
  method: Scorer,
  { teams, which }: { readonly teams: number; readonly which: string },
): Generator<Finding> {
  const { item, children } = node
  const { label } = methodTexts[preset.scoring_method]
  const place = { objective_id: item.id, preset_id: preset.id }
  if (method.reads === 'children' && children.length === 0) {
    const sentence = say`${item} has the preset of a category ("${label}"), but no objectives below it.`
    yield { ...place, code: 'cannot_pay', severity: 'error', sentence }
  } else if (method.needs !== null && method.needs(preset, children.length) > children.length) {
    const needed = method.needs(preset, children.length)
    const sentence = say`${item} is never finished: it requires ${needed} finished parts, and has ${children.length}.`
    yield { ...place, code: 'never_finished', severity: 'error', sentence }
  } else if (!canPay(method, preset, node, teams)) {
    const parts = method.reads === 'children' ? ` with ${countOf(children.length, 'part', 'parts')}` : ''
    const sentence = say`${item} pays no team${which}: "${label}" cannot pay here${parts}.`
    yield { ...place, code: 'cannot_pay', severity: 'error', sentence }
  } else if (method.pays === 'per_part' && hasMore(preset.points, children.length)) {
    const sentence = say`${item} has ${countOf(children.length, 'part', 'parts')}, but ${preset.points.length} values to pay for parts.`
    yield { ...place, code: 'unreachable_points', severity: 'warning', sentence }
  }
  const last = preset.parameters?.thresholds?.at(-1) ?? 0
  if (findCounts(item.aggregation) === 'first' && last > item.required_number) {
    const sentence = say`${item} stops counting at ${item.required_number}, but its last threshold is ${last}: require ${last}.`
    yield { ...place, code: 'unreachable_points', severity: 'warning', sentence }
  }
}

/** Whether a list has values after the first `reachable` ones that differ from the last of them. */
function hasMore(points: readonly number[], reachable: number): boolean {
  if (reachable === 0 || points.length <= reachable) return false
  return points.slice(reachable).some((value) => value !== points[reachable - 1])
}

/** A list of points has at most one value per team, in the words of its finding. */
const perTeam = new Map<Pays | null, string>([
  ['by_place', 'places'],
  ['by_finishers', 'finishers'],
])

/** Objectives that pay nothing, and points that no team can get. */
export function* reviewPay(nodes: readonly Node[], definition: EventDefinition): Generator<Finding> {
  const presets = new Map(definition.presets.map((preset) => [preset.id, preset]))
  const teams = Math.max(1, definition.team_ids.length)
  for (const node of nodes) yield* reviewNode(node, teams, presets)
  const used = new Set(nodes.flatMap(({ item }) => listPresetIds(item)))
  for (const preset of definition.presets) {
    const places = perTeam.get(findMethod(preset.scoring_method)?.pays ?? null)
    // Before teams are created, the number of places is unknown.
    if (!places || !used.has(preset.id) || definition.team_ids.length === 0) continue
    if (!hasMore(preset.points, teams)) continue
    yield {
      code: 'unreachable_points',
      severity: 'warning',
      objective_id: null,
      preset_id: preset.id,
      sentence: say`A preset has points for ${preset.points.length} ${places}, but there are ${countOf(teams, 'team', 'teams')}.`,
    }
  }
}
