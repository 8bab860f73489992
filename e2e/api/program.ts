import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endWithUs } from '@muster/server/db/embedded/end-with-us'
import { findFreePort } from '@muster/server/testing/free-port'
import { root } from '../../tools/places.ts'
import { awaitReady } from '../../tools/processes.ts'

/** Address and secrets of a server under test; serialisable, because Vitest passes it from the setup to its workers. */
export interface ApiPlace {
  /** Ends with `/api`, without a trailing slash. */
  readonly base_url: string
  /** The database of that server, for test data. */
  readonly database_url: string
  /** Signs the logins of that server. */
  readonly token_secret: string
  /** Login secret of the chat bot. */
  readonly bot_secret: string
}

/** The product, running as a separate process. */
export interface ApiProgram extends ApiPlace {
  /** All lines logged so far. */
  log(): readonly string[]
  stop(): Promise<void>
}

/** Recognisable, so that tests can search for leaks. */
const secrets = {
  TOKEN_SECRET: 'canary-token-secret-long-enough-to-sign-with',
  ENCRYPTION_SECRET: 'canary-encryption-secret-long-enough-as-well',
  POE_CLIENT_SECRET: 'canary-poe-client-secret',
  DISCORD_CLIENT_SECRET: 'canary-discord-client-secret',
  TWITCH_CLIENT_SECRET: 'canary-twitch-client-secret',
  BOT_SECRET: 'canary-discord-bot-secret-that-is-long-enough',
  DISCORD_BOT_TOKEN: 'canary-discord-bot-token',
}
export const secretTexts: readonly string[] = Object.values(secrets)

/**
 * Starts `server/src/main.ts` on a database and waits until it answers. By default it only serves calls, and there is no game
 * behind it.
 */
export async function startApi(database_url: string, environment: Readonly<Record<string, string>> = {}): Promise<ApiProgram> {
  const data_dir = mkdtempSync(join(tmpdir(), 'muster-api-'))
  const port = Number(environment['PORT'] ?? (await findFreePort()))
  const nobody = 'http://127.0.0.1:9'
  const child = spawn(process.execPath, ['server/src/main.ts'], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DATABASE_URL: database_url,
      DATA_DIR: data_dir,
      ROLES: 'http',
      PORT: String(port),
      // Passkeys need a host name.
      PUBLIC_URL: `http://localhost:${port}`,
      LOG_LEVEL: 'debug',
      POE_WEB_URL: nobody,
      POE_API_URL: nobody,
      POE_CLIENT_ID: 'muster-test',
      POE_CONTACT: 'tests@muster.invalid',
      DISCORD_URL: nobody,
      DISCORD_CLIENT_ID: 'muster-test',
      TWITCH_ID_URL: nobody,
      TWITCH_API_URL: nobody,
      TWITCH_CLIENT_ID: 'muster-test',
      ...secrets,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  endWithUs(child, 'SIGKILL')
  const said: string[] = []
  const ended = new Promise<void>((done) => child.once('close', () => done()))
  await awaitReady('the server', child, (line) => said.push(line))
  return {
    base_url: `http://127.0.0.1:${port}/api`,
    database_url,
    token_secret: secrets.TOKEN_SECRET,
    bot_secret: secrets.BOT_SECRET,
    log: () => said,
    async stop() {
      child.kill('SIGTERM')
      await ended
      rmSync(data_dir, { recursive: true, force: true })
    },
  }
}
