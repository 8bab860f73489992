import type { Fact } from '@muster/domain/scoring/ledger'
import type { Observation } from '../../db/ledger.ts'
import type { StoredFact } from './stored-facts.ts'

/** The facts of an event that count now, ready to fold, and those after a change. */
export interface DraftLedger {
  readonly now: readonly Fact[]
  readonly after: readonly Fact[]
  readonly added: number
  readonly removed: number
}

export interface FoundForDraft {
  /** Objectives that exist after the change. */
  readonly objective_ids: ReadonlySet<number>
  readonly team_ids: ReadonlySet<number>
  /** Objectives for which all stored data is re-evaluated. */
  readonly rematched: ReadonlySet<number>
  /** Result of the re-evaluation, in order. */
  readonly observed: readonly Observation[]
  /** Facts from the guild logs after the change; null if there are no logs. */
  readonly deposits: readonly Observation[] | null
  /** Facts and retractions appended by the change itself. */
  readonly appended: readonly StoredFact[]
}

/** Shared fields that identify the source of a fact or an observation. */
interface Keyed {
  readonly objective_id: number
  readonly team_id: number
  readonly source: string
}
const keyOf = ({ objective_id, source, team_id }: Keyed) => `${objective_id}|${team_id}|${source}`
const isObserved = ({ source }: { source: string }) => /^(stash|user|team):/.test(source)
const isDeposit = ({ source }: { source: string }) => source.startsWith('deposit:')

function groupByKey<T extends Keyed>(facts: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const fact of facts) {
    const key = keyOf(fact)
    const group = groups.get(key)
    if (group) group.push(fact)
    else groups.set(key, [fact])
  }
  return groups
}

type Counted = StoredFact & { readonly kind: 'fact' }

interface Told {
  readonly number: number
  readonly timestamp: Date | number
  readonly user_id: number | null
}
const toTime = (timestamp: Date | number) => (typeof timestamp === 'number' ? timestamp : timestamp.getTime())
const tell = ({ number, timestamp, user_id }: Told) => `${number} ${toTime(timestamp)} ${user_id ?? ''}`

/** Number of entries in one list without a counterpart in the other; repetitions count. */
function countMissing(from: readonly Told[], others: readonly Told[]): number {
  const left = new Map<string, number>()
  for (const one of others) left.set(tell(one), (left.get(tell(one)) ?? 0) + 1)
  let missing = 0
  for (const one of from) {
    const count = left.get(tell(one)) ?? 0
    if (count === 0) missing += 1
    else left.set(tell(one), count - 1)
  }
  return missing
}

/**
 * Replaces ledger facts with those found for a change, like `replaceFacts` and `recordDeposits` will do after saving. Unchanged
 * histories of a source stay; facts excluded by a person stay out if the same is found again.
 */
export function draftLedger(stored: readonly StoredFact[], found: FoundForDraft): DraftLedger {
  const all = [...stored, ...found.appended]
  const retractions = (entries: readonly StoredFact[]) => entries.filter((entry) => entry.kind === 'retraction')
  const facts = (entries: readonly StoredFact[]) => entries.filter((entry): entry is Counted => entry.kind === 'fact')
  const outNow = new Set(retractions(stored).map(({ retracts }) => retracts))
  const now = facts(stored).filter(({ sequence }) => !outNow.has(sequence))

  const out = new Set(retractions(all).map(({ retracts }) => retracts))
  const outByProgram = new Set(retractions(all).flatMap((one) => (one.is_automatic ? [one.retracts] : [])))
  const kept = facts(all).filter((fact) => found.objective_ids.has(fact.objective_id))
  const isSeen = ({ sequence }: Counted) => !outByProgram.has(sequence)
  const isCounted = ({ sequence }: Counted) => !out.has(sequence)

  const isReplaceable = (fact: Counted) => found.rematched.has(fact.objective_id) && isObserved(fact)
  const seen = groupByKey(kept.filter((fact) => isReplaceable(fact) && isSeen(fact)))
  const fresh = groupByKey(found.observed.filter(({ team_id }) => found.team_ids.has(team_id)))
  const changed = new Set(
    [...new Set([...seen.keys(), ...fresh.keys()])].filter(
      (key) => (seen.get(key) ?? []).map(tell).join() !== (fresh.get(key) ?? []).map(tell).join(),
    ),
  )
  let [added, removed] = [0, 0]
  for (const key of changed) {
    const [before, after] = [seen.get(key) ?? [], fresh.get(key) ?? []]
    added += countMissing(after, before)
    removed += countMissing(before, after)
  }
  const replacements = [...fresh].flatMap(([key, group]) =>
    changed.has(key) ? group.filter((one) => !isRuledOut(one, seen.get(key) ?? [], out)) : [],
  )

  const wanted = found.deposits && new Set(found.deposits.map(keyOf))
  const isStale = (fact: Counted) => wanted !== null && isDeposit(fact) && !wanted.has(keyOf(fact))
  const known = groupByKey(kept.filter((fact) => isDeposit(fact) && isSeen(fact) && !isStale(fact)))
  const named = (found.deposits ?? []).filter(
    (one) => found.team_ids.has(one.team_id) && known.get(keyOf(one))?.at(-1)?.number !== one.number,
  )
  const stale = kept.filter((fact) => isStale(fact) && isCounted(fact))

  const end = all.at(-1)?.sequence ?? 0
  const left = kept.filter((fact) => isCounted(fact) && !isStale(fact) && !(isReplaceable(fact) && changed.has(keyOf(fact))))
  const fresh_facts = [...replacements, ...named].map((one, index) => toFact({ ...one, sequence: end + 1 + index }))
  return {
    now: now.map(toFact),
    after: [...left.map(toFact), ...fresh_facts],
    added: added + named.length,
    removed: removed + stale.length,
  }
}

/** Whether a person has excluded the same result from the same place. */
function isRuledOut(one: Observation, before: readonly Counted[], out: ReadonlySet<number>): boolean {
  return before.some(
    (fact) =>
      out.has(fact.sequence) &&
      fact.number === one.number &&
      toTime(fact.timestamp) === toTime(one.timestamp) &&
      fact.stash_snapshot_id === (one.stash_snapshot_id ?? null),
  )
}

interface Countable extends Told {
  readonly sequence: number
  readonly objective_id: number
  readonly team_id: number
  readonly source: string
}

const toFact = ({ sequence, objective_id, team_id, user_id, source, number, timestamp }: Countable): Fact => ({
  kind: 'fact',
  sequence,
  objective_id,
  team_id,
  user_id,
  source,
  number,
  timestamp: toTime(timestamp),
})
