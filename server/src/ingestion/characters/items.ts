import { hash } from 'node:crypto'
import { defaultGame } from '@muster/contract/game-versions'
import type { CharacterDetail, GameItem } from '@muster/contract/game-api'
import type { EventId, TeamId, UserId } from '@muster/contract/ids'
import { type CharacterPlace, characterPlaces, readCharacterItems, writeReadValues } from '@muster/domain/characters/items'
import type { EventDefinition } from '@muster/domain/objectives/definition'
import { readItemSource } from '@muster/domain/objectives/item-source'
import { sql } from 'kysely'
import type { Tx } from '../../db/connect.ts'
import { lockSnapshots, notify } from '../../db/ledger.ts'
import type { NewRow, Row } from '../../db/schema.ts'
import { type FreshItems, hashKey } from '../stash/fresh-items.ts'
import { packSnapshots } from '../stash/pack-snapshots.ts'
import { type WrittenItems, writeItems } from '../stash/stored-items.ts'
import type { KnownCharacters, OwnCharacters } from './characters.ts'

/** A character's details, as received from the game. */
export interface SeenCharacter {
  readonly user_id: UserId
  readonly detail: CharacterDetail
  /** Time of receipt. */
  readonly at: Date
}

type Kept = Row<'character_items'>

/** Stored snapshots of the characters in question, and of all others of the players whose list was read. */
export async function loadCharacterItems(
  tx: Tx,
  event_id: EventId,
  seen: readonly SeenCharacter[],
  owners: readonly OwnCharacters[],
): Promise<readonly Kept[]> {
  if (seen.length === 0 && owners.length === 0) return []
  return tx
    .selectFrom('character_items')
    .selectAll()
    .where('event_id', '=', event_id)
    .where(
      sql<boolean>`(character_id = any(${seen.map(({ detail }) => detail.id)}::text[]) or character_id in (
        select id from characters where event_id = ${event_id} and user_id = any(${owners.map((one) => one.user_id)}::int[])))`,
    )
    .orderBy('character_id')
    .orderBy('kind')
    .execute()
}

/** Incubator progress changes with every reading; it is stored only if an objective asks for it. */
export const asksForIncubators = ({ objectives, game_version = defaultGame }: EventDefinition): boolean =>
  objectives.some(
    ({ conditions }) =>
      readItemSource(conditions, game_version) === 'characters' && conditions.some(({ field }) => field === 'INCUBATOR_KILLS'),
  )

/** Parts of a snapshot. */
export interface CharacterSnapshot {
  readonly row: NewRow<'stash_snapshots'> & { readonly kind: CharacterPlace }
  readonly content_hash: Buffer
}

/** Items of a character's equipment or inventory. */
type SeenPlace = WrittenItems &
  Pick<
    CharacterSnapshot['row'],
    'event_id' | 'stash_id' | 'change_id' | 'level' | 'class' | 'team_id' | 'user_id' | 'timestamp'
  > &
  Pick<CharacterSnapshot, 'content_hash'> & { readonly kind: CharacterPlace }

export interface Reading {
  readonly seen: readonly SeenCharacter[]
  readonly kept: readonly Kept[]
  /** The characters of these players, after the choice of their scoring characters. */
  readonly characters: KnownCharacters
  readonly owners: readonly OwnCharacters[]
  readonly teamOf: (user_id: UserId) => TeamId | undefined
  readonly followsIncubators: boolean
}

/**
 * Makes snapshots of scoring characters' equipment and inventory if a condition could tell them from the stored ones, or if the
 * player has changed teams. Other characters (deleted, in another league, or overtaken by a better one) get an empty snapshot, so
 * that their items stop counting.
 * @param at time of the choice of scoring characters.
 * @param fresh receives the items of the new snapshots.
 */
