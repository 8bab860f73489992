/**
 * The reason why a provider's answer failed. Each reason implies a reaction: `unauthorized` the token, code or consent is dead ·
 * `forbidden` a scope is missing · `missing` the object does not exist · `limited` too many requests, wait · `unavailable` the
 * provider or the network is down, or the provider does not accept Muster's client id · `malformed` the answer is unreadable ·
 * `refused` the request is invalid, repeating it does not help · `blocked` the provider's edge refuses this server's address,
 * pause everything.
 */
export interface OutsideFailure {
  readonly reason: 'unauthorized' | 'forbidden' | 'missing' | 'limited' | 'unavailable' | 'malformed' | 'refused' | 'blocked'
  /** Details for the log and the admin; never contains a token. */
  readonly detail: string
  /** The wait requested by the provider, in milliseconds of event time. */
  readonly retry_after_ms?: number
  /** Start of an unreadable answer; absent if the answer may contain a token. */
  readonly excerpt?: string
  /** True if the provider refused before any effect. Otherwise the request may have taken effect. */
  readonly had_no_effect?: boolean
  /** Set during an outage of the provider, when the failure proves nothing about the participant or tab. */
  readonly away?: Away
}

/** An outage of a provider. Times are milliseconds of event time. */
export interface Away {
  readonly since: number
  /** Earliest time of the next probe. */
  readonly again_at: number
  /** False if the request was not sent. */
  readonly was_asked: boolean
}

export type OutsideAnswer<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: OutsideFailure }

/** Text in an answer that could not be stored and was cleaned: the request, and the position in the answer. */
export interface Cleaned {
  readonly address: string
  readonly fields: readonly string[]
}

/** Called for every such answer. */
export type OnCleaned = (cleaned: Cleaned) => void

/** An answer compared byte for byte with the previous one, for data that rarely changes. */
export interface IfChanged<T> {
  readonly fingerprint: string
  /** null if unchanged, except for the number left out of the comparison. */
  readonly content: T | null
  /** A number in the answer that was left out of the comparison. Absent if every byte was compared. */
  readonly left_out?: number
}

export const fail = (
  reason: OutsideFailure['reason'],
  detail: string,
  more: Partial<OutsideFailure> = {},
): { ok: false; failure: OutsideFailure } => ({ ok: false, failure: { reason, detail, ...more } })

export interface ProviderTokens {
  readonly access_token: string
  readonly refresh_token: string | null
  /** Milliseconds since 1970 on the event clock; null if it does not expire. */
  readonly expires_at: number | null
  /** Granted scopes, which may be fewer than requested. */
  readonly scopes: readonly string[]
}

/** The identity of an account. The id is never empty and never changes; the names may. */
export interface ProviderProfile {
  readonly account_id: string
  readonly name: string
  /** The account's name in the provider's addresses, if different from `name`. */
  readonly handle: string | null
}

/** A provider for logins: authorization code with PKCE, and the identity of the account. */
export interface LoginGateway {
  /** Scopes requested from the user. */
  readonly scopes: readonly string[]
  /** Address of the consent page for a login. */
  authorizeAddress(login: { redirect_url: string; state: string; challenge: string }): string
  exchangeCode(login: { code: string; verifier: string; redirect_url: string }): Promise<OutsideAnswer<ProviderTokens>>
  refreshTokens(refresh_token: string, signal?: AbortSignal): Promise<OutsideAnswer<ProviderTokens>>
  fetchProfile(access_token: string): Promise<OutsideAnswer<ProviderProfile>>
  /** Revokes the tokens. Null if the provider does not support it. */
  readonly revokeToken: ((access_token: string) => Promise<OutsideAnswer<unknown>>) | null
}
