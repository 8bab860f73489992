import type { Fact } from '@muster/domain/scoring/ledger'
import type { Observation } from '../../db/ledger.ts'
import type { StoredFact } from './stored-facts.ts'

/** What the ledger holds of an event now, ready to fold, and what it would hold after a change. */
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
  /** Objectives of which everything stored is matched again. */
  readonly rematched: ReadonlySet<number>
  /** What that finds, in its order. */
  readonly observed: readonly Observation[]
  /** What the guild logs name after the change; null: nobody reads them. */
  readonly deposits: readonly Observation[] | null
  /** Facts and retractions that the change itself appends. */
  readonly appended: readonly StoredFact[]
}

/** What a fact and an observation of the same thing have in common. */
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

/** How many of one list are not in another, counting repetitions. */
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
 * Puts what a change would find in the place of what is in the ledger, as `replaceFacts` and `recordDeposits` would once
 * everything is done. Histories of a source that stay the same are left as they are; what a person took out of the count stays
 * out where the same is seen again.
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

/** Whether a person took the same out of the count, seen in the same place. */
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
