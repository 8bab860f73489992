import type { PublicStashPage } from '@muster/contract/game-api'
import type { EventId } from '@muster/contract/ids'
import type { Context } from '../context.ts'
import { listParticipants, mapKnownTabs, nameKey } from '../ingestion/participants.ts'
import { type PickedPage, pickTabs, storePages } from '../ingestion/stash/store-pages.ts'
import { getEvent } from './events.ts'

type Stored = Pick<Context, 'db' | 'clock'>

/** A page of the public stash stream with the tabs of an event's participants. */
export async function pickStreamPage(
  { db, clock }: Stored,
  event_id: EventId,
  page: PublicStashPage,
  change_id: string,
): Promise<PickedPage> {
  const { name } = await getEvent(db, event_id)
  const participants = await listParticipants(db, event_id)
  const byName = new Map(participants.map((one) => [nameKey(one.account_name), one]))
  const known = await mapKnownTabs(db, event_id, participants)
  const tabs = pickTabs(page, name, byName, known)
  return { change_id, at: new Date(clock.now()), tabs }
}

/** @returns the number of stored snapshots. */
export async function storeStreamPages(
  { db }: Pick<Stored, 'db'>,
  event_id: EventId,
  pages: readonly PickedPage[],
): Promise<number> {
  const event = await getEvent(db, event_id)
  return db.transact((tx) => storePages(tx, event, pages))
}
