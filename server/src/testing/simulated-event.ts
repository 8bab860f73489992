import { createHash, randomBytes } from 'node:crypto'
import type { TeamId, UserId } from '@muster/contract/ids'
import { DEFAULT_CLIENT_ID, DEFAULT_CLIENT_SECRET, type SimulatorOptions } from '@muster/simulator/options'
import { createSimulator } from '@muster/simulator/simulator'
import { beforeAll } from 'vitest'
import type { Clock } from '../clock.ts'
import { Secret } from '../config.ts'
import type { GameContext } from '../context.ts'
import type { Row } from '../db/schema.ts'
import { sealAccountTokens } from '../features/login/account-tokens.ts'
import { createGameClient } from '../gateways/game/client.ts'
import type { GameGateway } from '../gateways/game/gateway.ts'
import { createCleaningReporter } from '../ingestion/problems.ts'
import { fetchCharacterData } from '../jobs/fetch-character-data.ts'
import type { GameJob, Round } from '../jobs/job.ts'
import { getEvent } from './events.ts'
import { aMember, anEvent, aTeam, aUser, insertRows } from './builders.ts'
import { createContextOn } from './muster.ts'
import { useOpened } from './use-server.ts'

const redirect_url = 'http://127.0.0.1:3000/auth/poe/callback'

/** Tokens from a consent; the consent page approves automatically. */
async function consent(game: GameGateway, account_name: string) {
  const verifier = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const address = new URL(game.authorizeAddress({ redirect_url, state: 'a-state', challenge }))
  address.searchParams.set('login_hint', account_name)
  address.searchParams.set('auto', 'allow')
  const answer = await fetch(address, { redirect: 'manual', headers: { accept: 'text/html' } })
  const code = new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? ''
  const tokens = await game.exchangeCode({ code, verifier, redirect_url })
  if (!tokens.ok) throw new Error(tokens.failure.detail)
  return tokens.value
}

export interface SimulatedPlayer {
  readonly user_id: UserId
  readonly team_id: TeamId
  readonly account_name: string
}

async function seat(ctx: GameContext, team: Row<'teams'>, person: { uuid: string; name: string }, is_lead: boolean) {
  const { id: user_id } = await aUser(ctx.db, { display_name: person.name })
  const place = { provider: 'poe' as const, account_id: person.uuid }
  const tokens = sealAccountTokens(ctx.vault, place, await consent(ctx.game, person.name))
  await insertRows(ctx.db, 'accounts', { user_id, ...place, name: person.name, ...tokens })
  await aMember(ctx.db, team, user_id, is_lead)
  return { user_id, team_id: team.id, account_name: person.name }
}

/**
 * A small simulated world with an event: every account of the world has logged in and plays for its team, and the first account
 * of each team is its lead. Waiting advances the world's clock, so rate limits are respected and tests do not wait.
 */
export async function startSimulatedEvent(options: SimulatorOptions & { hours?: number; data_dir?: string } = {}) {
  const { hours = 3, data_dir, ...more } = options
  const simulator = await createSimulator({ preset: 'tiny', ...more })
  const start = simulator.clock.now()
  simulator.step(hours * 3_600_000)
  const clock: Clock = {
    speed: 1,
    now: () => simulator.clock.now(),
    // Pauses of jobs do not advance time. Waits for rate limits do, so that tests do not wait.
    sleep: (_, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) resolve()
        signal?.addEventListener('abort', () => resolve(), { once: true })
      }),
  }
  const clockOfGateway: Clock = {
    ...clock,
    sleep(ms) {
      simulator.step(ms)
      return Promise.resolve()
    },
  }
  const { web_url, api_url } = simulator
  const client = {
    client_id: DEFAULT_CLIENT_ID,
    client_secret: new Secret(DEFAULT_CLIENT_SECRET),
    contact: 'tests@muster.invalid',
    timeout_ms: 30_000,
  }
  const world = await createContextOn(clock, {})
  const onCleaned = createCleaningReporter(world.ctx.db, clock, world.ctx.log)
  const game = createGameClient({ web_url, api_url, ...client }, clockOfGateway, undefined, onCleaned)
  const { config } = world.ctx
  const ctx = { ...world.ctx, clock, game, config: { ...config, data_dir: data_dir ?? config.data_dir } }
  const { id: event_id } = await anEvent(ctx.db, {
    name: simulator.world.options.league,
    is_current: true,
    event_start_time: new Date(start),
    event_end_time: new Date(start + 72 * 3_600_000),
  })
  const write: Round['write'] = (use) => ctx.db.transact(use)
  const players: SimulatedPlayer[] = []
  for (let place = 0; place < simulator.world.options.teams; place++) {
    const team = await aTeam(ctx.db, event_id)
    for (const [seatNumber, person] of simulator.world.accounts.filter((one) => one.team === place).entries()) {
      players.push(await seat(ctx, team, person, seatNumber === 0))
    }
  }
  return {
    ...world,
    ctx,
    simulator,
    event_id,
    players,
    /** Runs a job for a number of rounds with state kept between them. */
    async run(job: GameJob, rounds = 1, with_ctx: GameContext = ctx) {
      const round = job.start()
      const results = []
      for (let count = 0; count < rounds; count++) {
        const event = await getEvent(ctx.db, event_id)
        results.push(await round({ ctx: with_ctx, event, signal: new AbortController().signal, write }))
      }
      return results
    },
    async close() {
      await world.close()
      await simulator.close()
    },
  }
}

/** The world of a file: after a day of play every player has a character of level 80 or more, and all have been read twice. */
export function useReadCharacters() {
  const world = useOpened(() => startSimulatedEvent({ hours: 20 }))
  beforeAll(async () => {
    for (const { account_name } of world.players) world.simulator.inject({ kind: 'level', account: account_name, level: 80 })
    world.simulator.step(150 * 60_000)
    await world.run(fetchCharacterData, 2)
  })
  return world
}
