/** A complete simulated environment: clock, world, providers, faults and control, behind one listener on loopback. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { type Addresses, createApp, listAddresses } from './app.ts'
import { createClock } from './clock.ts'
import { createStriker } from './control/strike.ts'
import { createConduct } from './edge/conduct.ts'
import { createRequestLog } from './edge/requests.ts'
import { createFaults } from './faults/faults.ts'
import { createInvalidRequests } from './limits/invalid-requests.ts'
import { createBuckets } from './limits/buckets.ts'
import { createChannels } from './providers/discord-channels.ts'
import { createGuild } from './providers/discord-guild.ts'
import { createLimiter } from './limits/limiter.ts'
import {
  createConfidentialClient,
  createDiscordClient,
  createTwitchClient,
  DEFAULT_CLIENT_ID,
  DEFAULT_CLIENT_SECRET,
  DEFAULT_DISCORD_CLIENT,
  DEFAULT_START_MS,
  DEFAULT_TWITCH_CLIENT,
  defaultSwitches,
  presets,
  type SimulatorOptions,
  type Switches,
} from './options.ts'
import { createAuthorities } from './providers/oauth/authorities.ts'
import { type SiteName, siteNames } from './providers/oauth/authority.ts'
import { createGrants, type Grants } from './providers/oauth/grants.ts'
import { createScripts, type Scripts } from './scripts/script-runner.ts'
import type { Simulation } from './simulation.ts'
import { openStateFile, readStateFile, type StateFile, type StateRecord, type WorldRecord } from './state-file.ts'
import { createStreamView } from './views/stream-view.ts'
import { createIdentities } from './world/identities.ts'
import type { EventOutcome, WorldEvent } from './world/events.ts'
import { injectEvent } from './world/injections.ts'
import type { Journal } from './world/journal.ts'
import { createWorld, type WorldOptions } from './world/world.ts'

const MINUTE = 60_000

export interface Simulator
  extends Addresses,
    Pick<
      Simulation,
      | 'clock'
      | 'world'
      | 'identities'
      | 'faults'
      | 'scripts'
      | 'requests'
      | 'buckets'
      | 'channels'
      | 'guild'
      | 'switches'
      | 'catchUp'
    > {
  journal: Journal
  /** Grants of the game; `grants_of` also contains the other providers. */
  grants: Grants
  grants_of: Readonly<Record<SiteName, Grants>>
  /** Whether the reader of the stream has more to read now, because the last page was full. */
  hasMoreStream: () => boolean
  /** Prepares texts for later requests until the promise is settled, whenever no request arrives. */
  prepareDuring: (waiting: Promise<unknown>) => Promise<void>
  /** Advances clock and world by virtual milliseconds. */
  step: (ms: number) => void
  runUntil: (virtualMs: number) => void
  /** Reports that the client was killed and will restart: see `Conduct.excuseDeath`. */
  excuseDeath: () => void
  /** Makes an event happen now. */
  inject: (event: WorldEvent) => EventOutcome
  app: FastifyInstance
  close: () => Promise<void>
}

/** Real milliseconds without a request before one text is prepared; that takes about as long. */
const POLL_MS = 1
/** Interval in real milliseconds between saves of the clock, and updates of the world without requests. */
const TICK_MS = 1000
/** A request that arrives within this many real milliseconds of an answer may have been sent before the answer. */
const IN_FLIGHT_MS = 1000
/** The saved clock is ahead of the real one, so that after a crash it resumes later, never earlier. */
const CLOCK_AHEAD_MS = TICK_MS * 2

const chooseOrigin = ({ preset = 'demo', seed = 7, start_ms = DEFAULT_START_MS }: SimulatorOptions): WorldRecord => {
  return { k: 'world', seed, preset: typeof preset === 'object' ? preset : presets[preset], start_ms }
}

const toWorldOptions = ({ seed, preset, start_ms }: WorldRecord, options: SimulatorOptions): WorldOptions => {
  const { retained_hours, opens_after_minutes, league_hours, ...rest } = preset
  return {
    ...rest,
    seed,
    start_ms,
    stream_delay_ms: options.stream_delay_ms ?? 5 * MINUTE,
    retained_ms: retained_hours * 60 * MINUTE,
    ladder_cache_ms: MINUTE,
    journal_kept: options.journal_kept ?? 20_000,
    league_opens_ms: opens_after_minutes === undefined ? undefined : start_ms + opens_after_minutes * MINUTE,
    league_ends_ms: league_hours === undefined ? undefined : start_ms + league_hours * 60 * MINUTE,
  }
}

const prepareDuring = async ({ requests, stream_view }: Simulation, waiting: Promise<unknown>): Promise<void> => {
  let isOver = false
  const over = () => void (isOver = true)
  waiting.then(over, over)
  for (let seen = -1; !isOver; await sleep(POLL_MS)) {
    const { requests: count } = requests.totals()
    if (count === seen && !stream_view.prepare()) return
    seen = count
  }
}

