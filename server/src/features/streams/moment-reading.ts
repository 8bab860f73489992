import type { EventId } from '@muster/contract/ids'
import type { Moment, MomentReader } from '@muster/domain/broadcast/moments'
import type { Db } from '../../db/connect.ts'
import { yieldTurn } from '../../ingestion/stash/match-in-slices.ts'
import { findSequence, listChangesAfter } from '../scores/store.ts'

/** Changes read at once. */
const chunk = 2000

/** The moments of an event up to one of its numbered changes. */
export interface MomentsAt {
  readonly sequence: number
  readonly reader: MomentReader
  readonly moments: readonly Moment[]
}

/** Reads the changes up to the newest: all of them the first time, then only new ones. */
export async function moveOn(db: Db, event_id: EventId, before: MomentsAt | null, begin: () => MomentReader): Promise<MomentsAt> {
  const sequence = await findSequence(db, event_id)
  if (before?.sequence === sequence) return before
  // The numbers go backwards after the database was restored.
  const known = before && before.sequence < sequence ? before : null
  const reader = known?.reader ?? begin()
  let after = known?.sequence ?? 0
  while (after < sequence) {
    const changes = await listChangesAfter(db, event_id, after, chunk)
    reader.read(changes.filter((change) => change.sequence <= sequence))
    // Numbers may have a gap, of a million after a restore.
    after = changes.at(-1)?.sequence ?? sequence
  }
  return { sequence, reader, moments: reader.list() }
}

/** Moments handled at once. */
const slice = 1000

/** The parts of a long list, with other work of this process in between. */
export async function* inTurns<T>(list: readonly T[]): AsyncGenerator<readonly T[]> {
  for (let from = 0; from < list.length; from += slice) {
    await yieldTurn()
    yield list.slice(from, from + slice)
  }
}
