/**
 * Consents, codes and tokens of one provider. Every change is also a record, so that replaying the records after a restart leaves
 * exactly the same tokens valid. Token texts derive from client, account and the count of grants of that pair: they do not depend
 * on other grants.
 */
import { createDraws } from '../../prng.ts'
import type { OAuthClient } from '../../options.ts'

export interface Code {
  code: string
  client_id: string
  account_uuid: string
  redirect_uri: string
  scopes: string[]
  challenge: string | null
  family: string
  issued_at: number
  /** Real time of issue: see `isCodeFresh`. */
  issued_real_ms: number
  used: boolean
}

export interface Token {
  token: string
  kind: 'access' | 'refresh'
  client_id: string
  /** Null for the application's own token. */
  account_uuid: string | null
  scopes: string[]
  family: string
  issued_at: number
  /** Null: does not expire. */
  expires_at: number | null
}

export type GrantRecord =
  | { k: 'consent'; client_id: string; account_uuid: string; scopes: string[]; at: number }
  | { k: 'withdrawn'; client_id: string; account_uuid: string }
  | { k: 'code'; code: Code }
  | { k: 'code_used'; code: string }
  | { k: 'token'; token: Token }
  | { k: 'dead'; token: string }
  | { k: 'count'; pair: string; grants: number }

export interface Grants {
  apply: (record: GrantRecord) => void
  /** Records that rebuild the current state, without expired ones. */
  dump: (now: number) => GrantRecord[]
  findCode: (code: string) => Code | null
  /** A valid token of this kind. */
  findToken: (token: string, kind: Token['kind'], now: number) => Token | null
  /** A valid token of any kind. */
  findEither: (token: string, now: number) => Token | null
  /** Also finds a refresh token that was rotated away, for reuse detection. */
  findFamilyOfDead: (token: string) => string | null
  issueCode: (fields: Omit<Code, 'code' | 'family' | 'used'>) => Code
  useCode: (code: string) => void
  /** An access token and, for people, a refresh token; `refresh_expires_at` stays that of the first grant. */
  issueTokens: (grant: TokenGrant) => { access: Token; refresh: Token | null }
  kill: (token: string) => void
  killFamily: (family: string) => void
  /** Withdraws consent: all tokens of that client and account become invalid immediately. */
  withdraw: (clientId: string, accountUuid: string) => void
  consentsOf: (accountUuid: string) => { client_id: string; scopes: string[]; at: number }[]
  liveTokens: (now: number) => Token[]
}

export interface TokenGrant {
  client: OAuthClient
  account_uuid: string | null
  scopes: string[]
  family: string
  now: number
  /** Null: without a refresh token. */
  refresh_expires_at: number | null
  /** For an application's own token; null: does not expire. */
  access_expires_at?: number | null
}

const CODE_MEMORY_MS = 60 * 60_000

