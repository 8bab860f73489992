import type { ItemField } from '@muster/contract/conditions'
import type { Clause } from './clauses.ts'
import type { CompiledCondition } from './compile.ts'
import { findNeedles } from './needles.ts'
import type { TextTest } from './pattern.ts'
import type { TextSearch } from './text-index.ts'

/** The lookups for the texts of one field. */
export interface TextField {
  /** Objectives by the exact text that they require. */
  readonly filed: Map<string, number[]>
  readonly searches: Map<string, TextSearch>
}

export interface Filing {
  readonly textFields: ReadonlyMap<ItemField, TextField>
  readonly searchesOf: (condition: CompiledCondition) => readonly TextSearch[]
  readonly searchCount: number
  /** By objective, the clause it is indexed by; null if it has to be tried on every item. */
  readonly filedUnder: readonly (Clause | null)[]
}

/** The clause by which an objective is indexed. At least one of `under` holds for every item that satisfies the clause. */
interface Pick {
  readonly clause: Clause
  readonly under: readonly CompiledCondition[]
  readonly share: number
}

/** Estimated number of items that share one text of a field, in arbitrary units. */
const shareOfText: Readonly<Partial<Record<ItemField, number>>> = {
  NAME: 1,
  BASE_TYPE: 2,
  ITEM_CLASS: 100,
  SOCKETS: 200,
  RARITY: 500,
}
const shareOfOtherText = 3
/** Divided by the number of required characters. */
const shareOfCharacter = 150

/** Longer literals exclude hardly any more items, and each character costs the search a state. */
const maxLiteralLength = 64

/** The longest searchable part of a text, cut at the limit; "" if there is none. */
const pickLiteral = (text: string): string =>
  text
    .split(/[^\u0020-\u007e]/)
    .reduce((best, part) => (part.length > best.length ? part : best), '')
    .slice(0, maxLiteralLength)

const shortestLiteral = ({ literals }: TextSearch): number => Math.min(...(literals ?? ['']).map((text) => text.length))

export function getOrSet<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  let value = map.get(key)
  if (value === undefined) map.set(key, (value = create()))
  return value
}

/** Indexes each objective by the clause that the fewest items satisfy, and gives equal searches of all objectives one number. */
export function fileObjectives(objectives: readonly (readonly Clause[])[]): Filing {
  const textFields = new Map<ItemField, TextField>()
  const textField = (field: ItemField) => getOrSet(textFields, field, () => ({ filed: new Map(), searches: new Map() }))
  let searchCount = 0

  function searchFor(
    field: ItemField,
    question: string,
    test: TextTest,
    listNeedles: () => readonly string[] | null,
  ): TextSearch {
    return getOrSet(textField(field).searches, question, () => {
      const literals = listNeedles()?.map(pickLiteral) ?? ['']
      return { number: searchCount++, test, literals: literals.includes('') ? null : literals, objectives: [] }
    })
  }
  function searchesOf({ field, probe }: CompiledCondition): readonly TextSearch[] {
    if (probe === null || probe.kind === 'equals') return []
    if (probe.kind === 'contains')
      return probe.texts.map((part) =>
        searchFor(
          field,
          `contains ${part}`,
          (text) => text.includes(part),
          () => [part],
        ),
      )
    return [searchFor(field, `matches ${probe.source}`, probe.test, () => findNeedles(probe.source))]
  }
  const rarestSearch = (condition: CompiledCondition) =>
    searchesOf(condition).reduce((best, search) => (shortestLiteral(search) > shortestLiteral(best) ? search : best))

  function estimateShare(condition: CompiledCondition): number {
    const { field, probe } = condition
    if (probe === null || probe.negated) return Number.POSITIVE_INFINITY
    if (probe.kind === 'equals') return (shareOfText[field] ?? shareOfOtherText) * probe.texts.length
    return shareOfCharacter / Math.max(1, shortestLiteral(rarestSearch(condition)))
  }
  /** If two of five must hold, one of any four does: the four that the fewest items satisfy. */
  function toPick(clause: Clause): Pick {
    const { members, at_least } = clause
    const shared = members.map((condition) => ({ condition, share: estimateShare(condition) }))
    const rarest = at_least === 1 ? shared : shared.toSorted((a, b) => a.share - b.share)
    const picked = rarest.slice(0, Math.max(0, members.length - at_least + 1))
    return { clause, under: picked.map(({ condition }) => condition), share: picked.reduce((sum, { share }) => sum + share, 0) }
  }
  function pickClause(clauses: readonly Clause[]): Pick | null {
    const picks = clauses.map(toPick)
    const least = Math.min(...picks.map(({ share }) => share))
    return least === Number.POSITIVE_INFINITY ? null : (picks.find(({ share }) => share === least) ?? null)
  }
  function file(condition: CompiledCondition, objective: number): void {
    const { field, probe } = condition
    if (probe?.kind !== 'equals') rarestSearch(condition).objectives.push(objective)
    else for (const text of probe.texts) getOrSet(textField(field).filed, text, () => []).push(objective)
  }

  const picks = objectives.map(pickClause)
  picks.forEach((pick, objective) => pick?.under.forEach((condition) => file(condition, objective)))
  for (const { members } of objectives.flat()) for (const condition of members) searchesOf(condition)
  return { textFields, searchesOf, searchCount, filedUnder: picks.map((pick) => pick?.clause ?? null) }
}
