import { z } from 'zod'
import { GameVersion } from './events.ts'
import { ObjectiveId } from './ids.ts'

/** The game's own host of item pictures, as an origin: `https://web.poecdn.com`. null: this server shows none. */
export const ItemImages = z.object({ origin: z.url().nullable() }).meta({ id: 'ItemImages' })
export type ItemImages = z.output<typeof ItemImages>

/** The picture of the item that an objective asks for, at the game's image host. */
export const ObjectivePicture = z.object({ objective_id: ObjectiveId, address: z.url() }).meta({ id: 'ObjectivePicture' })
export type ObjectivePicture = z.output<typeof ObjectivePicture>

/** A character wears about fifty items, jewels included. */
export const maxNames = 60
const maxNameLength = 200

/** Names of items, one per line. */
const names = z
  .string()
  .max(6000)
  .transform((text) => text.split('\n').filter((name) => name !== ''))
  .pipe(z.array(z.string().max(maxNameLength)).max(maxNames))
  .optional()

export const PictureSearch = z.object({
  game_version: GameVersion,
  /** Names of uniques. */
  uniques: names,
  /** Item types, or complete lines of magic items that contain an item type. */
  types: names,
})

/** The picture of an item, under the requested name. */
export const NamedPicture = z.object({ name: z.string(), is_unique: z.boolean(), address: z.url() }).meta({ id: 'NamedPicture' })
export type NamedPicture = z.output<typeof NamedPicture>
