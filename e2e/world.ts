import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endWithUs } from '@muster/server/db/embedded/end-with-us'
import { findFreePort } from '@muster/server/testing/free-port'
import { createSimulator, type Simulator } from '@muster/simulator/simulator'
import {
  DEFAULT_CLIENT_ID,
  DEFAULT_CLIENT_SECRET,
  DEFAULT_DISCORD_CLIENT,
  DEFAULT_TWITCH_CLIENT,
  type Preset,
  type PresetName,
} from '@muster/simulator/options'
import { prepareDemo } from '../tools/demo/prepare.ts'
import { root } from '../tools/places.ts'
import { awaitReady } from '../tools/processes.ts'
import { simulatedClock } from '../tools/simulated-clock.ts'

/** A simulated game, the demo event in a database, and the product as a process that can be killed and restarted. */
export interface World {
  readonly simulator: Simulator
  readonly url: string
  /** Data directory of the server, with its generated secrets. */
  readonly data_dir: string
  /** Starts the server and waits until it answers; optionally on another machine, with its own database and data directory. */
  start(machine?: { readonly database_url: string; readonly data_dir: string }): Promise<void>
  /** Environment for additional server processes. */
  readonly env: Readonly<Record<string, string>>
  /** Suspends the server without notice. */
  hang(): void
  wake(): void
  /** kill -9 without a delay; waits only for the end of the process. */
  kill(): Promise<void>
  /** Log lines of the server's last run, newest last. */
  log(): readonly string[]
  close(): Promise<void>
}

/**
 * @param speed of the game and the event clock, as a multiple of real time
 * @param length_hours of the event, in event time; finds after its end score nothing
 */
export async function openWorld(options: {
  database_url: string
  speed: number
  preset?: PresetName | Preset
  stream_delay_ms?: number
  /** Whether the game compresses its answers (default: yes). Rehearsals show that compression does no harm. */
  compresses?: boolean
  length_hours?: number
  /** Elapsed hours of the event when the world opens. */
  begun_hours?: number
  port?: number
  simulator_port?: number
  seed?: number
  /** A bundled server program, for tests that start it often. */
  program?: string
  /** If omitted, the world also contains a past event. */
  plays_past?: boolean
}): Promise<World> {
  const { database_url, speed, preset = 'demo', seed = 7, simulator_port = 0, stream_delay_ms = 5 * 60_000 } = options
  const data_dir = mkdtempSync(join(tmpdir(), 'muster-world-'))
  const simulator = await createSimulator({
    mode: 'live',
    speed,
    preset,
    seed,
    port: simulator_port,
    stream_delay_ms,
    draw_images: true,
    switches: { compresses: options.compresses ?? true },
  })
  const port = options.port ?? (await findFreePort())
  const url = `http://localhost:${port}`
  simulator.step((options.begun_hours ?? 0) * 3_600_000)
  const { real_ms, virtual_ms } = simulator.clock.mapping()
  const env = {
    DATABASE_URL: database_url,
    DATA_DIR: data_dir,
    PORT: String(port),
    SANDBOX: 'off',
    PUBLIC_URL: url,
    POE_WEB_URL: simulator.web_url,
    POE_API_URL: simulator.api_url,
    POE_IMAGE_URL: simulator.image_url,
    POE_CLIENT_ID: DEFAULT_CLIENT_ID,
    POE_CLIENT_SECRET: DEFAULT_CLIENT_SECRET,
    POE_CONTACT: 'tests@muster.invalid',
    DISCORD_URL: simulator.discord_url,
    DISCORD_CLIENT_ID: DEFAULT_DISCORD_CLIENT.id,
    DISCORD_CLIENT_SECRET: DEFAULT_DISCORD_CLIENT.secret,
    DISCORD_BOT_TOKEN: simulator.guild.bot_token,
    DISCORD_PUBLIC_KEY: simulator.guild.public_key,
    TWITCH_ID_URL: simulator.twitch_id_url,
    TWITCH_API_URL: simulator.twitch_api_url,
    TWITCH_CLIENT_ID: DEFAULT_TWITCH_CLIENT.id,
    TWITCH_CLIENT_SECRET: DEFAULT_TWITCH_CLIENT.secret,
    ...simulatedClock({ real_ms, virtual_ms, speed }),
  }
  await prepareDemo(env, simulator, options)
  let child: ChildProcess | null = null
  let said: string[] = []

  function start(machine = { database_url, data_dir }): Promise<void> {
    said = []
    const started = spawn(process.execPath, [options.program ?? 'tools/rehearsal/server.ts'], {
      cwd: root,
      env: { ...process.env, ...env, DATABASE_URL: machine.database_url, DATA_DIR: machine.data_dir },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child = started
    endWithUs(started, 'SIGKILL')
    return awaitReady('the server', started, (line) => said.push(line))
  }

  function end(signal: NodeJS.Signals): Promise<void> {
    const running = child
    child = null
    if (!running || running.exitCode !== null || running.signalCode !== null) return Promise.resolve()
    return new Promise((resolve) => {
      running.once('exit', () => resolve())
      running.kill(signal)
    })
  }

  return {
    simulator,
    url,
    data_dir,
    env,
    start,
    hang: () => void child?.kill('SIGSTOP'),
    wake: () => void child?.kill('SIGCONT'),
    kill: () => end('SIGKILL'),
    log: () => said,
    async close() {
      await end('SIGTERM')
      await simulator.close()
      rmSync(data_dir, { recursive: true, force: true })
    },
  }
}
