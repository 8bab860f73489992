import type { EventId, TeamId } from '@muster/contract/ids'
import type { Deposit } from '@muster/contract/team-stash'
import { findDeposit, type LoggedItem, type PlacedLine } from '@muster/domain/guilds/item-lines'
import type { Db } from '../../db/connect.ts'
import { listParticipants, nameKey } from '../../ingestion/participants.ts'
import { listLinesOfPlaces, type LogPlace, type TeamLogLine } from './log-store.ts'
import { listPeople } from './team-store.ts'

/** How much later than ours the clock of the game's log may be. */
const clockDifference_ms = 60_000

/** An item, and when it was seen where it lies; milliseconds. */
export interface SeenItem {
  readonly item: LoggedItem
  readonly seen_at: number
}

type ReadLine = PlacedLine & { readonly line: TeamLogLine }

export const readLine = (line: TeamLogLine): ReadLine => ({ ...line, timestamp: line.timestamp.getTime(), line })

const placeKey = (tab: string | null, x: number, y: number) => JSON.stringify([tab, x, y])

/** Who put each of these items where it lies, as far as the team's logs let that be inferred; in their order. */
export async function findDeposits(
  db: Db,
  event_id: EventId,
  team_id: TeamId,
  items: readonly SeenItem[],
): Promise<(Deposit | null)[]> {
  const places = items.flatMap(({ item: { tab, x, y } }): LogPlace[] => (x === null || y === null ? [] : [{ tab, x, y }]))
  const lines = (await listLinesOfPlaces(db, event_id, team_id, places)).map(readLine)
  if (lines.length === 0) return items.map(() => null)
  const byPlace = Map.groupBy(lines, ({ stash_name, x, y }) => placeKey(stash_name, x, y))
  const found = items.map(({ item, seen_at }) =>
    findDeposit(byPlace.get(placeKey(item.tab, item.x ?? 0, item.y ?? 0)) ?? [], item, seen_at + clockDifference_ms),
  )
  const accounts = new Map((await listParticipants(db, event_id)).map((one) => [nameKey(one.account_name), one.user_id]))
  const userOf = (deposit: ReadLine) => accounts.get(nameKey(deposit.line.account_name))
  const people = await listPeople(
    db,
    found.flatMap((deposit) => (deposit && userOf(deposit)) ?? []),
  )
  return found.map((deposit) => {
    if (!deposit) return null
    const { guild_id, entry_id, account_name } = deposit.line
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
