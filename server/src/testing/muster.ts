import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { GameItem, PublicStashChange, PublicStashPage } from '@muster/contract/game-api'
import type { EventId, ObjectiveId, TeamId, UserId } from '@muster/contract/ids'
import { pino } from 'pino'
import { createCaches } from '../caches.ts'
import { readConfig } from '../config.ts'
import type { Clock } from '../clock.ts'
import type { Context, GameContext } from '../context.ts'
import { connectDatabase } from '../db/connect.ts'
import { recordDefinition } from '../db/definition.ts'
import type { NewRow } from '../db/schema.ts'
import { createTestDatabase } from './test-database.ts'
import { createTokenVault } from '../features/login/token-vault.ts'
import type { GameGateway } from '../gateways/game/gateway.ts'
import { aMember, anEvent, anObjective, aPreset, aTeam, aUser, testNow, insertRows } from './builders.ts'
import { createManualClock } from './manual-clock.ts'
import { absentGame } from './server.ts'

/** A context with its own database and a manual clock. */
export async function createTestContext(game: Partial<GameGateway> = {}) {
  const clock = createManualClock(testNow)
  return { ...(await createContextOn(clock, game)), clock }
}

/** A context with its own database. */
export async function createContextOn(clock: Clock, game: Partial<GameGateway>) {
  const database = await createTestDatabase()
  const { db, close } = connectDatabase(database.url, { prepares: true })
  const config = readConfig({
    DATABASE_URL: database.url,
    DATA_DIR: join(tmpdir(), 'muster-tests'),
    TOKEN_SECRET: 'a secret for tests, long enough to sign with',
    ENCRYPTION_SECRET: 'another secret for tests, long enough as well',
    POE_CLIENT_ID: 'muster-test',
    POE_CLIENT_SECRET: 'client secret',
    POE_CONTACT: 'tests@muster.test',
  })
  const ctx: GameContext = {
    config,
    db,
    clock,
    log: pino({ level: 'silent' }),
    caches: createCaches(),
    vault: createTokenVault(config),
    game: { ...absentGame, ...game },
    discord: null,
    twitch: null,
  }
  return {
    ctx,
    database_url: database.url,
    async close() {
      await close()
      await database.drop()
    },
  }
}

export interface SmallEvent {
  readonly event_id: EventId
  readonly name: string
  readonly root_id: ObjectiveId
  readonly teams: readonly {
    readonly id: TeamId
    readonly players: readonly { readonly user_id: UserId; readonly account_name: string }[]
  }[]
  /** Adds an objective below the root, worth `points` to every team that completes it. */
  add(
    objective: Partial<NewRow<'objectives'>>,
    conditions?: readonly Omit<NewRow<'conditions'>, 'objective_id'>[],
    points?: readonly number[],
  ): Promise<ObjectiveId>
  /** Records the definition in the ledger, as an edit would. */
  publish(): Promise<void>
}

/** A small event as the only current one, with no other connected users: for tests that need an empty start. */
export async function anOnlyEvent(ctx: Context, event: Partial<NewRow<'events'>> = {}): Promise<SmallEvent> {
  await ctx.db.updateTable('events').set({ is_current: false }).execute()
  await ctx.db.deleteFrom('accounts').execute()
  return aSmallEvent(ctx, event)
}

/** Two teams of two players with connected game accounts `Player1#0001` …, and an empty tree. */
export async function aSmallEvent(ctx: Context, event: Partial<NewRow<'events'>> = {}): Promise<SmallEvent> {
  const { id: event_id, name } = await anEvent(ctx.db, { is_current: true, ...event })
  const teams = []
  for (const place of [0, 1]) {
    const team = await aTeam(ctx.db, event_id)
    const players = []
    for (const seat of [1, 2]) {
      const account_name = `Player${place * 2 + seat}#000${place * 2 + seat}`
      const { id: user_id } = await aUser(ctx.db, { display_name: account_name })
      await insertRows(ctx.db, 'accounts', {
        user_id,
        provider: 'poe',
        account_id: `uuid-${event_id}-${user_id}`,
        name: account_name,
      })
      await aMember(ctx.db, team, user_id, seat === 1)
      players.push({ user_id, account_name })
    }
    teams.push({ id: team.id, players })
  }
  const root = await anObjective(ctx.db, event_id, {
    name: 'default',
    objective_type: 'CATEGORY',
    aggregation: 'NONE',
    number_field: 'FINISHED_OBJECTIVES',
  })
  return {
    event_id,
    name,
    root_id: root.id,
    teams,
    async add(objective, conditions = [], points = [10]) {
      const scoring_preset_id = await aPreset(ctx.db, event_id, { points: [...points] })
      const row = await anObjective(ctx.db, event_id, { parent_id: root.id, scoring_preset_id, ...objective })
      if (conditions.length > 0) {
        await insertRows(
          ctx.db,
          'conditions',
          conditions.map((condition) => ({ objective_id: row.id, ...condition })),
        )
      }
      return row.id
    },
    publish: () =>
      ctx.db.transact((tx) =>
        recordDefinition(tx, event_id, { timestamp: new Date(ctx.clock.now()), author_id: null, reason: 'test' }),
      ),
  }
}

export const anItem = (item: GameItem = {}): Record<string, unknown> => ({
  name: '',
  typeLine: 'Chaos Orb',
  baseType: 'Chaos Orb',
  identified: true,
  ilvl: 0,
  frameType: 5,
  icon: '',
  w: 1,
  h: 1,
  ...item,
})

export const aTab = (tab: Partial<PublicStashChange>): PublicStashChange => ({
  id: 'tab-1',
  public: true,
  stash: 'drops',
  stashType: 'PremiumStash',
  items: [],
  ...tab,
})

export const aPage = (stashes: readonly PublicStashChange[], next_change_id = '2-2-2-2-2'): PublicStashPage => ({
  next_change_id,
  stashes: [...stashes],
})
