import { accountScopes, createConfidentialClient, type OAuthClient } from '../options.ts'

/** A client without a secret, with the game's short lives for such clients. */
export const createPublicClient = (id: string): OAuthClient => ({
  ...createConfidentialClient(id, ''),
  secret: null,
  kind: 'public',
  name: 'A desktop tool',
  scopes: accountScopes,
  service_scopes: [],
  access_ttl_seconds: 10 * 3_600,
  refresh_ttl_seconds: 7 * 86_400,
})