export async function readCharacterSnapshots(
  tx: Tx,
  event_id: EventId,
  { seen, kept, characters, owners, teamOf, followsIncubators }: Reading,
  at: Date,
  fresh?: FreshItems,
): Promise<CharacterSnapshot[]> {
  const keptOf = new Map(kept.map((row) => [`${row.kind}:${row.character_id}`, row]))
  const found: SeenPlace[] = []

  type Character = Pick<CharacterDetail, 'id' | 'level' | 'class'>
  function look(
    { id: character_id, level, class: name }: Character,
    user_id: UserId,
    kind: CharacterPlace,
    items: readonly GameItem[],
    shown_at: Date,
  ) {
    const team_id = teamOf(user_id)
    const before = keptOf.get(`${kind}:${character_id}`)
    const content_hash = hash('sha256', writeReadValues(items, followsIncubators), 'buffer')
    const isSame = before ? before.team_id === team_id && before.content_hash.equals(content_hash) : items.length === 0
    if (isSame || team_id === undefined) return
    const of = { event_id, stash_id: character_id, kind, level, class: name, team_id, user_id, timestamp: shown_at }
    found.push({ ...of, change_id: `${kind}-${shown_at.getTime()}`, ...writeItems(items), content_hash })
  }

  for (const { user_id, detail, at: received_at } of seen) {
    if (characters.get(detail.id)?.is_tracked !== true) continue
    const items = readCharacterItems(detail)
    for (const kind of characterPlaces) look(detail, user_id, kind, items[kind], received_at)
  }
  const listed = new Set(owners.map((one) => one.user_id))
  for (const { character_id, kind, item_count } of kept) {
    const character = characters.get(character_id)
    if (!character || character.is_tracked || item_count === 0) continue
    const { id, level, ascendancy, user_id } = character
    if (user_id !== null && listed.has(user_id)) look({ id, level, class: ascendancy }, user_id, kind, [], at)
  }
  const packed = await packSnapshots(tx, event_id, found)
  return found.flatMap(({ list, text: _, content_hash, ...of }, place) => {
    const stored = packed[place]
    if (!stored) return []
    fresh?.set(hashKey(of.items_hash), list)
    return [{ row: { ...of, item_count: list.length, ...stored }, content_hash }]
  })
}

/** Stores snapshots, marks them as the newest, and notifies their readers. */
export function insertCharacterSnapshots(tx: Tx, event_id: EventId, snapshots: readonly CharacterSnapshot[]): void {
  if (snapshots.length === 0) return
  const column = <T>(pick: (row: CharacterSnapshot['row']) => T) => snapshots.map(({ row }) => pick(row))
  lockSnapshots(tx, event_id)
  tx.defer(sql`
    with shown as (
      select * from unnest(
        ${column((row) => row.stash_id)}::text[], ${column((row) => row.kind)}::text[], ${column((row) => row.change_id)}::text[],
        ${column((row) => row.team_id)}::int[], ${column((row) => row.user_id)}::int[],
        ${column((row) => row.level ?? null)}::int[], ${column((row) => row.class ?? null)}::text[],
        ${column((row) => row.timestamp)}::timestamptz[], ${column((row) => row.item_count)}::int[],
        ${column((row) => row.items)}::bytea[], ${column((row) => row.items_hash)}::bytea[],
        ${column((row) => row.base_id ?? null)}::bigint[],
        ${snapshots.map((one) => one.content_hash)}::bytea[]
      ) with ordinality as one
        (stash_id, kind, change_id, team_id, user_id, level, class, timestamp, item_count, items, items_hash, base_id, content_hash,
          place)
    ), added as (
      insert into stash_snapshots
        (event_id, stash_id, kind, change_id, team_id, user_id, level, class, timestamp, item_count, items, items_hash, base_id)
      select ${event_id}, stash_id, kind, change_id, team_id, user_id, level, class, timestamp, item_count, items, items_hash, base_id
      from shown order by place
      -- The same moment twice is the same reading.
      on conflict (event_id, stash_id, change_id) do nothing
      returning id, stash_id, kind
    )
    insert into character_items (event_id, character_id, kind, team_id, content_hash, item_count, latest_snapshot_id)
    select ${event_id}, shown.stash_id, shown.kind, team_id, content_hash, item_count, added.id
    from shown join added on added.stash_id = shown.stash_id and added.kind = shown.kind
    on conflict (event_id, character_id, kind) do update set team_id = excluded.team_id, content_hash = excluded.content_hash,
      item_count = excluded.item_count, latest_snapshot_id = excluded.latest_snapshot_id`)
  notify(tx, 'snapshots', event_id)
}
