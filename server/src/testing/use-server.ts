import { afterAll, beforeAll } from 'vitest'
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
