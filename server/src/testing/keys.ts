import type { KeyScope, MadeKey } from '@muster/contract/keys'
import type { Row } from '../db/schema.ts'
import type { TestServer } from './server.ts'

export interface TestKey extends MadeKey {
  readonly headers: { readonly authorization: string }
}

/** A key that its owner makes in the settings. */
export async function makeKey(
  server: TestServer,
  owner: Pick<Row<'users'>, 'id' | 'permissions' | 'token_version'>,
  scopes: readonly KeyScope[],
  expires_at: string | null = null,
): Promise<TestKey> {
  const answer = await server.send('POST', '/users/self/keys', await server.as(owner), { name: 'Bot', scopes, expires_at })
  if (answer.statusCode !== 201) throw new Error(`no key: ${answer.body}`)
  const made = answer.json<MadeKey>()
  return { ...made, headers: { authorization: `Bearer ${made.secret}` } }
}
