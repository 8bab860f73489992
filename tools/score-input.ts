import type { OfflineObjective, OfflineRules } from '@muster/contract/offline'
import type { ConditionDefinition, ObjectiveDefinition, PresetDefinition } from '@muster/domain/objectives/definition'
import { isCategory } from '@muster/domain/objectives/kinds'
import { readExtra } from '@muster/domain/objectives/layout'
import { listPresetProblems } from '@muster/domain/objectives/preset-parameters'
import { buildTree } from '@muster/domain/objectives/tree'
import { defaultAggregation } from '@muster/domain/scoring/aggregations/index'

/** Input that cannot be scored; the message is one line for its author. */
export class BadInput extends Error {}

/**
 * ISO 8601 texts as milliseconds and back. A text is written as it was read; fractions of a millisecond count, so that two texts
 * that differ in microseconds stay distinct.
 */
export interface Times {
  read(text: string): number
  read(text: string | null): number | null
  write(time: number): string
  write(time: number | null): string | null
}

export function createTimes(): Times {
  const written = new Map<number, string>()
  function read(text: string): number
  function read(text: string | null): number | null
  function read(text: string | null): number | null {
    if (text === null) return null
    const [, whole = text, fraction = '', offset = ''] = /^(.*?)(?:\.(\d+))?(Z|[+-]\d{2}:?\d{2})?$/.exec(text) ?? []
    const time = Date.parse(whole + (offset || 'Z')) + Number(`0.${fraction || '0'}`) * 1000
    if (Number.isNaN(time)) throw new BadInput(`"${text}" is not a time`)
    if (!written.has(time)) written.set(time, text)
    return time
  }
  function write(time: number): string
  function write(time: number | null): string | null
  function write(time: number | null): string | null {
    if (time === null) return null
    return written.get(time) ?? new Date(time).toISOString()
  }
  return { read, write }
}

export interface Objectives {
  readonly objectives: ObjectiveDefinition[]
  /** Each belongs to one objective; their ids are consecutive. */
  readonly presets: PresetDefinition[]
}

/** The presets of an objective with their places in the input, the first rule first. @throws BadInput without a first rule */
export function listRules({ scoring_preset, further_presets }: OfflineRules) {
  const further = further_presets.map((given, at) => [`further_presets[${at}]`, given] as const)
  if (scoring_preset === null && further.length > 0) throw new BadInput('further_presets need a scoring_preset as the first rule')
  return scoring_preset === null ? [] : [['scoring_preset', scoring_preset] as const, ...further]
}

/** Flattens nested and flat lists; nesting takes precedence over `parent_id`. */
export function readObjectives(given: readonly OfflineObjective[], times: Times): Objectives {
  const objectives: ObjectiveDefinition[] = []
  const presets: PresetDefinition[] = []
  const open = given.map((node) => ({ node, parent_id: node.parent_id })).reverse()
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const { node, parent_id } = at
    const children = node.children ?? []
    const objective_type = node.objective_type ?? (children.length > 0 ? 'CATEGORY' : 'ITEM')
    const [scoring_preset_id = null, ...further_preset_ids] = listRules(node).map(([place, given]) => {
      const [problem] = listPresetProblems(given)
      if (problem) throw new BadInput(`objective ${node.id}: ${place}.${problem.field} ${problem.problem}`)
      const { scoring_method, points, point_cap, parameters } = given
      const id = presets.length + 1
      presets.push({ id, scoring_method, points, point_cap: point_cap ?? 0, parameters })
      return id
    })
    objectives.push({
      id: node.id,
      parent_id,
      name: node.name ?? `objective ${node.id}`,
      ...readExtra(node.extra ?? ''),
      objective_type,
      aggregation: node.aggregation ?? (isCategory({ objective_type }) ? 'NONE' : defaultAggregation),
      number_field: node.number_field ?? 'STACK_SIZE',
      required_number: node.required_number ?? 1,
      hide_progress: node.hide_progress ?? false,
      valid_from: times.read(node.valid_from),
      valid_to: times.read(node.valid_to),
      // The matcher refuses unknown names.
      conditions: (node.conditions ?? []) as ConditionDefinition[],
      scoring_preset_id,
      further_preset_ids,
      finished_by: node.finished_by ?? 'all',
    })
    open.push(...children.map((child) => ({ node: child, parent_id: node.id })).reverse())
  }
  refuseTwins(objectives)
  return { objectives, presets }
}

function refuseTwins(objectives: readonly ObjectiveDefinition[]): void {
  const seen = new Set<number>()
  for (const { id } of objectives) {
    if (seen.has(id)) throw new BadInput(`objective ${id} is given twice`)
    seen.add(id)
  }
}

/**
 * The objectives as one tree. A single entry is the root, regardless of its former parent; several trees get a common root
 * without a preset, and so without scores.
 */
export function readTree(given: OfflineObjective | readonly OfflineObjective[], times: Times): Objectives {
  const list = Array.isArray(given) ? (given as readonly OfflineObjective[]) : [given as OfflineObjective]
  const [only] = list
  const { objectives, presets } = readObjectives(list.length === 1 && only ? [{ ...only, parent_id: null }] : list, times)
  const roots = objectives.filter(({ parent_id }) => parent_id === null)
  const [root] = roots
  if (roots.length > 1 && root) {
    const above = Math.min(0, ...objectives.map(({ id }) => id)) - 1
    const hung = objectives.map((one) => (one.parent_id === null ? { ...one, parent_id: above } : one))
    objectives.splice(
      0,
      objectives.length,
      { ...root, id: above, objective_type: 'CATEGORY', aggregation: 'NONE', scoring_preset_id: null, further_preset_ids: [] },
      ...hung,
    )
  }
  const [problem] = buildTree(objectives).problems
  if (problem) throw new BadInput(problem.message)
  return { objectives, presets }
}
