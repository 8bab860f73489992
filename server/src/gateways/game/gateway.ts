import type {
  CharacterDetail,
  CharacterSummary,
  LadderEntryOfGame,
  PublicStashChange,
  StashTabOfGame,
} from '@muster/contract/game-api'
import type { GameVersion } from '@muster/contract/events'
import type { LimitLeft } from './counters.ts'
import type { LoginGateway, OutsideAnswer, OutsideFailure, ProviderTokens, IfChanged } from '../outside.ts'

/** The game uses the same failures, answers and tokens as other providers. */
export type GameFailure = OutsideFailure
export type GameAnswer<T> = OutsideAnswer<T>
export type GameTokens = ProviderTokens

/** A participant whose token is used; requests of one account share its rate limits. */
export interface GameAccount {
  readonly account_id: string
  readonly access_token: string
}

/** Options for fetching again; `known` is the fingerprint of the previous answer. */
export interface Again {
  readonly known?: string | undefined
  readonly signal?: AbortSignal | undefined
  /** Called with true when the request starts to wait for a rate limit, and with false when it continues. */
  readonly onLine?: ((isWaiting: boolean) => void) | undefined
}

/** A league of the game; times in ms since 1970, null if unknown. */
export interface LeagueOfGame {
  readonly start_at: number | null
  readonly end_at: number | null
  /** Number of characters on its ladder. */
  readonly characters: number | null
}

/** The wanted tabs of a page of the public stash stream. */
export interface PickedPage {
  readonly next_change_id: string
  readonly stashes: readonly PublicStashChange[]
  /** True if the page contains no tabs at all. */
  readonly isEmpty: boolean
}

/** The game provider: validates answers with a schema and respects rate limits; retries are up to the caller. */
export interface GameGateway extends LoginGateway {
  /** The current end of the public stash stream. */
  fetchLatestChangeId(signal?: AbortSignal): Promise<GameAnswer<string>>
  /**
   * @param isWanted selects tabs to keep; called for each tab after the page has arrived, while little else of it is in memory.
   * @param onNext called with the id of the next page as soon as it is known, before this page has arrived.
   */
  fetchPublicStashes(
    change_id: string,
    isWanted: (tab: PublicStashChange) => boolean,
    signal?: AbortSignal,
    onNext?: (next_change_id: string) => void,
  ): Promise<GameAnswer<PickedPage>>
  /** An account has separate characters in each game. Classes have the names that players use. */
  fetchCharacters(
    account: GameAccount,
    game_version: GameVersion,
    signal?: AbortSignal,
  ): Promise<GameAnswer<readonly CharacterSummary[]>>
  /** Both games may have a character of this name. Its experience is excluded from the comparison if it can be identified. */
  fetchCharacter(
    account: GameAccount,
    game_version: GameVersion,
    name: string,
    again?: Again,
  ): Promise<GameAnswer<IfChanged<CharacterDetail>>>
  // Calls from here to the ladder exist only in the first game.
  /** Allocated nodes of the account's atlas trees in a league, by index; empty if there are none. */
  fetchAtlas(account: GameAccount, league: string, signal?: AbortSignal): Promise<GameAnswer<readonly (readonly number[])[]>>
  /** The guild tabs visible to the account, with folders and parts, without items. */
  fetchGuildTabs(account: GameAccount, league: string, signal?: AbortSignal): Promise<GameAnswer<readonly StashTabOfGame[]>>
  /** A tab with its items; parts are requested through their collection. */
  fetchGuildTab(
    account: GameAccount,
    league: string,
    tab: { readonly id: string; readonly parent_id: string | null },
    again?: Again,
  ): Promise<GameAnswer<IfChanged<StashTabOfGame>>>
  /** One page of the ladder, sorted by experience. Both games may have a league of this name. */
  fetchLadderPage(
    league: string,
    game_version: GameVersion,
    offset: number,
    signal?: AbortSignal,
  ): Promise<GameAnswer<{ total: number; entries: readonly LadderEntryOfGame[] }>>
  /**
   * A league by its exact name, including private ones; null if the game has none of this name.
   * @param game_version each game has its own leagues.
   */
  findLeague(name: string, game_version: GameVersion, signal?: AbortSignal): Promise<GameAnswer<LeagueOfGame | null>>
  /** Remaining requests in the game's rate limits, as counted by this process. */
  measureLimits(): LimitLeft[]
}
