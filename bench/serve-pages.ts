import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClockSetting } from '@muster/server/clock'
import { Secret } from '@muster/server/config'
import { findFreePort } from '@muster/server/testing/free-port'
import { startServer } from './crowd/programs.ts'

/** Secret that signs the logins of a bench. */
export const benchSecret = { token_secret: new Secret('a local secret of a bench, not used elsewhere') }

/** Settings for a server process of a bench. */
export const settingsOf = (database_url: string, data_dir: string, port: number) => ({
  DATABASE_URL: database_url,
  DATA_DIR: data_dir,
  PORT: String(port),
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  TOKEN_SECRET: benchSecret.token_secret.reveal(),
  ENCRYPTION_SECRET: benchSecret.token_secret.reveal(),
  POE_CLIENT_ID: 'bench',
  POE_CLIENT_SECRET: 'bench',
  POE_CONTACT: 'bench@muster.invalid',
})

/** Starts the server in a separate process that only serves pages and calls: no reads of the game, no scoring. */
export async function servePages(database_url: string, clock?: ClockSetting): Promise<{ url: string; close(): Promise<void> }> {
  const port = await findFreePort()
  const url = `http://localhost:${port}`
  const data_dir = mkdtempSync(join(tmpdir(), 'muster-pages-'))
  const server = await startServer('server/src/main.ts', [], {
    ROLES: 'http',
    ...settingsOf(database_url, data_dir, port),
    PUBLIC_URL: url,
    // The server itself provides item pictures, because a bench calls no external service.
    POE_IMAGE_URL: url,
    ...(clock && { CLOCK: JSON.stringify(clock) }),
  })
  return {
    url,
    async close() {
      await server.stop()
      rmSync(data_dir, { recursive: true, force: true })
    },
  }
}
