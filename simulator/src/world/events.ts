import type { ItemOrder } from '../items/order.ts'
import type { GuildRank } from './guild-plans.ts'

/** Which game's character is meant; the first game's unless told otherwise. */
export const gameRealms = ['pc', 'poe2'] as const
export type GameRealm = (typeof gameRealms)[number]

/** `account` is a name or uuid, `tab` a tab id or the number of one of the account's tabs. */
export type WorldEvent =
  /** In the second game it goes into the bag, which the game's API does not show. */
  | { kind: 'drop'; account: string; item: ItemOrder; realm?: GameRealm | undefined }
  | { kind: 'deposit'; account: string; item: ItemOrder; tab?: string | number }
  | { kind: 'withdraw'; account: string; item_id: string }
  | { kind: 'level'; account: string; level: number; realm?: GameRealm | undefined }
  /** Puts a thing on; without a slot, where such things are worn. A rune goes into a piece that is worn and has room. */
  | {
      kind: 'wear'
      account: string
      item: ItemOrder
      slot?: string | undefined
      x?: number | undefined
      realm?: GameRealm | undefined
    }
  /** Takes off what was put on. */
  | { kind: 'take_off'; account: string; item_id: string; realm?: GameRealm | undefined }
  | { kind: 'depth'; account: string; depth: number }
  | { kind: 'tab_public'; account: string; tab: string | number; public: boolean }
  /** `tab` is an id, a name or a place in the guild's row; of the guild of the account. */
  | { kind: 'guild_deposit'; account: string; item: ItemOrder; tab?: string | number | undefined }
  /** With a count, so many of a stack; the rest stays. */
  | { kind: 'guild_withdraw'; account: string; item_id: string; count?: number | undefined }
  /** Into another tab of the guild, where it lies some seconds later; with a count, so many of a stack. */
  | { kind: 'guild_move'; account: string; item_id: string; tab: string | number; count?: number | undefined }
  /** Puts so many small things into a tab, as far as there is room. */
  | { kind: 'guild_fill'; account: string; tab: string | number; count: number }
  /** `none` leaves the guild; a rank joins that of the team again. */
  | { kind: 'guild_rank'; account: string; rank: GuildRank | 'none' }
  | { kind: 'guild_tab_rename'; account: string; tab: string | number; name: string }
  | { kind: 'guild_tab_remove'; account: string; tab: string | number }
  | { kind: 'account_rename'; account: string; name: string }
  | { kind: 'character_rename'; account: string; name: string; realm?: GameRealm | undefined }
  | { kind: 'broadcast'; account: string; live: boolean; title?: string }

export interface EventOutcome {
  account: string
  item_id?: string
  tab_id?: string
  level?: number
  /** Where it is worn. */
  slot?: string
  /** How many were put in. */
  count?: number
}
