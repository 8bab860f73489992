import { z } from 'zod'
import { flag, requiredName } from './body.ts'
import { DateTime } from './date-time.ts'
import { MinimalUser } from './users.ts'

/** Kinds of names of items: `unique` is a name of its own, all others are base types. */
export const nameKinds = ['unique', 'card', 'gem', 'scarab', 'currency', 'map', 'beast', 'base'] as const
export const NameKind = z.enum(nameKinds)
export type NameKind = z.output<typeof NameKind>

/** Names of one kind and group. The group is the class of a base type, the colour or sort of a gem, or empty. */
export const NameSection = z
  .object({
    kind: NameKind,
    group: z.string(),
    names: z.array(z.object({ name: z.string(), /** The base type of a unique. */ base: z.string().optional() })),
  })
  .meta({ id: 'NameSection' })
export type NameSection = z.output<typeof NameSection>

/** A name that an organiser added, because no list of Muster has it yet. */
export const AddedItemName = z
  .object({
    /** Otherwise it is a base type. */
    is_unique: z.boolean(),
    name: z.string(),
    author: MinimalUser,
    added_at: DateTime,
  })
  .meta({ id: 'AddedItemName' })
export type AddedItemName = z.output<typeof AddedItemName>

/** Most names in one change. */
export const maxChangedNames = 1000
/** Longest name of an item, in characters. */
export const itemNameLength = 100
const names = z
  .array(requiredName(itemNameLength))
  .max(maxChangedNames)
  .nullish()
  .transform((given) => given ?? [])

export const ItemNamesChange = z
  .object({
    is_unique: flag,
    /** Names that are known already are left out. */
    add: names,
    /** Names that are not among the added ones are left out. */
    remove: names,
  })
  .meta({ id: 'ItemNamesChange' })
export type ItemNamesChange = z.output<typeof ItemNamesChange>
