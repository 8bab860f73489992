import type { Role } from '@muster/contract/users'
import { afterAll, beforeAll } from 'vitest'
import { aUser } from './builders.ts'
import { startTestServer, type TestServer, type TestServerOptions } from './server.ts'

/** The result of `open`, for the tests of a file: opened before them, closed after them. */
export function useOpened<T extends { close(): Promise<unknown> }>(open: () => Promise<T>): T {
  const opened = {} as T
  beforeAll(async () => {
    Object.assign(opened, await open())
  })
  afterAll(() => opened.close())
  return opened
}

export const useTestServer = (options?: TestServerOptions): TestServer => useOpened(() => startTestServer(options))

/** Request headers of a user with this role, who exists before the tests. */
export function useRole(server: TestServer, role: Role): { readonly authorization: string } {
  const headers = { authorization: '' }
  beforeAll(async () => {
    Object.assign(headers, await server.as(await aUser(server.db, { permissions: [role] })))
  })
  return headers
}