export const createGrants = (seed: number, record: (entry: GrantRecord) => void): Grants => {
  const consents = new Map<string, { client_id: string; account_uuid: string; scopes: string[]; at: number }>()
  const codes = new Map<string, Code>()
  const tokens = new Map<string, Token>()
  const deadFamilies = new Map<string, string>()
  const grantCounts = new Map<string, number>()

  const pairOf = (clientId: string, accountUuid: string | null) => `${clientId}/${accountUuid ?? 'application'}`

  const apply = (entry: GrantRecord): void => {
    switch (entry.k) {
      case 'consent':
        consents.set(pairOf(entry.client_id, entry.account_uuid), entry)
        break
      case 'withdrawn':
        consents.delete(pairOf(entry.client_id, entry.account_uuid))
        break
      case 'code':
        codes.set(entry.code.code, entry.code)
        break
      case 'code_used': {
        const code = codes.get(entry.code)
        if (code) codes.set(entry.code, { ...code, used: true })
        break
      }
      case 'token':
        tokens.set(entry.token.token, entry.token)
        break
      case 'dead': {
        const token = tokens.get(entry.token)
        if (token) deadFamilies.set(entry.token, token.family)
        tokens.delete(entry.token)
        break
      }
      case 'count':
        grantCounts.set(entry.pair, entry.grants)
    }
  }
  const change = (entry: GrantRecord) => {
    apply(entry)
    record(entry)
  }
  /** Drops unusable entries; a code is kept a while longer, to notice its second use. */
  const forgetExpired = (now: number): void => {
    for (const { code, issued_at } of codes.values()) if (issued_at < now - CODE_MEMORY_MS) codes.delete(code)
    for (const { token, expires_at } of tokens.values()) if (expires_at !== null && expires_at <= now) tokens.delete(token)
  }
  const nextGrant = (clientId: string, accountUuid: string | null): string => {
    const pair = pairOf(clientId, accountUuid)
    const grants = (grantCounts.get(pair) ?? 0) + 1
    change({ k: 'count', pair, grants })
    return `${pair}/${grants}`
  }
  const drawToken = (stream: string) => createDraws(seed, stream).hex(40)
  const killWhere = (isDoomed: (token: Token) => boolean) => {
    for (const token of tokens.values()) if (isDoomed(token)) change({ k: 'dead', token: token.token })
  }

  const findToken: Grants['findToken'] = (text, kind, now) => {
    const token = tokens.get(text)
    if (!token || token.kind !== kind) return null
    return token.expires_at !== null && token.expires_at <= now ? null : token
  }

  return {
    apply,
    dump: (now) => [
      ...[...consents.values()].map((consent) => ({ ...consent, k: 'consent' as const })),
      ...[...grantCounts].map(([pair, grants]) => ({ k: 'count' as const, pair, grants })),
      ...[...tokens.values()]
        .filter((token) => token.expires_at === null || token.expires_at > now)
        .map((token) => ({ k: 'token' as const, token })),
    ],
    findCode: (code) => codes.get(code) ?? null,
    findToken,
    findEither: (text, now) => findToken(text, 'access', now) ?? findToken(text, 'refresh', now),
    findFamilyOfDead: (token) => deadFamilies.get(token) ?? null,
    issueCode: (fields) => {
      forgetExpired(fields.issued_at)
      const grant = nextGrant(fields.client_id, fields.account_uuid)
      const code: Code = { ...fields, code: drawToken(`code/${grant}`), family: grant, used: false }
      change({
        k: 'consent',
        client_id: fields.client_id,
        account_uuid: fields.account_uuid,
        scopes: fields.scopes,
        at: fields.issued_at,
      })
      change({ k: 'code', code })
      return code
    },
    useCode: (code) => change({ k: 'code_used', code }),
    issueTokens: ({ client, account_uuid, scopes, family, now, refresh_expires_at, access_expires_at = null }) => {
      const grant = nextGrant(client.id, account_uuid)
      const shared = { client_id: client.id, account_uuid, scopes, family, issued_at: now }
      const expires_at =
        refresh_expires_at === null ? access_expires_at : Math.min(now + client.access_ttl_seconds * 1000, refresh_expires_at)
      const access: Token = { ...shared, token: drawToken(`access/${grant}`), kind: 'access', expires_at }
      const refresh: Token | null =
        refresh_expires_at === null
          ? null
          : { ...shared, token: drawToken(`refresh/${grant}`), kind: 'refresh', expires_at: refresh_expires_at }
      change({ k: 'token', token: access })
      if (refresh) change({ k: 'token', token: refresh })
      return { access, refresh }
    },
    kill: (token) => change({ k: 'dead', token }),
    killFamily: (family) => killWhere((token) => token.family === family),
    withdraw: (clientId, accountUuid) => {
      change({ k: 'withdrawn', client_id: clientId, account_uuid: accountUuid })
      killWhere((token) => token.client_id === clientId && token.account_uuid === accountUuid)
    },
    consentsOf: (accountUuid) => [...consents.values()].filter((consent) => consent.account_uuid === accountUuid),
    liveTokens: (now) => [...tokens.values()].filter((token) => token.expires_at === null || token.expires_at > now),
  }
}
