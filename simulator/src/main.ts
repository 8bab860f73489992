/**
 * `node main.ts`: the simulator as a process. Prints one JSON line to stdout when ready; SIGINT or SIGTERM saves and stops it.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import {
  createConfidentialClient,
  DEFAULT_CLIENT_ID,
  DEFAULT_CLIENT_SECRET,
  DEFAULT_DISCORD_CLIENT,
  DEFAULT_TWITCH_CLIENT,
  type Preset,
  presets,
  type PresetName,
  wireVersionOf,
} from './options.ts'
import { createSimulator } from './simulator.ts'

const { values } = parseArgs({
  options: {
    port: { type: 'string' },
    seed: { type: 'string' },
    preset: { type: 'string' },
    league: { type: 'string' },
    'second-league': { type: 'string' },
    'quiet-hours': { type: 'string' },
    speed: { type: 'string' },
    state: { type: 'string' },
    start: { type: 'string' },
    'client-id': { type: 'string' },
    'client-secret': { type: 'string' },
    'redirect-uri': { type: 'string' },
    'wire-version': { type: 'string' },
    images: { type: 'string' },
  },
})

/** Value of a flag, or else of its variable `SIM_…`, or else the fallback. */
const read = (flag: keyof typeof values, fallback: string): string =>
  values[flag] ?? process.env[`SIM_${flag.toUpperCase().replaceAll('-', '_')}`] ?? fallback

const refuse = (message: string): never => {
  process.stderr.write(`simulator: ${message}\n`)
  process.exit(2)
}

const readNumber = (flag: keyof typeof values, fallback: string, least: number, most: number): number => {
  const value = Number(read(flag, fallback))
  return value >= least && value <= most ? value : refuse(`--${flag} must be a number from ${least} to ${most}`)
}

const presetName = (text: string): PresetName =>
  Object.keys(presets).includes(text)
    ? (text as PresetName)
    : refuse(`--preset must be one of ${Object.keys(presets).join(', ')}`)

const readPreset = (): Preset => {
  const preset: Preset = presets[presetName(read('preset', 'demo'))]
  const quiet_hours = readNumber('quiet-hours', '0', 0, 1000)
  const second = preset.second_game && { ...preset.second_game, league: read('second-league', preset.second_game.league) }
  return { ...preset, league: read('league', preset.league), quiet_hours, ...(second && { second_game: second }) }
}

const readStart = (): number | undefined => {
  const text = read('start', '')
  if (text === '') return undefined
  const at = Date.parse(text)
  return Number.isNaN(at) ? refuse('--start must be an ISO time such as 2026-11-06T20:00:00Z') : at
}

/** The default state file, in DATA_DIR if that is set. */
const stateInDataDir = process.env['DATA_DIR'] ? join(process.env['DATA_DIR'], 'simulator.jsonl') : ''
const clientId = read('client-id', DEFAULT_CLIENT_ID)
const clientSecret = read('client-secret', DEFAULT_CLIENT_SECRET)
const redirectUri = read('redirect-uri', '')

const simulator = await createSimulator({
  mode: 'live',
  port: readNumber('port', process.env['PORT'] ?? '0', 0, 65_535),
  seed: Math.floor(readNumber('seed', '7', 0, 2 ** 32 - 1)),
  preset: readPreset(),
  speed: readNumber('speed', '60', 0.1, 10_000),
  start_ms: readStart(),
  state_file: read('state', stateInDataDir) || undefined,
  clients: [createConfidentialClient(clientId, clientSecret, redirectUri ? [redirectUri] : [])],
  draw_images: read('images', 'drawn') === 'drawn',
  switches: { wire_version: wireVersionOf(read('wire-version', '3.29')) ?? refuse('--wire-version must be 3.28 or 3.29') },
})

const { real_ms, virtual_ms, speed } = simulator.clock.mapping()
process.stdout.write(
  `${JSON.stringify({
    ready: true,
    port: Number(new URL(simulator.url).port),
    web_url: simulator.web_url,
    api_url: simulator.api_url,
    image_url: simulator.switches.image_base,
    clock: { real_ms, virtual_ms, speed },
    client_id: clientId,
    client_secret: clientSecret,
    discord: {
      url: simulator.discord_url,
      client: DEFAULT_DISCORD_CLIENT,
      bot_token: simulator.guild.bot_token,
      public_key: simulator.guild.public_key,
    },
    calculator_url: simulator.calculator_url,
    twitch: { id_url: simulator.twitch_id_url, api_url: simulator.twitch_api_url, client: DEFAULT_TWITCH_CLIENT },
  })}\n`,
)

let isClosing = false
const close = async (): Promise<void> => {
  if (isClosing) process.exit(1)
  isClosing = true
  await simulator.close()
  process.exit(0)
}
process.on('SIGINT', () => void close())
process.on('SIGTERM', () => void close())
