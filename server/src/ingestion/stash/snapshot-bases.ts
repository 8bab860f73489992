import type { EventId, TeamId, UserId } from '@muster/contract/ids'
import { createWeighed } from '../../recent.ts'

/** The newest whole snapshot of a tab, or of what a character wears or carries, as far as the next one is compared with it. */
export interface SnapshotBase {
  /** With the event and the tab it names the snapshot. */
  readonly change_id: string
  readonly items_hash: Buffer
  /** Whose it was: nothing of others is told by it. */
  readonly team_id: TeamId
  readonly user_id: UserId | null
  /** Of its items. */
  readonly prints: Int32Array
  /** As it is stored. */
  readonly bytes: number
  /** Of all that is told by it. Once that is as much as the whole, another whole costs no more. */
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
 * The bases of the tabs that this process has stored a whole of, so that nothing is read to compare with. What is not here is stored as a
 * whole. It may name what is not in the database, after a transaction that failed: `confirmBases` asks.
 */
export interface SnapshotBases {
  find(source: SnapshotSource): SnapshotBase | undefined
  keep(source: SnapshotSource, base: SnapshotBase): void
  /** Nothing may be stored as a difference yet, or any more; some minutes later it is tried again. */
  close(): void
  isOpen(): boolean
}

/** Memory of all of them: of 5,000 full tabs and what 1,000 players wear and carry. */
const most_bytes = 24 * 1024 * 1024
/** Of what a base needs besides its prints. */
const base_bytes = 500
const closedFor_ms = 10 * 60_000

const keyOf = ({ event_id, kind, stash_id }: SnapshotSource) => `${event_id}:${kind}:${stash_id}`

export function createSnapshotBases(): SnapshotBases {
  const kept = createWeighed<string, SnapshotBase>(most_bytes, ({ prints }) => prints.byteLength + base_bytes)
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
