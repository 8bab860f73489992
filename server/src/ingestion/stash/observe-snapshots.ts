import type { GameItem } from '@muster/contract/game-api'
import type { EventId, ObjectiveId, TeamId } from '@muster/contract/ids'
import { type Matcher, sumByObjective } from '@muster/domain/conditions/matcher'
import { listChangedFacts, type LastReported } from '@muster/domain/objectives/last-reported'
import { type Expression, sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Observation } from '../../db/ledger.ts'
import type { Row } from '../../db/schema.ts'
import { createWeighed } from '../../recent.ts'
import { isWithin, type RuleBook } from '../rules/fact-rules.ts'
import { type FreshItems, type FreshList, hashKey } from './fresh-items.ts'
import { matchInSlices } from './match-in-slices.ts'
import type { MatchedItems } from './matched-items.ts'
import { unpacksInThread, unpackItemsAsync } from './stored-items.ts'
import type { Overlap } from './written-items.ts'

/** Items of bases that lie open beside what is matched: some twenty full tabs. */
const mostOfBases = 5000

export interface Snapshot
  extends Omit<Row<'stash_snapshots'>, 'items_hash' | 'change_id' | 'event_id' | 'items' | 'level' | 'class'> {
  /** Packed, or as they were when they were stored. */
  readonly items: Buffer | readonly GameItem[]
  /** Packed items of the full snapshot that this one is a delta against; null for a full one. */
  readonly base: Buffer | null
  /** Where the items are as they were when they were stored. */
  readonly overlap?: Overlap | null
}

/** What facts call the source of a snapshot. Ids are the game's: of a tab, or of the character that wears or carries the items. */
export const snapshotSource = ({ kind, stash_id }: Pick<Snapshot, 'kind' | 'stash_id'>) => `${kind}:${stash_id}`
export const stashSource = (stash_id: string) => snapshotSource({ kind: 'stash', stash_id })

type Open = (snapshot: Snapshot) => Promise<readonly GameItem[]>

/** Unpacks snapshots of a list; a base that several of them share is unpacked once. */
function createOpener(snapshots: readonly Snapshot[]): Open {
  const isBase = new Set(snapshots.map(({ base_id }) => base_id))
  const bases = createWeighed<number, readonly GameItem[]>(mostOfBases, ({ length }) => length + 1)
  const open: Open = async ({ id, items, base, base_id }) => {
    if (!Buffer.isBuffer(items)) return items
    const opened = await unpackItemsAsync({ items, base }, async (packed) => {
      const known = base_id === null ? undefined : bases.get(base_id)
      const list = known ?? (await unpackItemsAsync({ items: packed, base: null }))
      if (base_id !== null) bases.set(base_id, list)
      return list
    })
    if (isBase.has(id)) bases.set(id, opened)
    return opened
  }
  return open
}

const matcherFor = (book: RuleBook, { kind }: Pick<Snapshot, 'kind'>) => (kind === 'stash' ? book.tabs : book.characters)

const opensInThread = ({ items, base }: Snapshot): boolean => Buffer.isBuffer(items) && unpacksInThread({ items, base })

/** What does not unpack is reported when it is wanted; what no rule looks at is not unpacked. */
function openWanted(open: Open, snapshot: Snapshot, book: RuleBook): Promise<readonly GameItem[]> {
  const items = matcherFor(book, snapshot) !== null ? open(snapshot) : Promise.resolve([])
  items.catch(() => undefined)
  return items
}

/** The bases of packed snapshots, each once however many deltas are against it. @param known those that have been read with them. */
async function loadBases(
  db: Db,
  wanted: ReadonlySet<number>,
  known: ReadonlyMap<number, Buffer>,
): Promise<ReadonlyMap<number, Buffer>> {
  const missing = [...wanted].filter((id) => !known.has(id))
  if (missing.length === 0) return known
  const rows = await db
    .selectFrom('stash_snapshots')
    .select(['id', 'items'])
    .where('id', '=', sql<number>`any(${missing})`)
    .execute()
  return new Map([...known, ...rows.map(({ id, items }): [number, Buffer] => [id, items])])
}

/**
 * Snapshots after one and up to another, in order, at most `limit`; what would make the batch too large waits.
 * @param fresh items that need not be read.
 */
export async function listSnapshots(
  db: Db,
  event_id: EventId,
  range: { after: number | Expression<number>; upTo: number },
  limit: number,
  fresh?: FreshItems,
): Promise<Snapshot[]> {
  const known = fresh?.list() ?? new Map<string, FreshList>()
  const hashes = [...known.keys()].map((hash) => Buffer.from(hash, 'hex'))
  const rows = await db
    .selectFrom('stash_snapshots')
    .select(['id', 'kind', 'stash_id', 'team_id', 'user_id', 'timestamp', 'item_count', 'items_hash', 'base_id'])
    .select(sql<Buffer | null>`case when items_hash = any(${hashes}::bytea[]) then null else items end`.as('items'))
    .where('event_id', '=', event_id)
    .where('id', '>', range.after)
    .where('id', '<=', range.upTo)
    .orderBy('id')
    .limit(limit)
    .execute()
  const wanted = new Set(rows.flatMap(({ items, base_id }) => (items === null || base_id === null ? [] : [base_id])))
  const read = rows.flatMap(({ id, items }): [number, Buffer][] => (items !== null && wanted.has(id) ? [[id, items]] : []))
  const bases = await loadBases(db, wanted, new Map(read))
  return rows.map(({ items_hash, items, ...row }) => {
    const hash = hashKey(items_hash)
    fresh?.forget(hash)
    if (items !== null) return { ...row, items, base: row.base_id === null ? null : (bases.get(row.base_id) ?? null) }
    const found = known.get(hash)
    if (!found) throw new Error(`the items of snapshot ${row.id} are neither stored nor at hand`)
    return { ...row, ...found, base: null }
  })
}

/**
 * What snapshots, in order, change of what their tabs reported before. Judged by the time of each snapshot.
 * @param reported what each source reported last; updated in place.
 * @param matched what was found of items that their tabs have shown before.
 */
export async function observeSnapshots(
  snapshots: readonly Snapshot[],
  book: RuleBook,
  reported: Map<string, LastReported>,
  matched?: MatchedItems,
): Promise<Observation[]> {
  const observations: Observation[] = []
  const open = createOpener(snapshots)
  let ahead: Promise<readonly GameItem[]> | null = null
  for (const [place, snapshot] of snapshots.entries()) {
    const { id, team_id, user_id, timestamp } = snapshot
    const items = await (ahead ?? openWanted(open, snapshot, book))
    // Where another thread does it, the next is unpacked while this one is matched; no more than two lie open, and some bases. All others
    // are unpacked in their turn, so that their items are matched while they still lie in the processor's cache.
    const next = snapshots[place + 1]
    ahead = next !== undefined && opensInThread(next) ? openWanted(open, next, book) : null
    const source = snapshotSource(snapshot)
    const matcher = matcherFor(book, snapshot)
    const at = timestamp.getTime()
    const isOpen = (objective_id: number) => isWithin(book.rules.get(objective_id as ObjectiveId), at)
    const find = async (by: Matcher) => {
      if (!matched || !snapshot.overlap) return matchInSlices(by, items, at)
      return (await matched.match(by, items, snapshot.overlap)).filter(({ objective_id }) => isOpen(objective_id))
    }
    const sums = sumByObjective(matcher ? await find(matcher) : [])
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

/** Rows of the form "this source reported this number last", by source. */
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
