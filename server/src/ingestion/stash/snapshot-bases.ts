import type { EventId, TeamId, UserId } from '@muster/contract/ids'
import { createWeighed } from '../../recent.ts'

/** What is known in memory of the newest full snapshot of a tab, or of what a character wears or carries: deltas are made against it. */
export interface SnapshotBase {
  /** With the event and the tab it names the snapshot. */
  readonly change_id: string
  readonly items_hash: Buffer
  /** Whose it was: a delta against it is of the same team and person. */
  readonly team_id: TeamId
  readonly user_id: UserId | null
  /** Of its items. */
  readonly fingerprints: Int32Array
  /** For each of its items a hash of what conditions read of it (`hashComparables`); null where nobody asked for it. */
  readonly comparables: BigUint64Array | null
  /** As it is stored. */
  readonly bytes: number
  /** Of all deltas against it. Once that is as much as itself, another full snapshot costs no more. */
  delta_bytes: number
}

/** What a snapshot is of; `kind` is that of the table. */
export interface SnapshotSource {
  readonly event_id: EventId
  readonly kind: string
  readonly stash_id: string
  readonly team_id: TeamId
  readonly user_id: UserId | null
}

/**
 * The bases of the tabs of which this process has stored a full snapshot, so that nothing is read to compare with. A tab that is not here
 * is stored in full. A base here may be missing in the database, after a transaction that failed: `confirmBases` asks.
 */
export interface SnapshotBases {
  find(source: SnapshotSource): SnapshotBase | undefined
  keep(source: SnapshotSource, base: SnapshotBase): void
  /** No deltas may be stored for now; some minutes later it is tried again. */
  close(): void
  isOpen(): boolean
}

/** Memory of all of them: of 5,000 full tabs, half of them guilds', and what 1,000 players wear and carry. */
const most_bytes = 30 * 1024 * 1024
/** Of what a base needs besides its fingerprints. */
const base_bytes = 500
const closedFor_ms = 10 * 60_000

const keyOf = ({ event_id, kind, stash_id }: SnapshotSource) => `${event_id}:${kind}:${stash_id}`

export function createSnapshotBases(): SnapshotBases {
  const kept = createWeighed<string, SnapshotBase>(
    most_bytes,
    ({ fingerprints, comparables }) => fingerprints.byteLength + (comparables?.byteLength ?? 0) + base_bytes,
  )
  let closedUntil_ms = Number.NEGATIVE_INFINITY
  const isOpen = () => performance.now() >= closedUntil_ms
  return {
    isOpen,
    find(source) {
      const base = isOpen() ? kept.get(keyOf(source)) : undefined
      return base && base.team_id === source.team_id && base.user_id === source.user_id ? base : undefined
    },
    keep(source, base) {
      if (isOpen()) kept.set(keyOf(source), base)
    },
    close: () => (closedUntil_ms = performance.now() + closedFor_ms),
  }
}
