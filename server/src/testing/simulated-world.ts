import {
  DEFAULT_CLIENT_ID,
  DEFAULT_CLIENT_SECRET,
  DEFAULT_DISCORD_CLIENT,
  DEFAULT_TWITCH_CLIENT,
  type SimulatorOptions,
} from '@muster/simulator/options'
import { createSimulator, type Simulator } from '@muster/simulator/simulator'
import type { Provider } from '@muster/contract/auth'
import type { Clock } from '../clock.ts'
import { readConfig } from '../config.ts'
import type { GameGateway } from '../gateways/game/gateway.ts'
import { createGateways, type Gateways } from '../gateways/gateways.ts'
import { startTestServer, type TestServer } from './server.ts'

/** Environment variables that connect a server to the three simulated providers. */
export const environmentOf = (simulator: Simulator): Record<string, string> => ({
  POE_WEB_URL: simulator.web_url,
  POE_API_URL: simulator.api_url,
  POE_CLIENT_ID: DEFAULT_CLIENT_ID,
  POE_CLIENT_SECRET: DEFAULT_CLIENT_SECRET,
  POE_CONTACT: 'tests@muster.invalid',
  DISCORD_URL: simulator.discord_url,
  DISCORD_CLIENT_ID: DEFAULT_DISCORD_CLIENT.id,
  DISCORD_CLIENT_SECRET: DEFAULT_DISCORD_CLIENT.secret,
  TWITCH_ID_URL: simulator.twitch_id_url,
  TWITCH_API_URL: simulator.twitch_api_url,
  TWITCH_CLIENT_ID: DEFAULT_TWITCH_CLIENT.id,
  TWITCH_CLIENT_SECRET: DEFAULT_TWITCH_CLIENT.secret,
})

/** The simulator's clock; waiting advances it, so that rate limits are respected and tests do not wait. */
export const clockOf = (simulator: Simulator): Clock => ({
  speed: 1,
  now: () => simulator.clock.now(),
  sleep: (ms) => {
    // Simulated time consists of whole milliseconds.
    simulator.step(Math.ceil(ms))
    return Promise.resolve()
  },
})

/** Gateways created from the configuration, as in production. */
export function gatewaysTo(simulator: Simulator, more: Record<string, string> = {}): Gateways & { game: GameGateway } {
  const secrets = { TOKEN_SECRET: 'x'.repeat(32), ENCRYPTION_SECRET: 'x'.repeat(32) }
  const config = readConfig({ DATABASE_URL: 'postgres://none', ...secrets, ...environmentOf(simulator), ...more })
  const { game, ...others } = createGateways(config, clockOf(simulator))
  if (!game) throw new Error('these settings have no client of the game')
  return { game, ...others }
}

/** Visits the consent page, which answers automatically; returns the parameters of the redirect. */
export async function visitConsent(address: string, who: string, decision: 'allow' | 'deny' = 'allow'): Promise<URLSearchParams> {
  const url = new URL(address)
  url.searchParams.set('login_hint', who)
  url.searchParams.set('auto', decision)
  const answer = await fetch(url, { redirect: 'manual', headers: { accept: 'text/html' } })
  return new URL(answer.headers.get('location') ?? 'http://nowhere').searchParams
}

export interface SimulatedStack {
  readonly simulator: Simulator
  readonly server: TestServer
  readonly game: GameGateway
  /** A login like a browser's; with a bearer token, connects another account. */
  logIn(provider: Provider, who: string, headers?: Record<string, string>): Promise<{ statusCode: number; body: string }>
  close(): Promise<void>
}

const origin = 'http://localhost:4000'

/** A server with the three simulated providers, on the simulator's clock. */
export async function openSimulatedStack(options: SimulatorOptions = {}): Promise<SimulatedStack> {
  const simulator = await createSimulator({ preset: 'demo', mode: 'stepped', ...options })
  const gateways = gatewaysTo(simulator)
  const server = await startTestServer({
    game: gateways.game,
    discord: gateways.discord ?? {},
    twitch: gateways.twitch ?? {},
    clock: clockOf(simulator),
    environment: { ...environmentOf(simulator), PUBLIC_URL: origin },
  })
  return {
    simulator,
    server,
    game: gateways.game,
    async logIn(provider, who, headers = {}) {
      const redirect = await server.get(`/oauth2/${provider}/redirect?last_url=/teams`, headers)
      const back = await visitConsent(redirect.json<string>(), who)
      return server.app.inject({
        method: 'POST',
        url: `/api/oauth2/${provider}/callback`,
        payload: {
          redirect_url: `${origin}/auth/${provider}/callback`,
          code: back.get('code') ?? 'none',
          state: back.get('state') ?? 'none',
        },
      })
    },
    async close() {
      await server.close()
      await simulator.close()
    },
  }
}
