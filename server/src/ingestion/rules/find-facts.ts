import type { EventId } from '@muster/contract/ids'
import type { MatcherOptions } from '@muster/domain/conditions/matcher'
import { type FactRule, readsItems } from '@muster/domain/objectives/fact-rule'
import type { LastReported } from '@muster/domain/objectives/last-reported'
import type { Db } from '../../db/connect.ts'
import type { Observation } from '../../db/ledger.ts'
import { listTrackedReadings, loadStates, observeReadings } from '../characters/observe-readings.ts'
import { listSnapshots, observeSnapshots } from '../stash/observe-snapshots.ts'
import { writeRuleBook } from './fact-rules.ts'
import { hasChanged } from './reported-numbers.ts'

const snapshotsAtOnce = 100
const readingsAtOnce = 1000

/** Facts found by rules in all stored data. */
export interface FoundFacts {
  /** Grouped by rule, in the order of observation. */
  readonly facts: readonly Observation[]
  /** Number of snapshots and readings evaluated. */
  readonly read: number
}

/**
 * The result of a re-evaluation with these rules, without storing it. Reads the same data in the same order: all snapshots up to
 * the evaluation cursor, and all tracked readings.
 */
export async function findFacts(
  db: Db,
  event_id: EventId,
  rules: ReadonlyMap<number, FactRule>,
  options: MatcherOptions,
): Promise<FoundFacts> {
  const chosen = (isWanted: (rule: FactRule) => boolean) => new Map([...rules].filter(([, rule]) => isWanted(rule)))
  const items = await findInSnapshots(db, event_id, chosen(readsItems), options)
  const numbers = await findInReadings(
    db,
    event_id,
    chosen((rule) => !readsItems(rule)),
    options,
  )
  return { facts: [...items.facts, ...numbers.facts], read: items.read + numbers.read }
}

type Rules = ReadonlyMap<number, FactRule>

async function findInSnapshots(db: Db, event_id: EventId, rules: Rules, options: MatcherOptions): Promise<FoundFacts> {
  const facts: Observation[] = []
  if (rules.size === 0) return { facts, read: 0 }
  const cursor = await db
    .selectFrom('evaluation_cursors')
    .select('snapshot_id')
    .where('event_id', '=', event_id)
    .executeTakeFirst()
  const upTo = cursor?.snapshot_id ?? 0
  const book = writeRuleBook(rules, options)
  const reported = new Map<string, LastReported>()
  let read = 0
  for (let after = 0; ; ) {
    const snapshots = await listSnapshots(db, event_id, { after, upTo }, snapshotsAtOnce)
    facts.push(...(await observeSnapshots(snapshots, book, reported)))
    read += snapshots.length
    after = snapshots.at(-1)?.id ?? after
    if (snapshots.length < snapshotsAtOnce) return { facts, read }
  }
}

async function findInReadings(db: Db, event_id: EventId, rules: Rules, options: MatcherOptions): Promise<FoundFacts> {
  const facts: Observation[] = []
  if (rules.size === 0) return { facts, read: 0 }
  const reported = new Map<string, LastReported>()
  let read = 0
  for (let after = 0; ; ) {
    const tracked = await listTrackedReadings(db, event_id, after, readingsAtOnce)
    const states = await loadStates(
      db,
      tracked.flatMap((one) => one.reading_ids),
    )
    const seen = observeReadings(tracked, states, rules, options.game_version)
    facts.push(...seen.filter((one) => hasChanged(reported, one)))
    read += tracked.length
    after = tracked.at(-1)?.id ?? after
    if (tracked.length < readingsAtOnce) return { facts, read }
  }
}
