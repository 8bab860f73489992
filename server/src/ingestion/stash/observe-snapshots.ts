import type { GameItem } from '@muster/contract/game-api'
import type { EventId, ObjectiveId, TeamId } from '@muster/contract/ids'
import { sumByObjective } from '@muster/domain/conditions/matcher'
import { listChangedFacts, type LastReported } from '@muster/domain/objectives/last-reported'
import { type Expression, sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Observation } from '../../db/ledger.ts'
import type { Row } from '../../db/schema.ts'
import { isWithin, type RuleBook } from '../rules/fact-rules.ts'
import { type FreshItems, hashKey } from './fresh-items.ts'
import { matchInSlices } from './match-in-slices.ts'
import { baseItems } from './pack-snapshots.ts'
import { unpackItems } from './stored-items.ts'

export interface Snapshot
  extends Omit<Row<'stash_snapshots'>, 'items_hash' | 'change_id' | 'event_id' | 'items' | 'level' | 'class' | 'base_id'> {
  /** Compressed, or still in memory if stored recently. */
  readonly items: Buffer | readonly GameItem[]
  /** Compressed items of the base; null without one. */
  readonly base: Buffer | null
}

/** The name of a snapshot's source in facts. Ids are the game's: of a tab, or of the character with the items. */
export const snapshotSource = ({ kind, stash_id }: Pick<Snapshot, 'kind' | 'stash_id'>) => `${kind}:${stash_id}`
export const stashSource = (stash_id: string) => snapshotSource({ kind: 'stash', stash_id })

const openItems = ({ items, base }: Snapshot) => (Buffer.isBuffer(items) ? unpackItems({ items, base }) : items)

const matcherFor = (book: RuleBook, { kind }: Pick<Snapshot, 'kind'>) => (kind === 'stash' ? book.tabs : book.characters)

/**
 * Snapshots in a range of ids, in order, at most `limit`; snapshots beyond the size of a batch are left for the next one.
 * @param fresh items that need not be read.
 */
export async function listSnapshots(
  db: Db,
  event_id: EventId,
  range: { after: number | Expression<number>; upTo: number },
  limit: number,
  fresh?: FreshItems,
): Promise<Snapshot[]> {
  // A copy: entries may be removed during the query.
  const known = new Map(fresh?.entries())
  const hashes = [...known.keys()].map((hash) => Buffer.from(hash, 'hex'))
  const rows = await db
    .selectFrom('stash_snapshots')
    .select(['id', 'kind', 'stash_id', 'team_id', 'user_id', 'timestamp', 'item_count', 'items_hash'])
    .select(sql<Buffer | null>`case when items_hash = any(${hashes}::bytea[]) then null else items end`.as('items'))
    .select(sql<Buffer | null>`case when items_hash = any(${hashes}::bytea[]) then null else ${baseItems} end`.as('base'))
    .where('event_id', '=', event_id)
    .where('id', '>', range.after)
    .where('id', '<=', range.upTo)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ items_hash, items, ...row }) => {
    const hash = hashKey(items_hash)
    fresh?.delete(hash)
    const found = items ?? known.get(hash)
    if (!found) throw new Error(`snapshot ${row.id} has no items in the database and none in memory`)
    return { ...row, items: found }
  })
}

/**
 * Changes that snapshots, in order, make to the numbers last reported by their tabs. The time of each snapshot decides.
 * @param reported last reported number of each source; updated in place.
 */
export async function observeSnapshots(
  snapshots: readonly Snapshot[],
  book: RuleBook,
  reported: Map<string, LastReported>,
): Promise<Observation[]> {
  const observations: Observation[] = []
  for (const snapshot of snapshots) {
    const { id, team_id, user_id, timestamp } = snapshot
    const source = snapshotSource(snapshot)
    const matcher = matcherFor(book, snapshot)
    const at = timestamp.getTime()
    const isOpen = (objective_id: number) => isWithin(book.rules.get(objective_id as ObjectiveId), at)
    // Without a rule for the items, they are not decompressed.
    const completions = matcher ? await matchInSlices(matcher, openItems(snapshot), at) : []
    const sums = sumByObjective(completions)
    const before: LastReported = reported.get(source) ?? new Map()
    reported.set(source, before)
    for (const changed of listChangedFacts(before, team_id, sums, isOpen)) {
      observations.push({
        objective_id: changed.objective_id as ObjectiveId,
        team_id: changed.team_id as TeamId,
        user_id,
        source,
        number: changed.number,
        timestamp,
        stash_snapshot_id: id,
      })
    }
  }
  return observations
}

/** Groups rows of the form "this source last reported this number" by source. */
export function gatherReported(
  rows: readonly { source: string; team_id: number; objective_id: number; number: number }[],
): Map<string, LastReported> {
  const reported = new Map<string, LastReported>()
  for (const { source, team_id, objective_id, number } of rows) {
    if (number === 0) continue
    const teams: LastReported = reported.get(source) ?? new Map()
    const objectives = teams.get(team_id) ?? new Map<number, number>()
    reported.set(source, teams.set(team_id, objectives.set(objective_id, number)))
  }
  return reported
}
