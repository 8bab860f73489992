import type { Verdict } from '@muster/contract/receipts'
import type { EventDefinition, ExclusionDefinition, ObjectiveDefinition } from '../objectives/definition.ts'
import { countsItems } from '../objectives/kinds.ts'
import { findAggregation, sumOfEntries } from './aggregations/index.ts'
import { clampNumber } from './clamp-number.ts'
import { isEarlier, type AggregationRow, type Result, type Tally, type TallyRule } from './aggregations/tally.ts'
import { countsDeposits, isDeposit, namesFinder } from './attribution.ts'
import { excludesAlike, findExclusion, listExclusions } from './exclusions.ts'
import type { Fact, LedgerEntry, Retraction } from './ledger.ts'
import { holdsManualPoints } from './manual-points.ts'
import { isSameRule, placeInTime, readRule } from './windows.ts'

/** The facts of one objective, folded by team. */
export interface Counter {
  /** null: the objective cannot be counted (see `problems.ts`), so it has no results. */
  readonly row: AggregationRow | null
  readonly rule: TallyRule
  /** Deposits from guild logs may supply finder and time here. */
  readonly names_finder: boolean
  /** A deposit counts as the result of a team that has no other result. */
  readonly counts_deposits: boolean
  /** Facts named by these exclusions are not folded. */
  readonly exclusions: readonly ExclusionDefinition[]
  readonly tallies: Map<number, Tally>
  /** The earliest deposit of each team. */
  readonly deposits: Map<number, Fact>
  /** Ledger number of the first unusable fact. */
  unusable: number | null
}

export function createCounter(definition: EventDefinition, objective: ObjectiveDefinition): Counter {
  const rule = readRule(definition, objective)
  const row = holdsManualPoints(objective) ? sumOfEntries : findAggregation(objective.aggregation)
  return {
    row: row && row.refuses(rule) === null ? row : null,
    rule,
    names_finder: namesFinder(objective, definition.presets),
    counts_deposits: countsDeposits(objective, definition.presets, definition.guild_log),
    // Points given by hand are withdrawn, never excluded: the public list shows them until then.
    exclusions: holdsManualPoints(objective) ? [] : listExclusions(definition.exclusions, objective.id),
    tallies: new Map(),
    deposits: new Map(),
    unusable: null,
  }
}

/** Whether both counters would fold facts to the same results. */
export function countsAlike(a: Counter, b: Counter): boolean {
  return a.row === b.row && isSameRule(a.rule, b.rule) && excludesAlike(a.exclusions, b.exclusions)
}

/** The fact with a whole, exact number; null if its number or time is not a number. */
function readFact(fact: Fact): Fact | null {
  if (Number.isSafeInteger(fact.number) && Number.isFinite(fact.timestamp)) return fact
  if (Number.isNaN(fact.number) || !Number.isFinite(fact.timestamp)) return null
  return { ...fact, number: clampNumber(Math.trunc(fact.number)) }
}

/** A fact with number 0 on an item objective means that the tab no longer shows a match. */
const isGone = (counter: Counter, fact: Fact) => fact.number === 0 && countsItems(counter.rule)

/**
 * Adds one fact; returns true if the team's result may have changed. `gone` is derived from the number unless the caller passes
 * it.
 */
export function foldFact(counter: Counter, given: Fact, gone?: boolean): boolean {
  if (counter.row === null || findExclusion(counter.exclusions, given)) return false
  const fact = readFact(given)
  if (fact === null) {
    counter.unusable = Math.min(counter.unusable ?? Infinity, given.sequence)
    return false
  }
  if (placeInTime(counter.row, counter.rule, fact.timestamp) !== null) return false
  if (isDeposit(fact)) {
    const known = counter.deposits.get(fact.team_id)
    if (known && !isEarlier(fact, known)) return false
    counter.deposits.set(fact.team_id, fact)
    return true
  }
  let tally = counter.tallies.get(fact.team_id)
  if (tally === undefined) counter.tallies.set(fact.team_id, (tally = counter.row.start(counter.rule)))
  tally.add(fact, gone ?? isGone(counter, fact))
  return true
}

/** A team's result. A deposit that is not later supplies player and time, or is the result where deposits count. */
export function readResult(counter: Counter, team_id: number, now: number): Result | null {
  const result = counter.tallies.get(team_id)?.result(now) ?? null
  const deposit = usedDeposit(counter, team_id, result)
  if (deposit === null) return result
  const { timestamp, user_id } = deposit
  return result === null ? { number: 1, finished: true, timestamp, user_id } : { ...result, timestamp, user_id }
}

function usedDeposit(counter: Counter, team_id: number, result: Result | null): Fact | null {
  const deposit = counter.deposits.get(team_id)
  if (deposit === undefined || !counter.names_finder) return null
  if (result === null) return counter.counts_deposits ? deposit : null
  return result.timestamp !== null && deposit.timestamp <= result.timestamp ? deposit : null
}

/** Why a folded fact counts or does not. */
export function judgeFact(counter: Counter, given: Fact, now: number): Verdict {
  if (findExclusion(counter.exclusions, given)) return 'excluded'
  const fact = readFact(given)
  if (counter.row === null || fact === null) return 'unusable'
  const misplaced = placeInTime(counter.row, counter.rule, fact.timestamp)
  if (misplaced) return misplaced
  const tally = counter.tallies.get(fact.team_id)
  if (isDeposit(fact)) {
    const result = tally?.result(now) ?? null
    if (usedDeposit(counter, fact.team_id, result)?.sequence === fact.sequence) return result === null ? 'counts' : 'names'
    return counter.counts_deposits ? 'not_first' : 'superseded'
  }
  return tally?.judge(fact, isGone(counter, fact)) ?? 'unusable'
}

/** The ledger numbers that no longer count. A retraction only removes earlier facts of its own objective. */
export function listRetracted(entries: Iterable<LedgerEntry>): Map<number, Retraction> {
  const retracted = new Map<number, Retraction>()
  for (const entry of entries) {
    if (entry.kind === 'retraction' && entry.retracts < entry.sequence) retracted.set(entry.retracts, entry)
  }
  return retracted
}

export function isRetracted(fact: Fact, retracted: ReadonlyMap<number, Retraction>): boolean {
  return retracted.get(fact.sequence)?.objective_id === fact.objective_id
}
