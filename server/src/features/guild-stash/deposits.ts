import type { EventId, TeamId } from '@muster/contract/ids'
import type { Deposit } from '@muster/contract/team-stash'
import { findDeposit, type LoggedItem } from '@muster/domain/guilds/item-lines'
import type { LogEntry } from '@muster/domain/guilds/log-page'
import { compareLines } from '@muster/domain/guilds/movements'
import type { Db } from '../../db/connect.ts'
import { listNamedPlayers, nameKey } from '../../ingestion/participants.ts'
import { listLinesOfPlaces, type LogPlace, type TeamLogLine } from './log-store.ts'
import { listPeople } from './team-store.ts'

/** Largest difference between the game's clock in its log and Muster's. */
const clockDifference_ms = 60_000

/** An item, and when it was seen in its position; milliseconds. */
export interface SeenItem {
  readonly item: LoggedItem
  readonly seen_at: number
}

/**
 * Names of a tab in the log: its own name, and for part of a collection, which Muster names after its content, also the game's
 * own name and the name of the collection.
 */
export const listLogNames = (
  tab: { readonly name: string },
  sent_name: string | null,
  collection: { readonly name: string } | null | undefined,
): string[] => [...new Set([tab.name, sent_name, collection?.name])].filter((name) => typeof name === 'string')

type ReadLine = LogEntry & Pick<TeamLogLine, 'guild_id'>

export const readLine = (line: TeamLogLine): ReadLine => ({ ...line, timestamp: line.timestamp.getTime() })

const placeKey = (tab: string | null, x: number, y: number) => JSON.stringify([tab, x, y])

/** The deposit of each of these items, as far as the team's logs allow to infer it; in their order. */
export async function findDeposits(
  db: Db,
  event_id: EventId,
  team_id: TeamId,
  items: readonly SeenItem[],
): Promise<(Deposit | null)[]> {
  const places = items.flatMap(({ item: { tabs, x, y } }): LogPlace[] =>
    x === null || y === null ? [] : tabs.map((tab) => ({ tab, x, y })),
  )
  const lines = (await listLinesOfPlaces(db, event_id, team_id, places)).map(readLine)
  if (lines.length === 0) return items.map(() => null)
  const byPlace = Map.groupBy(lines, ({ stash_name, x, y }) => placeKey(stash_name, x, y))
  const found = items.map(({ item, seen_at }) => {
    const here = item.tabs.flatMap((tab) => byPlace.get(placeKey(tab, item.x ?? 0, item.y ?? 0)) ?? [])
    return findDeposit(here.toSorted(compareLines), item, seen_at + clockDifference_ms)
  })
  const accounts = new Map((await listNamedPlayers(db, event_id)).map((one) => [nameKey(one.account_name), one.user_id]))
  const userOf = (deposit: ReadLine) => accounts.get(nameKey(deposit.account_name))
  const people = await listPeople(
    db,
    found.flatMap((deposit) => (deposit && userOf(deposit)) ?? []),
  )
  return found.map((deposit) => {
    if (!deposit) return null
    const { guild_id, entry_id, account_name } = deposit
    const user_id = userOf(deposit)
    return {
      guild_id,
      entry_id: String(entry_id),
      timestamp: Math.floor(deposit.timestamp / 1000),
      account_name,
      user: (user_id !== undefined && people.get(user_id)) || null,
      match: 'place',
    }
  })
}
