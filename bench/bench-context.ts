import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCaches } from '@muster/server/caches'
import { type Clock, createClock } from '@muster/server/clock'
import { readConfig } from '@muster/server/config'
import type { GameContext } from '@muster/server/context'
import { connectDatabase, type Db } from '@muster/server/db/connect'
import { startEmbeddedPostgres } from '@muster/server/db/embedded-postgres'
import { migrate } from '@muster/server/db/migrate'
import { createTokenVault } from '@muster/server/features/login/token-vault'
import { createGameClient } from '@muster/server/gateways/game/client'
import { createLogger } from '@muster/server/log'

/**
 * Creates a server context with an empty database.
 * @param options.durable whether a commit waits for the disk, as in production
 * @param options.database_url an existing database, which is kept at the end
 */
export async function openBench(
  options: { durable?: boolean; log?: string; database_url?: string } = {},
): Promise<{ ctx: GameContext; database_url: string; close(): Promise<void> }> {
  const data_dir = mkdtempSync(join(tmpdir(), 'muster-bench-'))
  const database =
    options.database_url === undefined
      ? await startEmbeddedPostgres({
          data_dir: join(data_dir, 'postgres'),
          durable: options.durable ?? false,
          ends_with_starter: true,
        })
      : { url: options.database_url, stop: () => Promise.resolve() }
  await migrate(database.url)
  const { db, close } = connectDatabase(database.url, { prepares: true })
  return {
    ctx: makeContext(db, database.url, createClock(null), options.log),
    database_url: database.url,
    async close() {
      await close()
      await database.stop()
      rmSync(data_dir, { recursive: true, force: true })
    },
  }
}

/** The same for an existing database. */
export function makeContext(db: Db, database_url: string, clock: Clock, log = 'silent'): GameContext {
  const config = readConfig({
    DATABASE_URL: database_url,
    TOKEN_SECRET: 'a secret for benches, long enough to sign tokens',
    ENCRYPTION_SECRET: 'another secret for benches, long enough too',
    POE_CLIENT_ID: 'bench',
    POE_CLIENT_SECRET: 'bench',
    POE_CONTACT: 'bench@muster.invalid',
  })
  if (!config.game) throw new Error('the benchmarks run with a client of the game')
  return {
    config,
    db,
    clock,
    log: createLogger(log),
    caches: createCaches(),
    vault: createTokenVault(config),
    game: createGameClient(config.game, clock),
    discord: null,
    twitch: null,
  }
}
