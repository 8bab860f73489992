/**
 * Decides which objectives an item satisfies. Each objective is filed under one of its clauses: under the values of an equality, or
 * under a search for parts of texts. An item tries only the objectives that its own texts lead to. A condition that several
 * objectives share is checked once per item.
 */
import type { ItemField } from '@muster/contract/conditions'
import type { GameItem } from '@muster/contract/game-api'
import { type FieldContext, fields } from '../items/fields.ts'
import type { Clause } from './clauses.ts'
import type { CompiledCondition } from './compile.ts'
import { pickClause, rankCost } from './filing.ts'
import { findNeedles } from './needles.ts'
import type { TextTest } from './pattern.ts'
import { createTextIndex, nothingFound, type TextSearch } from './text-index.ts'

/** @returns positions of the objectives that the item satisfies, ascending */
export type Evaluator = (item: GameItem) => readonly number[]

/** A check of the current item. */
type Check = () => boolean

/** A field of which texts are looked up. */
interface TextField {
  /** Objectives by the text that they ask for. */
  readonly filed: Map<string, number[]>
  readonly searches: Map<string, TextSearch>
}

/** A longer literal rules out hardly more, and each character costs the search a state. */
const longestLiteral = 64

/** The longest part of a text that a search can look for, or its beginning; "" when there is none. */
const pickLiteral = (text: string): string =>
  text
    .split(/[^\u0020-\u007e]/)
    .reduce((best, part) => (part.length > best.length ? part : best), '')
    .slice(0, longestLiteral)

function createSearch(number: number, test: TextTest, needles: readonly string[] | null): TextSearch {
  const literals = needles?.map(pickLiteral) ?? ['']
  return { number, test, literals: literals.includes('') ? null : literals, objectives: [] }
}

const shortestLiteral = ({ literals }: TextSearch): number => Math.min(...(literals ?? ['']).map((text) => text.length))

/** The text of a modifier in either form: a text, or an object with a description. */
const readEntry = (entry: unknown): unknown =>
  typeof entry === 'object' && entry !== null ? (entry as { description?: unknown }).description : entry

function getOrSet<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  let value = map.get(key)
  if (value === undefined) map.set(key, (value = create()))
  return value
}

/** @param objectives the clauses of each, at least one */
export function createEvaluator(objectives: readonly (readonly Clause[])[], context: FieldContext): Evaluator {
  let item: GameItem = {}
  let itemNumber = 0
  /** Lists of objectives to try for the current item, the first `leadCount` of them. */
  const leads: (readonly number[])[] = []
  let leadCount = 0

  /** @returns a function that computes a value of the current item when it is first needed */
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

  const textFields = new Map<ItemField, TextField>()
  const textField = (field: ItemField) => getOrSet(textFields, field, () => ({ filed: new Map(), searches: new Map() }))
  let searchCount = 0
  function searchesOf({ field, probe }: CompiledCondition): readonly TextSearch[] {
    if (probe === null || probe.kind === 'equals') return []
    const { searches } = textField(field)
    if (probe.kind === 'pattern') {
      const { source, test } = probe
      return [getOrSet(searches, `matches ${source}`, () => createSearch(searchCount++, test, findNeedles(source)))]
    }
    return probe.texts.map((part) =>
      getOrSet(searches, `contains ${part}`, () => createSearch(searchCount++, (text) => text.includes(part), [part])),
    )
  }

  function fileObjective(clause: Clause, objective: number): void {
    for (const condition of clause) {
      if (condition.probe?.kind === 'equals') {
        const { filed } = textField(condition.field)
        for (const text of condition.probe.texts) getOrSet(filed, text, () => []).push(objective)
      } else {
        const [first, ...others] = searchesOf(condition)
        const rarest = others.reduce(
          (best, one) => (shortestLiteral(one) > shortestLiteral(best) ? one : best),
          first as TextSearch,
        )
        rarest.objectives.push(objective)
      }
    }
  }

  const always: number[] = []
  const filedUnder = objectives.map((clauses, objective) => {
    const clause = pickClause(clauses)
    if (clause === null) always.push(objective)
    else fileObjective(clause, objective)
    return clause
  })
  for (const condition of objectives.flat(2)) searchesOf(condition)

  const readers = new Map<ItemField, () => never>()
  const readerOf = (field: ItemField) =>
    getOrSet(readers, field, () => perItem(() => fields[field].read(item, context)) as () => never)

  /** By search, the last item with a text that passes. */
  const passedBy = new Float64Array(searchCount)

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
  const scans = new Map([...textFields].map(([field, rows]) => [field, createScan(field, rows)]))
  const hasFiled = ({ filed, searches }: TextField) =>
    filed.size > 0 || [...searches.values()].some((search) => search.objectives.length > 0)
  const firstScans = [...textFields].flatMap(([field, rows]) => (hasFiled(rows) ? [scans.get(field) as () => void] : []))

  function createCheck(condition: CompiledCondition): Check {
    const { field, probe, holds } = condition
    const searches = searchesOf(condition)
    if (searches.length === 0) {
      const read = readerOf(field)
      return perItem(() => holds(read()))
    }
    const scan = scans.get(field) as () => void
    const isNegated = probe?.negated ?? false
    const finds = ({ number }: TextSearch) => passedBy[number] === itemNumber
    return perItem(() => {
      scan()
      return searches.every(finds) !== isNegated
    })
  }
  const checks = new Map<string, Check>()
  const checkOf = (condition: CompiledCondition) =>
    getOrSet(checks, `${condition.field} ${condition.operator} ${condition.value}`, () => createCheck(condition))
  const isProven = (clause: Clause) => clause.every(({ probe }) => probe?.kind === 'equals')
  const checksOf = objectives.map((clauses, objective) =>
    clauses
      .filter((clause) => clause !== filedUnder[objective] || !isProven(clause))
      .toSorted((a, b) => rankCost(a) - rankCost(b))
      .map((clause): Check => {
        const [first, ...others] = clause.map(checkOf)
        return others.length === 0 ? (first as Check) : () => first?.() === true || others.some((check) => check())
      }),
  )

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
