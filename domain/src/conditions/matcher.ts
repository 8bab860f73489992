/**
 * Finds which items complete which objectives. Objectives are compiled once into plans; each plan is filed under its most
 * selective question about a text, so that an item only meets the plans that have a chance. Questions shared by several
 * objectives are answered once per item, and fields are read once per item, when first needed.
 */
import type { GameVersion } from '@muster/contract/events'
import type { GameItem } from '@muster/contract/game-api'
import { createClassifier, type UnknownBase } from '../items/classes.ts'
import type { ClassTable } from '../items/class-table.ts'
import type { FieldContext } from '../items/fields.ts'
import { isFoil } from '../items/frames.ts'
import { parseWholeNumber, readRecord } from '../items/normalise.ts'
import type { ObjectiveDefinition } from '../objectives/definition.ts'
import { type ItemSource, readItemSource } from '../objectives/item-source.ts'
import { countsItems } from '../objectives/kinds.ts'
import { groupAlternatives } from './alternatives.ts'
import type { Clause } from './clauses.ts'
import { type CompiledCondition, compileCondition } from './compile.ts'
import { createEvaluator } from './evaluator.ts'
import { explainObjective, type Explanation } from './explain.ts'
import { isOpen, readWindow, type ValidityWindow } from './window.ts'

/** One item completes one objective; `item` is its position in the list, `number` what it counts for. */
export interface Completion {
  item: number
  objective_id: number
  number: number
}

/** A condition that cannot be used; its objective matches nothing until it is corrected. */
export interface RefusedCondition {
  objective_id: number
  /** Position in the objective's list. */
  condition: number
  field: string
  operator: string
  reason: string
}

export interface Matcher {
  /**
   * Completions by item, then by the order of the objectives. `at` is the time of the snapshot in milliseconds: an
   * objective counts while valid_from <= at <= valid_to; null ignores the windows.
   */
  readonly match: (items: readonly GameItem[], at: number | null) => Completion[]
  /** Why an item does or does not complete an objective; null when there is no such objective. */
  readonly explain: (item: GameItem, objective_id: number, at?: number | null) => Explanation | null
  /** Base types without a class that were met while a class was asked for. */
  readonly unknown_bases: ReadonlyMap<string, UnknownBase>
}

export interface MatcherOptions {
  readonly game_version: GameVersion
  readonly classes?: ClassTable
  /** Where the items lie: objectives that look elsewhere are left out. Without it all are asked. */
  readonly from?: ItemSource
}

/** What one item counts for: its stack, or 1 when it does not say. */
export function readNumber(item: GameItem): number {
  return parseWholeNumber(item.stackSize) ?? 1
}

/** Compiles an event's item objectives; the definitions are read once and never changed. */
export function createMatcher(
  objectives: readonly ObjectiveDefinition[],
  options: MatcherOptions,
): { matcher: Matcher; refused: RefusedCondition[] } {
  const classifier = createClassifier({ game_version: options.game_version, ...(options.classes && { table: options.classes }) })
  const context: FieldContext = { classOf: classifier.classOf }
  const refused: RefusedCondition[] = []
  const usable: Usable[] = []
  for (const objective of objectives) {
    if (!countsItems(objective)) continue
    if (options.from && readItemSource(objective.conditions, options.game_version) !== options.from) continue
    const clauses = compileAll(objective, refused)
    // An objective without conditions would match every item there is.
    if (clauses !== null && clauses.length > 0) usable.push({ objective, clauses, window: readWindow(objective) })
  }
  const findSatisfied = createEvaluator(
    usable.map(({ clauses }) => clauses),
    context,
  )
  const ids = usable.map(({ objective }) => objective.id)
  const windows = usable.map(({ window }) => window)

  function match(items: readonly GameItem[], at: number | null): Completion[] {
    const completions: Completion[] = []
    for (let item = 0; item < items.length; item++) {
      const one = readRecord(items[item])
      const satisfied = findSatisfied(one)
      if (satisfied.length === 0 || isFoil(one)) continue
      const number = readNumber(one)
      for (const list of satisfied) {
        if (at === null || isOpen(windows[list] as ValidityWindow, at))
          completions.push({ item, objective_id: ids[list] as number, number })
      }
    }
    return completions
  }

  const byId = new Map(objectives.map((objective) => [objective.id, objective]))
  function explain(item: GameItem, objective_id: number, at: number | null = null): Explanation | null {
    const objective = byId.get(objective_id)
    if (!objective) return null
    return explainObjective(readRecord(item), objective, { context, at, number: readNumber(readRecord(item)), lies: options })
  }

  return { matcher: { match, explain, unknown_bases: classifier.unknown }, refused }
}

interface Usable {
  readonly objective: ObjectiveDefinition
  readonly clauses: readonly Clause[]
  readonly window: ValidityWindow
}

interface Numbered {
  readonly compiled: CompiledCondition
  readonly any_of: number | null | undefined
}

function compileAll(objective: ObjectiveDefinition, refused: RefusedCondition[]): Clause[] | null {
  const conditions: Numbered[] = []
  let isWhole = true
  objective.conditions.forEach((definition, condition) => {
    const compiled = compileCondition(definition)
    if (compiled.ok) {
      conditions.push({ compiled, any_of: definition.any_of })
      return
    }
    isWhole = false
    const { field, operator, reason } = compiled
    refused.push({ objective_id: objective.id, condition, field, operator, reason })
  })
  if (!isWhole) return null
  return groupAlternatives(conditions).map((clause) => clause.map(({ compiled }) => compiled))
}

/** Adds the numbers of one snapshot: objective id -> what lies there. Objectives without a completion are absent. */
export function sumByObjective(completions: readonly Completion[]): Map<number, number> {
  const sums = new Map<number, number>()
  for (const { objective_id, number } of completions) sums.set(objective_id, (sums.get(objective_id) ?? 0) + number)
  return sums
}
