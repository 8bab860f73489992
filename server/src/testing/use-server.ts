import type { Role } from '@muster/contract/users'
import { afterAll, beforeAll } from 'vitest'
import { aUser } from './builders.ts'
import { startTestServer, type TestServer, type TestServerOptions } from './server.ts'

/** The server of a test file: started before its tests, closed after them. */
export function useTestServer(options?: TestServerOptions): TestServer {
  const server = {} as TestServer
  beforeAll(async () => {
    Object.assign(server, await startTestServer(options))
  })
  afterAll(() => server.close())
  return server
}

/** Request headers of a user with this role, who exists before the tests. */
export function useRole(server: TestServer, role: Role): { readonly authorization: string } {
  const headers = { authorization: '' }
  beforeAll(async () => {
    Object.assign(headers, await server.as(await aUser(server.db, { permissions: [role] })))
  })
  return headers
}
