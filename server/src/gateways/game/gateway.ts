import type { CharacterDetail, CharacterSummary, LadderEntryOfGame, Profile, PublicStashPage } from '@muster/contract/game-api'

/**
 * Why the game did not give what was asked. Every failure says what may be done about it:
 * `unauthorized` the token is dead · `forbidden` a scope is missing · `missing` there is no such thing ·
 * `limited` we asked too often, wait · `unavailable` the provider is down or the network is · `malformed` the answer could
 * not be read · `blocked` the provider's edge refuses our address, pause everything.
 */
export interface GameFailure {
  readonly reason: 'unauthorized' | 'forbidden' | 'missing' | 'limited' | 'unavailable' | 'malformed' | 'blocked'
  /** What happened, for the log and the admin; never contains a token. */
  readonly detail: string
  /** How long the provider asks us to wait, milliseconds of event time. */
  readonly retry_after_ms?: number
  /** Start of the answer that could not be read. */
  readonly excerpt?: string
}

export type GameAnswer<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: GameFailure }

export interface GameTokens {
  readonly access_token: string
  readonly refresh_token: string | null
  /** Milliseconds since 1970 on the event clock; null = does not expire. */
  readonly expires_at: number | null
  /** What was granted, which may be less than what was asked for. */
  readonly scopes: readonly string[]
}

/** A participant whose token is used: requests of one account share its limits. */
export interface GameAccount {
  readonly account_id: string
  readonly access_token: string
}

/** The game provider, behind one door: schema at the edge, limits obeyed, retries left to the caller. */
export interface GameGateway {
  /** Scopes a participant is asked for. */
  readonly scopes: readonly string[]
  /** Address of the consent page for a login. */
  authorizeAddress(login: { redirect_url: string; state: string; challenge: string }): string
  exchangeCode(login: { code: string; verifier: string; redirect_url: string }): Promise<GameAnswer<GameTokens>>
  refreshTokens(refresh_token: string): Promise<GameAnswer<GameTokens>>
  fetchProfile(access_token: string): Promise<GameAnswer<Profile>>
  /** Where the public stash stream is now. */
  fetchLatestChangeId(signal?: AbortSignal): Promise<GameAnswer<string>>
  fetchPublicStashes(change_id: string, signal?: AbortSignal): Promise<GameAnswer<PublicStashPage>>
  fetchCharacters(account: GameAccount, signal?: AbortSignal): Promise<GameAnswer<readonly CharacterSummary[]>>
  fetchCharacter(account: GameAccount, name: string, signal?: AbortSignal): Promise<GameAnswer<CharacterDetail>>
  /** Allocated nodes of the account's atlas trees in a league, by their place; empty when it has none. */
  fetchAtlas(account: GameAccount, league: string, signal?: AbortSignal): Promise<GameAnswer<readonly (readonly number[])[]>>
  /** One page of the ladder by experience. */
  fetchLadderPage(
    league: string,
    offset: number,
    signal?: AbortSignal,
  ): Promise<GameAnswer<{ total: number; entries: readonly LadderEntryOfGame[] }>>
}
