import { z } from 'zod'
import { flag, requiredName, requiredText } from './body.ts'
import { DateTime } from './date-time.ts'
import { ObjectiveId, TeamId, WishId } from './ids.ts'
import { itemNameLength } from './item-names.ts'
import { buildCodeLength } from './submissions.ts'
import { MinimalUser } from './users.ts'

/** The kind of a wanted item: a unique by its own name, another item by its base type, or a gem. */
export const wishKinds = ['unique', 'base', 'gem'] as const
export const WishKind = z.enum(wishKinds).meta({ id: 'WishKind' })
export type WishKind = z.output<typeof WishKind>

/** Most wishes of one player in an event, fulfilled ones included. */
export const maxWishes = 60

/** An item that a player wants: any item with this name fulfils the wish. */
export const WantedItem = z.object({ kind: WishKind, name: z.string() }).meta({ id: 'WantedItem' })
export type WantedItem = z.output<typeof WantedItem>

/** A member's wish. */
export const Wish = z
  .object({
    id: WishId,
    user: MinimalUser,
    kind: WishKind,
    name: z.string(),
    /** Its place in the team's order, from 1; no two wishes share one. */
    position: z.int(),
    /** The build does not work without the item. */
    is_build_enabling: z.boolean(),
    /** When it was fulfilled; null: not yet. */
    fulfilled_at: DateTime.nullable(),
    /** The owner set or removed the tick, so that equipment no longer changes it. */
    is_ticked_by_hand: z.boolean(),
    added_at: DateTime,
  })
  .meta({ id: 'Wish' })
export type Wish = z.output<typeof Wish>

/** The wishes of a team, in the order of its leads. */
export const TeamWishes = z.object({ team_id: TeamId, wishes: z.array(Wish) }).meta({ id: 'TeamWishes' })
export type TeamWishes = z.output<typeof TeamWishes>

const name = requiredName(itemNameLength)

export const WishesAdded = z
  .object({
    wishes: z
      .array(z.object({ kind: WishKind, name, is_build_enabling: flag }))
      .min(1, 'is required')
      .max(maxWishes, `must not be more than ${maxWishes}`),
  })
  .meta({ id: 'WishesAdded' })
export type WishesAdded = z.output<typeof WishesAdded>

/** A change by the owner; absent fields stay. */
export const WishChange = z
  .object({ is_fulfilled: z.boolean().nullish(), is_build_enabling: z.boolean().nullish() })
  .meta({ id: 'WishChange' })

/** A move within the team's order. */
export const WishMove = z
  .object({
    /** The wish that will follow it; null: it becomes the last. */
    before: WishId.nullable(),
  })
  .meta({ id: 'WishMove' })

/** A name, an item copied in the game, or a Path of Building code. */
export const WishText = z.object({ text: requiredText(buildCodeLength) }).meta({ id: 'WishText' })

/** The form of a text. */
export const wishTextForms = ['name', 'item', 'code'] as const

/** An item named in a text. */
export const WishCandidate = WantedItem.extend({
  /** False: no list of names has it. */
  is_known: z.boolean(),
  /** The caller already has a wish for it. */
  is_wished: z.boolean(),
}).meta({ id: 'WishCandidate' })
export type WishCandidate = z.output<typeof WishCandidate>

export const WishReading = z
  .object({
    form: z.enum(wishTextForms),
    candidates: z.array(WishCandidate),
  })
  .meta({ id: 'WishReading' })
export type WishReading = z.output<typeof WishReading>

/** Where an item of a name is now: a guild tab, or a member's public tab (`owner`). */
export const WishPlace = z
  .object({
    /** The id of the guild tab; null for a public tab. */
    guild_tab_id: z.string().nullable(),
    tab_name: z.string(),
    /** The player whose public tab it is; null for guild tabs. */
    owner: MinimalUser.nullable(),
    /** Number of items there. */
    items: z.int(),
  })
  .meta({ id: 'WishPlace' })
export type WishPlace = z.output<typeof WishPlace>

/** An open objective that an item with this name counts for. */
export const WishObjective = z
  .object({
    objective_id: ObjectiveId,
    /** False: the objective also asks for properties that do not follow from the name. */
    is_certain: z.boolean(),
  })
  .meta({ id: 'WishObjective' })
export type WishObjective = z.output<typeof WishObjective>

export const WantedItemState = WantedItem.extend({
  /** Guild tabs first; at most ten. */
  places: z.array(WishPlace),
  /** Number of tabs with the item. */
  places_total: z.int(),
  /** In the order of the definition; at most twenty. */
  objectives: z.array(WishObjective),
}).meta({ id: 'WantedItemState' })
export type WantedItemState = z.output<typeof WantedItemState>

/** Where the items of a team's open wishes are, and which objectives they count for. */
export const WantedItemStates = z
  .object({
    items: z.array(WantedItemState),
    /** The searched tabs. */
    guild_tabs: z.int(),
    public_tabs: z.int(),
  })
  .meta({ id: 'WantedItemStates' })
export type WantedItemStates = z.output<typeof WantedItemStates>
