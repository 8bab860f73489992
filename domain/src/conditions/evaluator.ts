/**
 * Finds the objectives that an item satisfies. Each objective is indexed by one of its clauses: by the values of an equality, or
 * by a substring search. For an item, only the objectives that its texts point to are checked. A condition shared by several
 * objectives is checked once per item.
 */
import type { ItemField } from '@muster/contract/conditions'
import type { GameItem } from '@muster/contract/game-api'
import { type FieldContext, fields } from '../items/fields.ts'
import { isMet } from './alternatives.ts'
import type { Clause } from './clauses.ts'
import type { CompiledCondition } from './compile.ts'
import { fileObjectives, getOrSet, type TextField } from './filing.ts'
import { createTextIndex, nothingFound, type TextSearch } from './text-index.ts'

/** @returns positions of the objectives that the item satisfies, ascending */
export type Evaluator = (item: GameItem) => readonly number[]

/** A check of the current item. */
type Check = () => boolean

function rankCondition({ field, type, probe }: CompiledCondition): number {
  // The game does not send the class; deriving it is the most expensive check.
  if (field === 'ITEM_CLASS') return 3
  if (probe !== null && probe.kind !== 'equals') return 1
  return type === 'string[]' ? 2 : 0
}

/** Sort key that puts the cheapest clauses of an objective first. */
const rankCost = ({ members }: Clause): number => Math.max(...members.map(rankCondition))

/** Whether the text that points to an objective already proves the clause it is indexed by. */
const isProven = ({ members, at_least }: Clause): boolean =>
  at_least === 1 && members.every(({ probe }) => probe?.kind === 'equals')

/** The text of a modifier in either form: a string, or an object with a description. */
const readEntry = (entry: unknown): unknown =>
  typeof entry === 'object' && entry !== null ? (entry as { description?: unknown }).description : entry

/** @param objectives the clauses of each objective, at least one */
export function createEvaluator(objectives: readonly (readonly Clause[])[], context: FieldContext): Evaluator {
  const { textFields, searchesOf, searchCount, filedUnder } = fileObjectives(objectives)
  let item: GameItem = {}
  let itemNumber = 0
  /** Lists of objectives to try for the current item; only the first `leadCount` entries are valid. */
  const leads: (readonly number[])[] = []
  let leadCount = 0
  /** By search, the last item with a matching text. */
  const passedBy = new Float64Array(searchCount)

  /** @returns a function that computes a value for the current item on first use */
  function perItem<T>(compute: () => T): () => T {
    let computedFor = 0
    let value: T
    return () => {
      if (computedFor !== itemNumber) {
        value = compute()
        computedFor = itemNumber
      }
      return value
    }
  }
  const readers = new Map<ItemField, () => never>()
  const readerOf = (field: ItemField) =>
    getOrSet(readers, field, () => perItem(() => fields[field].read(item, context)) as () => never)

  /** Looks up all texts of the item in a field. */
  function createScan(field: ItemField, { filed, searches }: TextField): () => void {
    const { plain, type } = fields[field]
    const read = readerOf(field)
    const index = createTextIndex([...searches.values()], filed)
    function look(raw: unknown): void {
      if (typeof raw !== 'string') return
      const found = index(plain ? plain.show(raw) : raw)
      if (found === nothingFound) return
      for (const search of found.searches) passedBy[search] = itemNumber
      if (found.objectives.length > 0) leads[leadCount++] = found.objectives
    }
    return perItem(() => {
      const seen: unknown = plain ? plain.raw(item) : read()
      if (type === 'string') look(typeof seen === 'string' ? seen : '')
      else if (Array.isArray(seen)) for (const entry of seen) look(readEntry(entry))
    })
  }
  const scans = new Map([...textFields].map(([field, asked]) => [field, createScan(field, asked)]))
  const filedFields = [...textFields].filter(
    ([, { filed, searches }]) => filed.size > 0 || [...searches.values()].some((search) => search.objectives.length > 0),
  )
  const firstScans = filedFields.map(([field]) => scans.get(field) as () => void)

  function createCheck(condition: CompiledCondition): Check {
    const { field, probe, holds } = condition
    const searches = searchesOf(condition)
    if (searches.length === 0) {
      const read = readerOf(field)
      return perItem(() => holds(read()))
    }
    const scan = scans.get(field) as () => void
    const isNegated = probe?.negated ?? false
    const hasPassed = ({ number }: TextSearch) => passedBy[number] === itemNumber
    return perItem(() => {
      scan()
      return searches.every(hasPassed) !== isNegated
    })
  }
  const checks = new Map<string, Check>()
  const checkOf = (condition: CompiledCondition) =>
    getOrSet(checks, `${condition.field} ${condition.operator} ${condition.value}`, () => createCheck(condition))
  const checksOf = objectives.map((clauses, objective) =>
    clauses
      .filter((clause) => clause !== filedUnder[objective] || !isProven(clause))
      .toSorted((a, b) => rankCost(a) - rankCost(b))
      .map((clause): Check => {
        const [first, ...others] = clause.members.map(checkOf)
        if (others.length === 0) return first as Check
        if (clause.at_least === 1) return () => first?.() === true || others.some((check) => check())
        const demand = { members: [first as Check, ...others], at_least: clause.at_least }
        return () => isMet(demand, (check) => check())
      }),
  )
  const always = [...objectives.keys()].filter((objective) => filedUnder[objective] === null)

  const triedFor = new Float64Array(objectives.length)
  let satisfied: number[] = []
  function tryAll(candidates: readonly number[]): void {
    for (const objective of candidates) {
      if (triedFor[objective] === itemNumber) continue
      triedFor[objective] = itemNumber
      if ((checksOf[objective] as Check[]).every((check) => check())) satisfied.push(objective)
    }
  }

  return (one) => {
    item = one
    itemNumber += 1
    leadCount = 0
    satisfied = []
    for (const scan of firstScans) scan()
    const found = leadCount
    for (let at = 0; at < found; at++) tryAll(leads[at] as readonly number[])
    tryAll(always)
    return satisfied.sort((a, b) => a - b)
  }
}
