import type { GameItem } from '@muster/contract/game-api'
import type { Realm } from '@muster/contract/game-versions'
import { readFrameType } from '@muster/domain/items/frames'
import { readArtPath } from '@muster/domain/items/icon-path'
import { isSet } from '@muster/domain/items/normalise'
import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Db, Tx } from '../db/connect.ts'

/**
 * Event time: an address seen within this period is not replaced. A unique with several looks would otherwise be rewritten
 * forever.
 */
const settled_ms = 60 * 60_000
/** Event time between two writes. */
const storeEvery_ms = 10_000
/**
 * The first game has 5,365 item types (seen in its public data, November 2026) and fewer uniques; the second has half as many.
 */
const maxPictures = 20_000
/** The longest of 44 real addresses has 176 characters. */
const maxAddressLength = 600
const maxNameLength = 200

const uniqueFrame = 3
const foilFrames: readonly number[] = [9, 10]

/**
 * Items whose address asks the game for extra marks. Seen in payloads of real addresses: `"fi":true` (a foil Witchfire Brew) and
 * `"fractured":true` (a Two-Stone Ring). Influence and synthesis follow from the game's documentation of items.
 */
const isDecorated = (item: GameItem): boolean =>
  isSet(item.fractured) ||
  isSet(item.synthesised) ||
  isSet(item.isRelic) ||
  isSet(item.searing) ||
  isSet(item.tangled) ||
  item.foilVariation !== undefined ||
  (typeof item.influences === 'object' && item.influences !== null && Object.keys(item.influences).length > 0)

/** Whether browsers may load the address: on the image host, in normal form, with a path to game art. */
export function isPictureAddress(address: string, origin: string): boolean {
  if (address.length > maxAddressLength || !address.startsWith(`${origin}/`)) return false
  return URL.canParse(address) && new URL(address).href === address && readArtPath(address) !== ''
}

interface Picture {
  address: string
  /** Event time. */
  seen_at: number
}

interface Unstored {
  readonly is_unique: boolean
  readonly name: string
  readonly picture: Picture
}

/** The picture addresses of one realm known to this process. */
export interface PictureBook {
  /** Records addresses from publicly visible items. A known address costs one lookup. */
  note(items: readonly GameItem[], now: number): void
  /** Writes new and changed addresses, at most every ten seconds of event time. */
  store(round: Storing): Promise<void>
}

/** Parts of a job's round that storing needs. */
interface Storing {
  readonly ctx: { readonly db: Db; readonly clock: Pick<Clock, 'now'> }
  write<T>(use: (tx: Tx) => Promise<T>): Promise<T>
}

interface Server {
  readonly caches: { readonly pictureBooks: Map<Realm, PictureBook> }
  readonly config: { readonly image_origin: string | null }
}

/** This process's picture book of a realm. */
export function getPictureBook({ caches: { pictureBooks }, config }: Server, realm: Realm): PictureBook {
  const known = pictureBooks.get(realm)
  if (known !== undefined) return known
  const book = createPictureBook(realm, config.image_origin)
  pictureBooks.set(realm, book)
  return book
}

/** @param origin of the game's image host; null if pictures are switched off: then nothing is recorded. */
export function createPictureBook(realm: Realm, origin: string | null): PictureBook {
  const uniques = new Map<string, Picture>()
  const types = new Map<string, Picture>()
  let unstored: Unstored[] = []
  let isLoaded = false
  let storeDueAt = Number.NEGATIVE_INFINITY

  function learn(item: GameItem, is_unique: boolean, name: string, address: string, now: number): void {
    const known = (is_unique ? uniques : types).get(name)
    if (known !== undefined && now - known.seen_at < settled_ms) return
    if (origin === null || name === '' || name.length > maxNameLength) return
    if (known === undefined && uniques.size + types.size >= maxPictures) return
    if (isDecorated(item) || !isPictureAddress(address, origin)) return
    const picture = { address, seen_at: now }
    ;(is_unique ? uniques : types).set(name, picture)
    unstored.push({ is_unique, name, picture })
  }

  function note(items: readonly GameItem[], now: number): void {
    if (origin === null) return
    for (const item of items) {
      const { icon, name, baseType } = item
      if (typeof icon !== 'string') continue
      const frame = readFrameType(item)
      if (foilFrames.includes(frame)) continue
      // An unidentified unique shows the unique's picture, but not its name.
      const is_unique = frame === uniqueFrame
      const key = is_unique ? name : baseType
      if (typeof key !== 'string') continue
      const known = (is_unique ? uniques : types).get(key)
      if (known?.address === icon) known.seen_at = now
      else learn(item, is_unique, key, icon, now)
    }
  }

  /** A stored address stays for now, even if this process has seen another one: it may still be seen within an hour. */
  async function load({ db, clock }: Storing['ctx']): Promise<void> {
    const rows = await db.selectFrom('item_pictures').selectAll().where('realm', '=', realm).execute()
    const seen_at = clock.now()
    for (const { is_unique, name, address } of rows) (is_unique ? uniques : types).set(name, { address, seen_at })
    unstored = unstored.filter(({ is_unique, name, picture }) => (is_unique ? uniques : types).get(name) === picture)
    isLoaded = true
  }

  return {
    note,
    async store({ ctx, write }) {
      const now = ctx.clock.now()
      if (unstored.length === 0 || now < storeDueAt) return
      if (!isLoaded) await load(ctx)
      const taken = unstored
      unstored = []
      storeDueAt = now + storeEvery_ms
      try {
        if (taken.length > 0) await write((tx) => upsertPictures(tx, realm, taken, new Date(now)))
      } catch (error) {
        unstored = [...taken, ...unstored]
        throw error
      }
    },
  }
}

/** Ordered by name, so that two writers cannot deadlock. */
async function upsertPictures(tx: Tx, realm: Realm, pictures: readonly Unstored[], changed_at: Date): Promise<void> {
  // A name may occur twice after a failed write: the newest counts.
  const newest = [...new Map(pictures.map((one) => [`${one.is_unique} ${one.name}`, one])).values()]
  await sql`
    insert into item_pictures (realm, is_unique, name, address, changed_at)
    select ${realm}, is_unique, name, address, ${changed_at}
    from unnest(
      ${newest.map((one) => one.is_unique)}::boolean[], ${newest.map((one) => one.name)}::text[],
      ${newest.map((one) => one.picture.address)}::text[]
    ) as seen (is_unique, name, address)
    order by is_unique, name
    on conflict (realm, is_unique, name) do update set address = excluded.address, changed_at = excluded.changed_at
    where item_pictures.address <> excluded.address`.execute(tx)
}
