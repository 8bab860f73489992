/**
 * Objectives that the same item completes: with equal conditions, or where the conditions of one imply the other's (see
 * `possible.ts`). Two objectives that merely may share an item are not listed.
 */
import type { ItemField } from '@muster/contract/conditions'
import type { GameVersion } from '@muster/contract/events'
import { isMet } from '../../conditions/alternatives.ts'
import { type Clause, readClauses } from '../../conditions/clauses.ts'
import type { CompiledCondition } from '../../conditions/compile.ts'
import { impliesCondition, listNamed } from '../../conditions/possible.ts'
import { readWindow } from '../../conditions/window.ts'
import type { ObjectiveDefinition } from '../definition.ts'
import { type ItemSource, readItemSource } from '../item-source.ts'
import { countsItems } from '../kinds.ts'
import { type Finding, countOf, say } from './finding.ts'

/** Upper bound for the comparisons of one check; more would take too long. */
const maxComparisons = 1_000_000

interface Asked {
  readonly objective: ObjectiveDefinition
  readonly source: ItemSource
  readonly clauses: readonly Clause[]
  /** Conditions that must hold, by field. */
  readonly fixed: ReadonlyMap<ItemField, readonly CompiledCondition[]>
  /** Clauses of several conditions. */
  readonly groups: readonly Clause[]
  /** Equal for the same conditions in any order. */
  readonly text: string
  /** A field with a fixed set of texts; an objective that implies this one must have one of them. */
  readonly anchor: { readonly field: ItemField; readonly texts: readonly string[] } | null
}

const none: readonly CompiledCondition[] = []
const anchorFields: readonly ItemField[] = ['NAME', 'BASE_TYPE', 'TYPE_LINE', 'ITEM_CLASS', 'ICON_NAME']

const writeCondition = ({ field, operator, value }: CompiledCondition) => JSON.stringify([field, operator, value])
const writeClauses = (clauses: readonly Clause[]) =>
  clauses
    .map(({ members, at_least }) => `${at_least} of ${members.map(writeCondition).toSorted().join('|')}`)
    .toSorted()
    .join('&')

function readAsked(objective: ObjectiveDefinition, game_version: GameVersion): Asked | null {
  const clauses = countsItems(objective) && objective.conditions.length > 0 ? readClauses(objective.conditions) : null
  if (clauses === null) return null
  const fixed = new Map<ItemField, CompiledCondition[]>()
  const single = clauses.flatMap(({ members }) => (members.length === 1 ? members : []))
  for (const condition of single) fixed.set(condition.field, [...(fixed.get(condition.field) ?? []), condition])
  let anchor: Asked['anchor'] = null
  for (const field of anchorFields) {
    const texts = listNamed(single, field)
    if (anchor === null && texts !== null) anchor = { field, texts }
  }
  const groups = clauses.filter(({ members }) => members.length > 1)
  const source = readItemSource(objective.conditions, game_version)
  return { objective, source, clauses, fixed, groups, text: writeClauses(clauses), anchor }
}

const doOverlap = (a: ObjectiveDefinition, b: ObjectiveDefinition): boolean => {
  const [one, other] = [readWindow(a), readWindow(b)]
  return one.from <= other.to && other.from <= one.to
}

/** Whether every item that completes `narrow` also completes `wide`. */
function implies(narrow: Asked, wide: Asked): boolean {
  return wide.clauses.every(
    (clause) =>
      isMet(clause, (condition) => impliesCondition(narrow.fixed.get(condition.field) ?? none, condition)) ||
      narrow.groups.some((own) => impliesClause(own, clause)),
  )
}

/** Whether each condition of `own` implies a condition of `clause`, and enough different ones if several must hold. */
function impliesClause(own: Clause, { members, at_least }: Clause): boolean {
  const implied = own.members.map((narrow) => members.findIndex((wide) => isImplied(narrow, wide)))
  if (implied.includes(-1)) return false
  return at_least === 1 || (own.at_least >= at_least && new Set(implied).size === implied.length)
}

const isImplied = (narrow: CompiledCondition, wide: CompiledCondition) =>
  narrow.field === wide.field && impliesCondition([narrow], wide)

/** Index of objectives by the texts that they name, used to find candidates for a narrower objective. */
function indexByText(asked: readonly Asked[]): Map<string, Asked[]> {
  const index = new Map<string, Asked[]>()
  for (const one of asked) {
    for (const [field, conditions] of one.fixed) {
      for (const text of listNamed(conditions, field) ?? []) {
        const key = `${field}:${text}`
        const known = index.get(key)
        if (known) known.push(one)
        else index.set(key, [one])
      }
    }
  }
  return index
}

function* reviewCopies(asked: readonly Asked[]): Generator<Finding> {
  const groups = Map.groupBy(asked, ({ text }) => text)
  for (const group of groups.values()) {
    const [first, ...others] = group as [Asked, ...Asked[]]
    for (const { objective } of others) {
      const other = [first, ...others].find((one) => one.objective.id < objective.id && doOverlap(one.objective, objective))
      if (!other) continue
      const sentence = say`${objective} has the same conditions as ${other.objective}: every item completes both.`
      yield { code: 'same_conditions', severity: 'warning', objective_id: objective.id, preset_id: null, sentence }
    }
  }
}

/** @returns whether all pairs were compared */
export function* reviewOverlaps(
  objectives: readonly ObjectiveDefinition[],
  game_version: GameVersion,
): Generator<Finding, boolean> {
  const asked = objectives.map((objective) => readAsked(objective, game_version)).filter((one) => one !== null)
  yield* reviewCopies(asked)
  const index = indexByText(asked)
  let left = maxComparisons
  for (const wide of asked) {
    // A narrower objective has one of the texts that the wider one names, so they find all candidates.
    const { anchor } = wide
    const candidates = anchor
      ? new Set(anchor.texts.flatMap((text) => index.get(`${anchor.field}:${text}`) ?? []))
      : new Set(asked)
    left -= candidates.size
    if (left < 0) return false
    const narrower = [...candidates].filter(
      (one) =>
        one.source === wide.source &&
        one !== wide &&
        one.text !== wide.text &&
        doOverlap(one.objective, wide.objective) &&
        implies(one, wide),
    )
    const [first] = narrower
    if (first === undefined) continue
    const more = narrower.length > 1 ? ` and for ${countOf(narrower.length - 1, 'other objective', 'other objectives')}` : ''
    const sentence = say`Every item for ${first.objective}${more} also counts for ${wide.objective}.`
    yield { code: 'overlap', severity: 'notice', objective_id: wide.objective.id, preset_id: null, sentence }
  }
  return true
}
