import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type pg from 'pg'
import { createCaches } from '../caches.ts'
import type { Clock } from '../clock.ts'
import { readConfig } from '../config.ts'
import type { Context } from '../context.ts'

import { connectDatabase, type Db } from '../db/connect.ts'
import type { OpenReplica } from '../db/replica.ts'
import type { Row } from '../db/schema.ts'
import { createTestDatabase } from './test-database.ts'
import { issueToken } from '../features/login/token.ts'
import { createTokenVault } from '../features/login/token-vault.ts'
import type { FeedHub } from '../feeds.ts'
import type { DiscordBot } from '../gateways/discord/bot.ts'
import type { GameGateway } from '../gateways/game/gateway.ts'
import type { LoginGateway } from '../gateways/outside.ts'
import type { TwitchGateway } from '../gateways/twitch/gateway.ts'
import { type AppOptions, createApp } from '../http/app.ts'
import { createLogger } from '../log.ts'
import { testNow } from './builders.ts'

/** A provider that never responds; tests of logins supply their own. */
export const absentLogin: LoginGateway = {
  scopes: [],
  authorizeAddress: () => 'https://provider.test/oauth/authorize',
  exchangeCode: () => refuse(),
  refreshTokens: () => refuse(),
  fetchProfile: () => refuse(),
  revokeToken: null,
}

export const absentGame: GameGateway = {
  ...absentLogin,
  fetchLatestChangeId: () => refuse(),
  fetchPublicStashes: () => refuse(),
  fetchCharacters: () => refuse(),
  fetchCharacter: () => refuse(),
  fetchAtlas: () => refuse(),
  fetchGuildTabs: () => refuse(),
  fetchGuildTab: () => refuse(),
  fetchLadderPage: () => refuse(),
  findLeague: () => refuse(),
  measureLimits: () => [],
}

const refuse = () =>
  Promise.resolve({ ok: false as const, failure: { reason: 'unavailable' as const, detail: 'no game in this test' } })

const unlimited = {
  reads: 1_000_000,
  writes: 1_000_000,
  logins: 1_000_000,
  bot_logins: 1_000_000,
  pages: 1_000_000,
  logins_of_user: 1_000_000,
}
export const testOrigin = 'https://muster.test'

export interface TestServer {
  readonly ctx: Context
  readonly db: Db
  readonly app: FastifyInstance
  readonly database_url: string
  /** Sets the event clock, ms since 1970. */
  setNow(now: number): void
  /** Request headers for this user. */
  as(user: Pick<Row<'users'>, 'id' | 'permissions' | 'token_version'>): Promise<{ authorization: string }>
  /** Number of statements sent to the database so far; a transaction counts as one. */
  statements(): number
  /** Log entries of the server. */
  readonly logged: Record<string, unknown>[]
  get(path: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>
  /** A writing call, optionally with a JSON body. */
  send(
    method: 'PUT' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    headers?: Record<string, string>,
    body?: unknown,
  ): Promise<LightMyRequestResponse>
  close(): Promise<void>
}

export interface TestServerOptions extends Omit<AppOptions, 'hub'> {
  readonly makeHub?: (ctx: Context) => FeedHub
  /** null: the server has no client of the game. */
  readonly game?: Partial<GameGateway> | null
  /** If absent, the provider is not set up. */
  readonly discord?: Partial<LoginGateway>
  readonly twitch?: Partial<TwitchGateway>
  readonly discord_bot?: DiscordBot
  readonly environment?: Record<string, string>
  /** A migrated database to use instead of a new test database. */
  readonly database?: { readonly url: string; drop(): Promise<void> }
  /** Opens a replica of the database behind this pool. */
  openReplica?(primary: pg.Pool): OpenReplica
  /** An event clock to use instead of the one set by `setNow`. */
  readonly clock?: Clock
}

/** A real server with its own database, called without a network; shared answers are checked again on every call. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const database = options.database ?? (await createTestDatabase())
  const { db, pool, close } = connectDatabase(database.url, { prepares: true })
  let statements = 0
  pool.on('acquire', () => statements++)
  let now = testNow
  const logged: Record<string, unknown>[] = []
  const config = readConfig({
    DATABASE_URL: database.url,
    PUBLIC_URL: testOrigin,
    TOKEN_SECRET: 'a secret for tests, long enough to sign with',
    ENCRYPTION_SECRET: 'another secret for tests, long enough as well',
    POE_CLIENT_ID: 'muster-test',
    POE_CLIENT_SECRET: 'client secret',
    POE_CONTACT: 'tests@muster.test',
    ...options.environment,
  })
  const replica = options.openReplica?.(pool)
  const ctx: Context = {
    config,
    db,
    ...(replica && { replica }),
    clock: options.clock ?? { speed: 1, now: () => now, sleep: () => Promise.resolve() },
    log: createLogger('debug', { write: (line: string) => void logged.push(JSON.parse(line) as Record<string, unknown>) }),
    caches: createCaches(),
    vault: createTokenVault(config),
    game: options.game === null ? null : { ...absentGame, ...options.game },
    discord: options.discord ? { ...absentLogin, ...options.discord } : null,
    twitch: options.twitch
      ? { ...absentLogin, fetchLiveStreams: () => refuse(), fetchStreamVideos: () => refuse(), ...options.twitch }
      : null,
    discord_bot: options.discord_bot ?? null,
  }
  const hub = options.makeHub?.(ctx)
  const app = await createApp(hub ? { ...ctx, feeds: hub } : ctx, {
    freshness: 0,
    check_replies: true,
    rate_limits: unlimited,
    ...options,
    ...(hub && { hub }),
  })
  return {
    ctx,
    db,
    app,
    database_url: database.url,
    logged,
    statements: () => statements,
    setNow: (moment) => {
      now = moment
    },
    as: async (user) => ({ authorization: `Bearer ${await issueToken(config, user)}` }),
    get: (path, headers = {}) => app.inject({ method: 'GET', url: `/api${path}`, headers }),
    send: (method, path, headers = {}, body) =>
      app.inject({
        method,
        url: `/api${path}`,
        headers: { 'content-type': 'application/json', ...headers },
        ...(body !== undefined && { payload: JSON.stringify(body) }),
      }),
    async close() {
      await app.close()
      await replica?.close()
      await close()
      await database.drop()
    },
  }
}
