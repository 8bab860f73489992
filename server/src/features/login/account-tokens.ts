import type { Row } from '../../db/schema.ts'
import type { ProviderTokens } from '../../gateways/outside.ts'
import type { Seal, TokenVault } from './token-vault.ts'

type Place = Pick<Row<'accounts'>, 'provider' | 'account_id'>
type TokenColumns = Pick<Row<'accounts'>, 'access_token' | 'refresh_token' | 'scopes' | 'expires_at'>

const placeOf = ({ provider, account_id }: Place, kind: 'access' | 'refresh') => `${provider}:${account_id}:${kind}`

/** A provider's tokens as the columns of an account row. */
export function sealAccountTokens(vault: TokenVault, place: Place, tokens: ProviderTokens): TokenColumns {
  const seal = (kind: 'access' | 'refresh', token: string | null) =>
    token === null ? null : vault.seal(placeOf(place, kind), token)
  return {
    access_token: seal('access', tokens.access_token),
    refresh_token: seal('refresh', tokens.refresh_token),
    scopes: [...tokens.scopes],
    expires_at: tokens.expires_at === null ? null : new Date(tokens.expires_at),
  }
}

/** A decrypted token of an account row; null if there is none or it cannot be decrypted. */
export function openAccountToken(vault: TokenVault, account: Row<'accounts'>, kind: 'access' | 'refresh'): string | null {
  const sealed = kind === 'access' ? account.access_token : account.refresh_token
  return sealed && vault.open(placeOf(account, kind), sealed)
}

const kinds = ['access', 'refresh'] as const
type Sealed = Pick<Row<'accounts'>, 'provider' | 'account_id' | 'access_token' | 'refresh_token'>

/** The secrets that seal the tokens of an account. */
export const judgeSeals = (vault: TokenVault, account: Sealed): Seal[] =>
  kinds.flatMap((kind) => {
    const sealed = account[`${kind}_token`]
    return sealed === null ? [] : [vault.judge(placeOf(account, kind), sealed)]
  })

/** The columns of an account that are sealed with an old secret, resealed with the present one. */
export function resealTokens(vault: TokenVault, account: Sealed): Partial<Pick<Sealed, 'access_token' | 'refresh_token'>> {
  const columns = kinds.flatMap((kind) => {
    const [place, sealed] = [placeOf(account, kind), account[`${kind}_token`]]
    if (sealed === null || vault.judge(place, sealed) !== 'old') return []
    const token = vault.open(place, sealed)
    return token === null ? [] : [[`${kind}_token`, vault.seal(place, token)] as const]
  })
  return Object.fromEntries(columns)
}

/** Share of a token's life after which it is renewed: early enough to survive a lost answer. */
const renewAfter = 3 / 4

/**
 * When tokens issued now should be renewed; null if they cannot be, or if it would gain nothing: the game keeps the end of the
 * first consent, so the last pair before that end lives no longer than the pair before it.
 */
export function chooseRenewal(now: number, tokens: ProviderTokens, earlier_end: Date | null): Date | null {
  const { expires_at, refresh_token } = tokens
  if (expires_at === null || refresh_token === null) return null
  if (earlier_end !== null && expires_at <= earlier_end.getTime() + 60_000) return null
  return new Date(now + (expires_at - now) * renewAfter)
}
