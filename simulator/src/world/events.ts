import type { ItemOrder } from '../items/order.ts'
import type { GuildRank } from './guild-plans.ts'

/** The game of a character; default: the first game. */
export const gameRealms = ['pc', 'poe2'] as const
export type GameRealm = (typeof gameRealms)[number]

/** `account` is a name or uuid; `tab` is a tab id or an index among the account's tabs. */
export type WorldEvent =
  /** In the second game the item goes into the bag, which the game's API does not show. */
  | { kind: 'drop'; account: string; item: ItemOrder; realm?: GameRealm | undefined }
  | { kind: 'deposit'; account: string; item: ItemOrder; tab?: string | number }
  | { kind: 'withdraw'; account: string; item_id: string }
  | { kind: 'level'; account: string; level: number; realm?: GameRealm | undefined }
  /** Puts on an item; without a slot, in the usual slot. A rune goes into a worn piece with a free socket. */
  | {
      kind: 'wear'
      account: string
      item: ItemOrder
      slot?: string | undefined
      x?: number | undefined
      realm?: GameRealm | undefined
    }
  /** Takes off an item. */
  | { kind: 'take_off'; account: string; item_id: string; realm?: GameRealm | undefined }
  | { kind: 'depth'; account: string; depth: number }
  /** Chooses a major and a minor power of the pantheon. */
  | { kind: 'pantheon'; account: string }
  | { kind: 'tab_public'; account: string; tab: string | number; public: boolean }
  /** `tab` is an id, a name or an index in the guild of the account. */
  | { kind: 'guild_deposit'; account: string; item: ItemOrder; tab?: string | number | undefined }
  /** With a count, takes that many from a stack; the rest stays. */
  | { kind: 'guild_withdraw'; account: string; item_id: string; count?: number | undefined }
  /** Moves an item to another tab of the guild, which takes some seconds; with a count, that many from a stack. */
  | { kind: 'guild_move'; account: string; item_id: string; tab: string | number; count?: number | undefined }
  /** Puts `count` small items into a tab, up to its capacity. */
  | { kind: 'guild_fill'; account: string; tab: string | number; count: number }
  /** `none` leaves the guild; a rank joins the team's guild again. */
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
  /** The slot in which it is worn. */
  slot?: string
  /** Number of items added. */
  count?: number
}
