import type { GameVersion } from '@muster/contract/events'
import type { GameItem } from '@muster/contract/game-api'
import type { FieldContext, FieldValue } from '../items/fields.ts'
import { isFoil } from '../items/frames.ts'
import type { ObjectiveDefinition } from '../objectives/definition.ts'
import { type ItemSource, readItemSource } from '../objectives/item-source.ts'
import { countsItems } from '../objectives/kinds.ts'
import { groupAlternatives, isMet } from './alternatives.ts'
import { readCounts } from './accept.ts'
import { compileCondition } from './compile.ts'
import { readWindow } from './window.ts'

/** The result of one condition for the item. */
export interface ConditionFinding {
  /** Position in the objective's list. */
  readonly condition: number
  /** The number of its group, or null. */
  readonly any_of: number | null
  readonly at_least?: number
  readonly counts_as?: number
  readonly field: string
  readonly operator: string
  readonly value: string
  /** The item's value for this field; null if the field does not exist. */
  readonly seen: FieldValue | null
  readonly holds: boolean
  /** Why the condition is invalid, or null. */
  readonly refused: string | null
}

/** Reasons that do not concern a single condition. */
export type Obstacle =
  | 'foil'
  | 'before_window'
  | 'after_window'
  | 'no_conditions'
  | 'not_an_item_objective'
  | 'refused_condition'
  | 'not_from_tabs'

export interface Explanation {
  readonly objective_id: number
  readonly matches: boolean
  /** The number that the item adds when it matches. */
  readonly number: number
  readonly obstacles: readonly Obstacle[]
  readonly conditions: readonly ConditionFinding[]
}

/** The properties of an objective that decide whether an item counts. */
type ExplainedObjective = Pick<ObjectiveDefinition, 'id' | 'conditions' | 'valid_from' | 'valid_to'> & {
  readonly objective_type: string
  readonly aggregation: string
}

/** Explains why an item does not count: every condition with the value seen, and every other obstacle. */
export function explainObjective(
  item: GameItem,
  objective: ExplainedObjective,
  options: {
    readonly context: FieldContext
    readonly at: number | null
    /** The pieces of the item. */
    readonly number: number
    /** Where the item is, if known. */
    readonly lies?: { readonly game_version: GameVersion; readonly from?: ItemSource }
  },
): Explanation {
  const conditions = objective.conditions.map((definition, condition): ConditionFinding => {
    const { field, operator, value } = definition
    const asked = { condition, field, operator, value, any_of: null, ...readCounts(definition) }
    const compiled = compileCondition(definition)
    if (!compiled.ok) return { ...asked, seen: null, holds: false, refused: compiled.reason }
    const seen = compiled.read(item, options.context)
    return { ...asked, seen, holds: compiled.holds(seen), refused: null }
  })
  const obstacles = listObstacles(item, objective, options.at)
  if (options.lies && isElsewhere(objective, options.lies)) obstacles.push('not_from_tabs')
  if (conditions.some((finding) => finding.refused !== null)) obstacles.push('refused_condition')
  const matches = obstacles.length === 0 && groupAlternatives(conditions).every((demand) => isMet(demand, ({ holds }) => holds))
  const counts_as = Math.max(1, ...conditions.flatMap((finding) => (finding.holds ? (finding.counts_as ?? []) : [])))
  return { objective_id: objective.id, matches, number: options.number * counts_as, obstacles, conditions }
}

/** The item is in a stash tab, but the objective counts only items that characters wear or carry. */
const isElsewhere = (
  objective: ExplainedObjective,
  { game_version, from }: { readonly game_version: GameVersion; readonly from?: ItemSource },
) => countsItems(objective) && from === 'tabs' && readItemSource(objective.conditions, game_version) !== from

function listObstacles(item: GameItem, objective: ExplainedObjective, at: number | null): Obstacle[] {
  const obstacles: Obstacle[] = []
  const window = readWindow(objective)
  if (!countsItems(objective)) obstacles.push('not_an_item_objective')
  if (objective.conditions.length === 0) obstacles.push('no_conditions')
  if (isFoil(item)) obstacles.push('foil')
  if (at !== null && at < window.from) obstacles.push('before_window')
  if (at !== null && at > window.to) obstacles.push('after_window')
  return obstacles
}
