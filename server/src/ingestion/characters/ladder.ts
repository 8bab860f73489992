import type { LadderEntryOfGame } from '@muster/contract/game-api'
import type { EventId, UserId } from '@muster/contract/ids'
import { games } from '@muster/domain/events/games'
import { sql } from 'kysely'
import type { GameContext } from '../../context.ts'
import { notify } from '../../db/ledger.ts'
import type { Row } from '../../db/schema.ts'
import type { GameFailure } from '../../gateways/game/gateway.ts'
import { nameKey, type Participant } from '../participants.ts'
import type { Tx } from '../../db/connect.ts'

/** Enough for the 500 entries of a normal page; a ladder with tiny pages is given up. */
const maxPages = 750

/**
 * Reads all pages before storing anything: a missing page would leave a hole in the ladder. Entries can shift between pages, so a
 * character seen twice keeps its better rank.
 */
export async function readLadder(
  ctx: GameContext,
  league: Pick<Row<'events'>, 'name' | 'game_version'>,
  signal: AbortSignal,
): Promise<{ ok: true; entries: LadderEntryOfGame[] } | { ok: false; failure: GameFailure }> {
  const { name, game_version } = league
  const { ladder_places } = games[game_version]
  const byCharacter = new Map<string, LadderEntryOfGame>()
  for (let offset = 0, total = 1, pages = 0; offset < Math.min(total, ladder_places); ) {
    if (++pages > maxPages) {
      const detail = `Gave up after ${maxPages} pages with ${offset} of ${total} entries`
      return { ok: false, failure: { reason: 'malformed', detail } }
    }
    const page = await ctx.game.fetchLadderPage(name, game_version, offset, signal)
    if (!page.ok) return page
    for (const entry of page.value.entries) if (!byCharacter.has(entry.character.id)) byCharacter.set(entry.character.id, entry)
    total = page.value.total
    if (page.value.entries.length === 0) break
    offset += page.value.entries.length
  }
  return { ok: true, entries: [...byCharacter.values()].sort((a, b) => a.rank - b.rank) }
}

/** Owners of an event's characters, by character id. */
export async function loadOwners(tx: Tx, event_id: EventId): Promise<Map<string, UserId | null>> {
  const query = tx.selectFrom('characters').select(['id', 'user_id']).where('event_id', '=', event_id)
  const owners = await query.execute()
  return new Map(owners.map((row) => [row.id, row.user_id]))
}

/** Finds the participant of an entry. */
type EntryOwner = (entry: LadderEntryOfGame) => UserId | null

/** @param ownerOf see `loadOwners`. */
export function createEntryOwner(participants: readonly Participant[], ownerOf: ReadonlyMap<string, UserId | null>): EntryOwner {
  const byName = new Map(participants.map((one) => [nameKey(one.account_name), one.user_id]))
  // By character first: hidden accounts have no name on the ladder, and names can change.
  return ({ character, account }) => ownerOf.get(character.id) ?? byName.get(nameKey(account?.name ?? '')) ?? null
}

type TrackedCharacter = Pick<Row<'characters'>, 'id' | 'user_id' | 'experience'>

/**
 * Participants with a better character on the ladder than their scoring one. The character must be alive, and played since the
 * ladder was stored: otherwise its owner's list has nothing new. The game's API marks dead and retired characters.
 */
export async function listOvertaken(
  tx: Tx,
  event_id: EventId,
  entries: readonly LadderEntryOfGame[],
  userOf: EntryOwner,
  tracked: Iterable<TrackedCharacter>,
): Promise<{ user_id: UserId; has_tracked: boolean }[]> {
  const trackedOf = new Map([...tracked].map((one) => [one.user_id, one]))
  const better = entries.flatMap((entry) => {
    if (entry.dead || entry.retired) return []
    const { id } = entry.character
    const experience = entry.character.experience ?? 0
    const user_id = userOf(entry)
    const scoring = trackedOf.get(user_id)
    const isBetter = scoring === undefined || (scoring.id !== id && experience > scoring.experience)
    return user_id !== null && isBetter ? [{ user_id, id, experience, has_tracked: scoring !== undefined }] : []
  })
  if (better.length === 0) return []
  const ids = better.map(({ id }) => id)
  const query = tx.selectFrom('ladder_entries').select(['character_id', 'experience']).where('event_id', '=', event_id)
  const stored = await query.where('character_id', '=', sql<string>`any(${ids}::text[])`).execute()
  const before = new Map(stored.map((row) => [row.character_id, row.experience]))
  return better.filter(({ id, experience }) => experience !== before.get(id))
}

/** Replaces the whole stored ladder in one transaction; readers see the old one or the new one, never a mixture. */
export function replaceLadder(
  tx: Tx,
  event_id: EventId,
  entries: readonly LadderEntryOfGame[],
  participants: readonly Participant[],
  userOf: EntryOwner,
): void {
  const nameOf = new Map<UserId | null, string>(participants.map((one) => [one.user_id, one.account_name]))
  // Participants are shown by name even if they hide it on the game's ladder.
  const accountOf = (entry: LadderEntryOfGame) => entry.account?.name ?? nameOf.get(userOf(entry)) ?? ''
  const column = <T>(pick: (entry: LadderEntryOfGame) => T) => entries.map(pick)
  const ids = column((entry) => entry.character.id)
  tx.defer(
    tx.deleteFrom('ladder_entries').where('event_id', '=', event_id).where(sql<boolean>`character_id <> all(${ids}::text[])`),
  )
  // Writes only changed rows.
  tx.defer(sql`
    insert into ladder_entries as known (event_id, rank, character_id, character_name, character_class, account_name, level, experience, delve, twitch_account, user_id)
    select ${event_id}, * from unnest(
      ${column((entry) => entry.rank)}::int[], ${ids}::text[], ${column((entry) => entry.character.name)}::text[],
      ${column((entry) => entry.character.class)}::text[], ${column(accountOf)}::text[],
      ${column((entry) => entry.character.level)}::int[], ${column((entry) => entry.character.experience ?? 0)}::bigint[],
      ${column((entry) => entry.character.depth?.default ?? 0)}::int[], ${column((entry) => entry.account?.twitch?.name ?? null)}::text[],
      ${column(userOf)}::int[])
    on conflict (event_id, character_id) do update set
      rank = excluded.rank, character_name = excluded.character_name, character_class = excluded.character_class,
      account_name = excluded.account_name, level = excluded.level, experience = excluded.experience, delve = excluded.delve,
      twitch_account = excluded.twitch_account, user_id = excluded.user_id
    where known is distinct from excluded`)
  notify(tx, 'ladder', event_id)
}
