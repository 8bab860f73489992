import { type PublicStashChange, realmOf } from '@muster/contract/game-api'
import type { GameAnswer } from '../gateways/game/gateway.ts'
import { getPictureBook } from '../ingestion/item-pictures.ts'
import { listParticipants, mapKnownTabs, nameKey, type Participant } from '../ingestion/participants.ts'
import { concernsEvent, pickTabs } from '../ingestion/stash/store-pages.ts'
import type { GameRound } from './job.ts'
import type { TakenPage } from './page-reader.ts'

/** Event time: how long the list of participants is cached. People join and change teams during an event. */
const ownersLife_ms = 30_000

/**
 * Minimum event time between two pages used to learn item pictures. Learning takes 0.3 ms for a page of 1,020 items, 5 % of its
 * reading time (measured 26 November 2026): every page of the live stream is used, but few of a backlog.
 */
const picturesEvery_ms = 500

/** The owners of tabs, by account name or by tab id. */
interface Owners {
  readonly byName: ReadonlyMap<string, Participant>
  readonly knownTabs: ReadonlyMap<string, Participant>
}

/**
 * Fetches pages of the public stash stream with the tabs of an event's participants; the items of all tabs provide addresses of
 * pictures.
 */
export function createPageFetcher() {
  let owners: Owners = { byName: new Map(), knownTabs: new Map() }
  let ownersUntil = Number.NEGATIVE_INFINITY
  let picturesDueAt = Number.NEGATIVE_INFINITY

  async function refreshOwners({ ctx: { db, clock }, event: { id } }: GameRound): Promise<void> {
    const now = clock.now()
    if (now < ownersUntil) return
    const participants = await listParticipants(db, id)
    const byName = new Map(participants.map((one) => [nameKey(one.account_name), one]))
    owners = { byName, knownTabs: await mapKnownTabs(db, id, participants) }
    ownersUntil = now + ownersLife_ms
  }

  /** The owners of tabs are decided by the participants at the time of the request. */
  async function fetchPage(
    { ctx, event, signal }: GameRound,
    change_id: string,
    onNext: (next: string) => void,
  ): Promise<GameAnswer<TakenPage>> {
    const { byName, knownTabs } = owners
    const pictures = getPictureBook(ctx, realmOf(event.game_version))
    const now = ctx.clock.now()
    const teachesPictures = now >= picturesDueAt
    if (teachesPictures) picturesDueAt = now + picturesEvery_ms
    // Each tab is in memory only at this point, and strangers' tabs provide pictures as well.
    const isOurs = (tab: PublicStashChange) => {
      if (teachesPictures && tab.items) pictures.note(tab.items, now)
      return concernsEvent(tab, event.name, byName, knownTabs)
    }
    const answer = await ctx.game.fetchPublicStashes(change_id, isOurs, signal, onNext)
    if (!answer.ok) return answer
    const { next_change_id, isEmpty } = answer.value
    const at = new Date(ctx.clock.now())
    const tabs = pickTabs(answer.value, event.name, byName, knownTabs)
    return { ok: true, value: { change_id, next_change_id, at, tabs, isEmpty } }
  }

  return { refreshOwners, fetchPage }
}
