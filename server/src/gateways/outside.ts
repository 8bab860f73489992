/**
 * Why a provider did not give what was asked. Every failure says what may be done about it:
 * `unauthorized` the token, code or consent is dead · `forbidden` a scope is missing · `missing` there is no such thing ·
 * `limited` we asked too often, wait · `unavailable` the provider is down or the network is, or it does not accept us as a
 * client · `malformed` the answer could not be read · `refused` what we asked for is no valid question, asking the same again
 * does not help · `blocked` the provider's edge refuses our address, pause everything.
 */
export interface OutsideFailure {
  readonly reason: 'unauthorized' | 'forbidden' | 'missing' | 'limited' | 'unavailable' | 'malformed' | 'refused' | 'blocked'
  /** What happened, for the log and the admin; never contains a token. */
  readonly detail: string
  /** How long the provider asks us to wait, milliseconds of event time. */
  readonly retry_after_ms?: number
  /** Start of the answer that could not be read; never of one that may carry a token. */
  readonly excerpt?: string
  /** True: the provider refused before it did anything. Otherwise it may have done what we asked without our knowing. */
  readonly had_no_effect?: boolean
  /** The provider does not answer at all at present: nothing about the participant or tab that was asked for. */
  readonly away?: Away
}

/** An outage of a provider. Milliseconds of event time. */
export interface Away {
  readonly since: number
  /** When the next probe may leave. */
  readonly again_at: number
  /** False: the request was not sent. */
  readonly was_asked: boolean
}

export type OutsideAnswer<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: OutsideFailure }

/** Text in an answer that could not be stored and was cleaned: what was asked for, and where in the answer it stood. */
export interface Cleaned {
  readonly address: string
  readonly fields: readonly string[]
}

/** Hears of every such answer. */
export type OnCleaned = (cleaned: Cleaned) => void

/** What an address answers, compared with its last answer byte for byte: what changes seldom is mostly the same. */
export interface IfChanged<T> {
  readonly fingerprint: string
  /** null: what the caller knows already, but for what was left out. */
  readonly content: T | null
  /** A number in the answer that was not compared. Absent: every byte was. */
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
  /** Milliseconds since 1970 on the event clock; null = does not expire. */
  readonly expires_at: number | null
  /** What was granted, which may be less than what was asked for. */
  readonly scopes: readonly string[]
}

/** Whose account it is. The id is never empty and never changes; the names may. */
export interface ProviderProfile {
  readonly account_id: string
  readonly name: string
  /** What stands for the account in the provider's addresses, where that is not the name. */
  readonly handle: string | null
}

/** A provider that people log in with: authorization code with PKCE, and who somebody is. */
export interface LoginGateway {
  /** Scopes that a person is asked for. */
  readonly scopes: readonly string[]
  /** Address of the consent page for a login. */
  authorizeAddress(login: { redirect_url: string; state: string; challenge: string }): string
  exchangeCode(login: { code: string; verifier: string; redirect_url: string }): Promise<OutsideAnswer<ProviderTokens>>
  refreshTokens(refresh_token: string, signal?: AbortSignal): Promise<OutsideAnswer<ProviderTokens>>
  fetchProfile(access_token: string): Promise<OutsideAnswer<ProviderProfile>>
  /** Gives the tokens back. Null: this provider does not let us. */
  readonly revokeToken: ((access_token: string) => Promise<OutsideAnswer<unknown>>) | null
}
