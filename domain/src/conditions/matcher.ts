/**
 * Finds which items complete which objectives. `createMatcher` compiles the objectives of an event once; `match` then lists the
 * objectives that each item completes (`evaluator.ts`).
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
import { type Clause, readClauses } from './clauses.ts'
import { compileCondition } from './compile.ts'
import { createEvaluator } from './evaluator.ts'
import { explainObjective, type Explanation } from './explain.ts'
import { isOpen, readWindow, type ValidityWindow } from './window.ts'

/** One item completes one objective: `item` is its position in the list, `number` the amount it adds. */
export interface Completion {
  item: number
  objective_id: number
  number: number
}

/** An invalid condition; its objective matches nothing until it is corrected. */
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
  /** Why an item does or does not complete an objective; null if there is no such objective. */
  readonly explain: (item: GameItem, objective_id: number, at?: number | null) => Explanation | null
  /** Base types without a class among the items that were checked against a class. */
  readonly unknown_bases: ReadonlyMap<string, UnknownBase>
}

export interface MatcherOptions {
  readonly game_version: GameVersion
  readonly classes?: ClassTable
  /** Source of the items: objectives that count items from another source are skipped. If absent, all objectives are matched. */
  readonly from?: ItemSource
}

/** The pieces of an item: its stack size, or 1 without a stack. */
export const readNumber = (item: GameItem): number => parseWholeNumber(item.stackSize) ?? 1

interface Usable {
  readonly id: number
  readonly clauses: readonly Clause[]
  readonly window: ValidityWindow
  /** The amount of one piece; null: always 1. */
  readonly amountOf: ((item: GameItem) => number) | null
}

function compileAmount({ conditions }: ObjectiveDefinition, context: FieldContext): Usable['amountOf'] {
  const amounts = conditions
    .flatMap((definition) => {
      const condition = compileCondition(definition)
      return condition.ok && definition.counts_as !== undefined ? [{ condition, counts_as: definition.counts_as }] : []
    })
    .toSorted((a, b) => b.counts_as - a.counts_as)
  if (amounts.length === 0) return null
  return (item) => amounts.find(({ condition }) => condition.holds(condition.read(item, context)))?.counts_as ?? 1
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
    const clauses = readClauses(objective.conditions)
    if (clauses === null) refused.push(...listRefused(objective))
    // An objective without conditions would match every item.
    else if (clauses.length > 0)
      usable.push({ id: objective.id, clauses, window: readWindow(objective), amountOf: compileAmount(objective, context) })
  }
  const findSatisfied = createEvaluator(
    usable.map(({ clauses }) => clauses),
    context,
  )

  function match(items: readonly GameItem[], at: number | null): Completion[] {
    const completions: Completion[] = []
    for (const [item, given] of items.entries()) {
      const one = readRecord(given)
      const satisfied = findSatisfied(one)
      if (satisfied.length === 0 || isFoil(one)) continue
      const number = readNumber(one)
      for (const { id, window, amountOf } of satisfied.map((objective) => usable[objective] as Usable))
        if (isOpen(window, at)) completions.push({ item, objective_id: id, number: amountOf ? number * amountOf(one) : number })
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

const listRefused = ({ id, conditions }: ObjectiveDefinition): RefusedCondition[] =>
  conditions.flatMap((definition, condition) => {
    const compiled = compileCondition(definition)
    if (compiled.ok) return []
    const { field, operator, reason } = compiled
    return [{ objective_id: id, condition, field, operator, reason }]
  })

/** Adds up the amounts of one snapshot by objective id. Objectives without a completion are absent. */
export function sumByObjective(completions: readonly Completion[]): Map<number, number> {
  const sums = new Map<number, number>()
  for (const { objective_id, number } of completions) sums.set(objective_id, (sums.get(objective_id) ?? 0) + number)
  return sums
}
