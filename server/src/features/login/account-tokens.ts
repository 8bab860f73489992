import type { Config } from '../../config.ts'
import type { Row } from '../../db/schema.ts'
import type { GameTokens } from '../../gateways/game/gateway.ts'
import { openToken, sealToken } from './token-vault.ts'

type Place = Pick<Row<'accounts'>, 'provider' | 'account_id'>
type TokenColumns = Pick<Row<'accounts'>, 'access_token' | 'refresh_token' | 'scopes' | 'expires_at'>

const placeOf = ({ provider, account_id }: Place, kind: 'access' | 'refresh') => `${provider}:${account_id}:${kind}`

/** A provider's tokens as the columns of an account row. */
export function sealAccountTokens(config: Config, place: Place, tokens: GameTokens): TokenColumns {
  const seal = (kind: 'access' | 'refresh', token: string | null) =>
    token === null ? null : sealToken(config.encryption_secret, placeOf(place, kind), token)
  return {
    access_token: seal('access', tokens.access_token),
    refresh_token: seal('refresh', tokens.refresh_token),
    scopes: [...tokens.scopes],
    expires_at: tokens.expires_at === null ? null : new Date(tokens.expires_at),
  }
}

/** One token of an account row in clear; null when there is none or it does not open. */
export function openAccountToken(config: Config, account: Row<'accounts'>, kind: 'access' | 'refresh'): string | null {
  const sealed = kind === 'access' ? account.access_token : account.refresh_token
  return sealed && openToken(config.encryption_secret, placeOf(account, kind), sealed)
}
