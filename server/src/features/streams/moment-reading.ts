import type { EventId } from '@muster/contract/ids'
import type { Moment, MomentReader } from '@muster/domain/broadcast/moments'
import type { Db } from '../../db/connect.ts'
import { listChangesAfter } from '../scores/store.ts'

/** Changes read at once. */
const chunk = 5000

/** The moments of an event up to one of its numbered changes. */
export interface MomentsAt {
  readonly sequence: number
  readonly reader: MomentReader
  readonly moments: readonly Moment[]
}

/** Reads the changes up to a number: all of them the first time, then only new ones. */
export async function moveOn(
  db: Db,
  event_id: EventId,
  before: MomentsAt | null,
  sequence: number,
  begin: () => MomentReader,
): Promise<MomentsAt> {
  if (before?.sequence === sequence) return before
  const reader = before?.reader ?? begin()
  for (let after = before?.sequence ?? 0; after < sequence; after += chunk) {
    const last = Math.min(sequence, after + chunk)
    const changes = await listChangesAfter(db, event_id, after, chunk)
    reader.read(changes.filter((change) => change.sequence <= last))
  }
  return { sequence, reader, moments: reader.list() }
}
