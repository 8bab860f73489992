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

/** Failures, answers and tokens of the game are those of any provider. */
export type GameFailure = OutsideFailure
export type GameAnswer<T> = OutsideAnswer<T>
export type GameTokens = ProviderTokens

/** A participant whose token is used: requests of one account share its limits. */
export interface GameAccount {
  readonly account_id: string
  readonly access_token: string
}

/** How to fetch something again; `known`: the fingerprint of the last answer. */
export interface Again {
  readonly known?: string | undefined
  readonly signal?: AbortSignal | undefined
  /** Hears when the request begins to wait for a limit of the game (true), and when it goes on. */
  readonly onLine?: ((isWaiting: boolean) => void) | undefined
}

/** A league as the game knows it; times in ms since 1970, null where it does not say. */
export interface LeagueOfGame {
  readonly start_at: number | null
  readonly end_at: number | null
  /** On its ladder. */
  readonly characters: number | null
}

/** What is wanted of a page of the public stash stream. */
export interface PickedPage {
  readonly next_change_id: string
  readonly stashes: readonly PublicStashChange[]
  /** It shows no tab at all, wanted or not. */
  readonly isEmpty: boolean
}

/** The game provider, behind one door: schema at the edge, limits obeyed, retries left to the caller. */
export interface GameGateway extends LoginGateway {
  /** Where the public stash stream is now. */
  fetchLatestChangeId(signal?: AbortSignal): Promise<GameAnswer<string>>
  /**
   * @param isWanted which tabs to keep; asked once the page is here, of each tab while little else of the page is in memory.
   * @param onNext is told the id of the page behind this one as soon as it is known, before this one is here.
   */
  fetchPublicStashes(
    change_id: string,
    isWanted: (tab: PublicStashChange) => boolean,
    signal?: AbortSignal,
    onNext?: (next_change_id: string) => void,
  ): Promise<GameAnswer<PickedPage>>
  /** An account has characters of their own in each game, whose classes are called as players call them. */
  fetchCharacters(
    account: GameAccount,
    game_version: GameVersion,
    signal?: AbortSignal,
  ): Promise<GameAnswer<readonly CharacterSummary[]>>
  /** Both games may have a character of this name. Its experience is left out of what is compared, where it can be told apart. */
  fetchCharacter(
    account: GameAccount,
    game_version: GameVersion,
    name: string,
    again?: Again,
  ): Promise<GameAnswer<IfChanged<CharacterDetail>>>
  // The first game alone shows what follows until the ladder.
  /** Allocated nodes of the account's atlas trees in a league, by their place; empty when it has none. */
  fetchAtlas(account: GameAccount, league: string, signal?: AbortSignal): Promise<GameAnswer<readonly (readonly number[])[]>>
  /** The guild tabs that the account may see, with folders and parts, without items. */
  fetchGuildTabs(account: GameAccount, league: string, signal?: AbortSignal): Promise<GameAnswer<readonly StashTabOfGame[]>>
  /** A tab with its items; a part of a collection is asked for through it. */
  fetchGuildTab(
    account: GameAccount,
    league: string,
    tab: { readonly id: string; readonly parent_id: string | null },
    again?: Again,
  ): Promise<GameAnswer<IfChanged<StashTabOfGame>>>
  /** One page of the ladder by experience. Both games may have a league of this name. */
  fetchLadderPage(
    league: string,
    game_version: GameVersion,
    offset: number,
    signal?: AbortSignal,
  ): Promise<GameAnswer<{ total: number; entries: readonly LadderEntryOfGame[] }>>
  /**
   * A league by its exact name, private ones too; null when the game has none of this name.
   * @param game_version each game has leagues of its own.
   */
  findLeague(name: string, game_version: GameVersion, signal?: AbortSignal): Promise<GameAnswer<LeagueOfGame | null>>
  /** What is left of the game's limits, as this process counts them. */
  measureLimits(): LimitLeft[]
}
