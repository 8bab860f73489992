import { FASTEST, SLOWEST } from '@muster/simulator/clock'
import type { Start } from './stack.ts'
import { simulatedClock } from './simulated-clock.ts'

// The simulated game as a program beside the server, for the demo and the trial.

/** The line of JSON that the simulator prints when it is ready. */
export interface SimulatorReady {
  web_url: string
  api_url: string
  image_url: string
  client_id: string
  client_secret: string
  discord: { url: string; client: { id: string; secret: string }; bot_token: string; public_key: string }
  twitch: { id_url: string; api_url: string; client: { id: string; secret: string } }
  /** Without the path that selects the game of the builds. */
  calculator_url: string
  /** The virtual clock: it showed `virtual_ms` when ours showed `real_ms`, and runs `speed` times as fast. */
  clock: { real_ms: number; virtual_ms: number; speed: number }
}

/** The variable SPEED; null if it is not set. */
export function readSpeed(text: string | undefined): number | null {
  if (!text) return null
  const speed = Number(text)
  if (speed >= SLOWEST && speed <= FASTEST) return speed
  throw new Error(`SPEED must be a number from ${SLOWEST} to ${FASTEST}, not "${text}".`)
}

export const controlOf = ({ web_url }: SimulatorReady): string => `${new URL(web_url).origin}/__sim`

/** The address of its clock, for programs that follow it. */
export const clockOf = (simulator: SimulatorReady): string => `${controlOf(simulator)}/clock`

/** Options of its command line; null leaves one out. */
interface SimulatorFlags {
  readonly port: number
  readonly state: string
  readonly speed: number | null
  readonly start?: string
  readonly league?: string
  readonly 'second-league'?: string
  readonly 'quiet-hours'?: number
}

/** Starts both simulated games, with people who play both. */
export async function startSimulator(start: Start, flags: SimulatorFlags): Promise<SimulatorReady> {
  const args = Object.entries(flags).flatMap(([name, value]) => (value === null ? [] : [`--${name}`, String(value)]))
  const said = await start({
    name: 'simulator',
    script: 'simulator/src/main.ts',
    port: flags.port,
    args: ['--preset', 'demo_both', ...args],
    env: {},
    isReady: (line) => line.startsWith('{'),
  })
  return JSON.parse(said) as SimulatorReady
}

/** The settings of a server for this game and the providers around it. */
export const describeGame = (simulator: SimulatorReady): NodeJS.ProcessEnv => ({
  POE_WEB_URL: simulator.web_url,
  POE_API_URL: simulator.api_url,
  POE_IMAGE_URL: simulator.image_url,
  POE_CLIENT_ID: simulator.client_id,
  POE_CLIENT_SECRET: simulator.client_secret,
  POE_CONTACT: 'local@muster.invalid',
  DISCORD_URL: simulator.discord.url,
  DISCORD_CLIENT_ID: simulator.discord.client.id,
  DISCORD_CLIENT_SECRET: simulator.discord.client.secret,
  DISCORD_BOT_TOKEN: simulator.discord.bot_token,
  DISCORD_PUBLIC_KEY: simulator.discord.public_key,
  TWITCH_ID_URL: simulator.twitch.id_url,
  TWITCH_API_URL: simulator.twitch.api_url,
  TWITCH_CLIENT_ID: simulator.twitch.client.id,
  TWITCH_CLIENT_SECRET: simulator.twitch.client.secret,
  POB_URL: `${simulator.calculator_url}/poe1/import-character`,
  POB_URL_POE2: `${simulator.calculator_url}/poe2/import-character`,
  POB_ENGINE_ID: 'simulated',
  ...simulatedClock(simulator.clock, clockOf(simulator)),
})
