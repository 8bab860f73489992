import type { PublicStashPage } from '@muster/contract/game-api'
import type { EventId } from '@muster/contract/ids'
import type { Context } from '../context.ts'
import { listParticipants, mapKnownTabs, nameKey } from '../ingestion/participants.ts'
import type { SnapshotBases } from '../ingestion/stash/snapshot-bases.ts'
import { type PackedPage, packPage, storePages } from '../ingestion/stash/store-pages.ts'
import { getEvent } from './events.ts'

type Stored = Pick<Context, 'db' | 'clock'>

/** A page of the public stash stream, packed for the participants of an event. */
export async function packStreamPage(
  { db, clock }: Stored,
  event_id: EventId,
  page: PublicStashPage,
  change_id: string,
  bases?: SnapshotBases,
): Promise<PackedPage> {
  const { name } = await getEvent(db, event_id)
  const participants = await listParticipants(db, event_id)
  const byName = new Map(participants.map((one) => [nameKey(one.account_name), one]))
  const known = await mapKnownTabs(db, event_id, participants)
  const tabs = await packPage(page, name, byName, known, bases && { event_id, bases })
  return { change_id, at: new Date(clock.now()), tabs }
}

/** @returns how many snapshots were stored. */
export async function storeStreamPages(
  { db }: Pick<Stored, 'db'>,
  event_id: EventId,
  pages: readonly PackedPage[],
  bases?: SnapshotBases,
): Promise<number> {
  const event = await getEvent(db, event_id)
  return db.transact((tx) => storePages(tx, event, pages, bases))
}
