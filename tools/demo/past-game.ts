import type { Context, GameContext } from '@muster/server/context'
import type { Clock } from '@muster/server/clock'
import type { Row } from '@muster/server/db/schema'
import { createCalculators } from '@muster/server/gateways/pob/calculators'
import { createGameClient } from '@muster/server/gateways/game/client'
import { createCalculateBuilds } from '@muster/server/jobs/calculate-builds'
import { evaluateStashChanges } from '@muster/server/jobs/evaluate-stash-changes'
import { fetchCharacterData } from '@muster/server/jobs/fetch-character-data'
import { fetchStashChanges } from '@muster/server/jobs/fetch-stash-changes'
import type { GameJob } from '@muster/server/jobs/job'
import { createConfidentialClient, presets } from '@muster/simulator/options'
import { createSimulator } from '@muster/simulator/simulator'

// A finished league: a small world of its own, with people of the demo, played from moment to moment. The jobs are the server's;
// nothing runs beside them, so they need no leases and run one after the other.

export interface PastLeague {
  readonly league: string
  readonly start_ms: number
  readonly hours: number
  /** The seed of the world's people. */
  readonly people_seed: number
  readonly teams: number
  readonly players_per_team: number
  /** Where pictures of items are drawn. */
  readonly image_url: string
}

const stream_delay_ms = 30 * 60_000

/** Differs from the demo's seed: the same people have different luck. */
const seed = 20_408

/** Opens the league at its beginning, and the context for the product. */
export async function openPastGame(ctx: Context, { start_ms, image_url, hours, ...league }: PastLeague) {
  const { game: client } = ctx.config
  if (!client) throw new Error('a past event is played with the client of the simulated game')
  const simulator = await createSimulator({
    mode: 'stepped',
    seed,
    start_ms,
    preset: {
      ...presets.demo,
      ...league,
      guild_tabs: 'few',
      noise_items_per_second: 0,
      retained_hours: hours,
      league_hours: hours,
    },
    // A delayed tab also contains later deposits, so the same finds take fewer pages.
    stream_delay_ms,
    clients: [createConfidentialClient(client.client_id, client.client_secret.reveal())],
    // Read in the same process, so nothing needs compression.
    switches: { image_base: image_url, compresses: false },
  })
  const clock: Clock = {
    speed: 1,
    now: () => simulator.clock.now(),
    // Waiting for a limit of the game advances its time.
    sleep: (ms) => {
      simulator.step(Math.ceil(ms))
      return Promise.resolve()
    },
  }
  const { web_url, api_url } = simulator
  const config = { ...ctx.config, game: { ...client, web_url, api_url }, discord: null, twitch: null }
  const past: GameContext = { ...ctx, clock, config, game: createGameClient(config.game, clock), discord: null, twitch: null }
  return {
    past,
    accounts: simulator.world.accounts.map(({ name, team }) => ({ name, team })),
    moveTo: (at: number) => {
      if (at > simulator.clock.now()) simulator.runUntil(at)
    },
    close: () => simulator.close(),
  }
}

interface Jobs {
  work(): Promise<void>
  /** Calculates waiting builds, the newest of each character. */
  calculate(): Promise<void>
  close(): void
}

/** The server's jobs for one event: runs everything due at the current moment. */
export function openJobs(ctx: GameContext, event: Row<'events'>): Jobs {
  const { signal } = new AbortController()
  const start = (job: GameJob) => {
    const round = job.start()
    return async () => {
      for (;;) {
        const result = await round({ ctx, event, signal, write: (use) => ctx.db.transact(use) })
        if (!result.ok) throw new Error(`the past event of the demo: ${result.error}`)
        if (result.wait_ms > 0) return
      }
    }
  }
  const { calculators, close } = createCalculators(ctx.config.pob, ctx.log)
  const calculate = createCalculateBuilds(calculators)
  const rounds = [fetchStashChanges, fetchCharacterData, evaluateStashChanges].map(start)
  return {
    async work() {
      for (const round of rounds) await round()
    },
    async calculate() {
      const problem = await calculate.run(ctx, signal)
      if (typeof problem === 'string') throw new Error(`the past event of the demo: ${problem}`)
    },
    close,
  }
}