/** Creates the world, replays the state file of an earlier run, and listens. */
export const createSimulator = async (options: SimulatorOptions = {}): Promise<Simulator> => {
  const { mode = 'stepped', port = 0, state_file } = options
  const realNow = () => Date.now()
  const earlier = state_file ? readStateFile(state_file) : []
  const origin = earlier.find((record) => record.k === 'world') ?? chooseOrigin(options)
  const injections = earlier.filter((record) => record.k === 'inject')
  const lastClock = earlier.findLast((record) => record.k === 'clock')
  const { seed, start_ms } = origin

  const world = createWorld(toWorldOptions(origin, options))
  for (const [place, { at, event }] of injections.entries()) {
    world.advanceTo(at)
    injectEvent(world, event, place)
  }
  let file: StateFile | null = null
  const identities = createIdentities(seed, world.accounts)
  const grantsOf = (site: SiteName) => createGrants(seed, (record) => file?.append({ ...record, site }))
  const grants = { game: grantsOf('game'), discord: grantsOf('discord'), twitch: grantsOf('twitch') }
  for (const record of earlier)
    if (record.k !== 'world' && record.k !== 'clock' && record.k !== 'inject') grants[record.site ?? 'game'].apply(record)
  const clock = createClock({
    mode,
    virtual_ms: Math.max(world.now(), lastClock?.virtual_ms ?? start_ms),
    speed: options.speed ?? lastClock?.speed ?? 1,
    realNow,
  })
  if (lastClock?.paused) clock.pause()
  let scripts: Scripts | null = null
  const catchUp = () => {
    const now = clock.now()
    world.advanceTo(now)
    scripts?.advance(now)
    return now
  }
  catchUp()

  const clockRecord = (aheadMs: number): StateRecord => {
    const { virtual_ms, speed, paused } = clock.mapping()
    return { k: 'clock', virtual_ms: virtual_ms + (paused || mode === 'stepped' ? 0 : Math.ceil(aheadMs * speed)), speed, paused }
  }
  if (state_file) {
    file = openStateFile(state_file, () => [
      origin,
      ...injections,
      ...siteNames.flatMap((site) => grants[site].dump(clock.now()).map((record) => ({ ...record, site }))),
      clockRecord(CLOCK_AHEAD_MS),
    ])
  }

  const switches: Switches = { ...defaultSwitches, ...options.switches }
  const parts: Omit<Simulation, 'scripts'> = {
    seed,
    clock,
    realNow,
    world,
    identities,
    authorities: createAuthorities({ world, identities, clients: chooseClients(options), grants, switches }),
    switches,
    channels: createChannels(seed),
    guild: createGuild(seed, identities.discord),
    ...createLimits(switches),
    faults: createFaults(seed, ({ id, effect }, { route }) =>
      world.context.record('fault.strike', 'control', id, { effect, route }),
    ),
    requests: createRequestLog(2000),
    conduct: createConduct(() => (mode === 'live' ? IN_FLIGHT_MS * clock.mapping().speed : 0)),
    stream_view: createStreamView(world),
    catchUp,
    limitsNow: () => (switches.limits_clock === 'virtual' ? clock.now() : realNow()),
  }
  const inject = (event: WorldEvent): EventOutcome => {
    const at = clock.now()
    world.advanceTo(at)
    const outcome = injectEvent(world, event, injections.length)
    const record = { k: 'inject', at, event } as const
    injections.push(record)
    file?.append(record)
    return outcome
  }
  scripts = createScripts(world, { faults: parts.faults, switches, strikeNow: createStriker(parts), inject })
  const simulation: Simulation = { ...parts, scripts }

  const app = createApp(simulation, { inject, onClockChange: () => file?.append(clockRecord(CLOCK_AHEAD_MS)) })
  const addresses = listAddresses(await app.listen({ host: '127.0.0.1', port }))
  if (options.draw_images) switches.image_base = addresses.image_url

  const ticker = setInterval(() => {
    catchUp()
    if (mode === 'live') file?.append(clockRecord(CLOCK_AHEAD_MS))
  }, TICK_MS)
  ticker.unref()

  return {
    ...addresses,
    ...simulation,
    journal: world.journal,
    grants: grants.game,
    grants_of: grants,
    hasMoreStream: () => simulation.stream_view.hasMore(),
    prepareDuring: (waiting) => prepareDuring(simulation, waiting),
    step: (ms) => {
      clock.step(ms)
      catchUp()
    },
    runUntil: (virtualMs) => {
      clock.runUntil(virtualMs)
      catchUp()
    },
    excuseDeath: () => simulation.conduct.excuseDeath(clock.now()),
    inject,
    app,
    close: async () => {
      clearInterval(ticker)
      file?.append(clockRecord(0))
      file?.close()
      file = null
      await app.close()
    },
  }
}

const createLimits = (switches: Switches) => ({
  buckets: createBuckets(),
  limiter: createLimiter(switches),
  invalid_requests: createInvalidRequests({ threshold: 120, period_ms: 5 * MINUTE, block_ms: 10 * MINUTE }),
})

const chooseClients = ({ clients, discord_clients, twitch_clients }: SimulatorOptions) => ({
  game: clients ?? [createConfidentialClient(DEFAULT_CLIENT_ID, DEFAULT_CLIENT_SECRET)],
  discord: discord_clients ?? [createDiscordClient(DEFAULT_DISCORD_CLIENT.id, DEFAULT_DISCORD_CLIENT.secret)],
  twitch: twitch_clients ?? [createTwitchClient(DEFAULT_TWITCH_CLIENT.id, DEFAULT_TWITCH_CLIENT.secret)],
})
