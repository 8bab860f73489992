/** A complete simulated environment: clock, world, providers, faults and control, behind one listener on loopback. */
import { setTimeout as sleep } from 'node:timers/promises'
import fastify, { type FastifyInstance } from 'fastify'
import { createClock, type Clock } from './clock.ts'
import { registerControl } from './control/routes.ts'
import { createStriker } from './control/strike.ts'
import { answerApiError, countBytes, sendAnswer } from './edge/answer.ts'
import { createConduct } from './edge/conduct.ts'
import { acceptTextBodies } from './edge/forms.ts'
import { handleApiRequest } from './edge/pipeline.ts'
import { createRequestLog, type RequestLog } from './edge/requests.ts'
import { createFaults, type Faults } from './faults/faults.ts'
import { createInvalidRequests } from './limits/invalid-requests.ts'
import { type Buckets, createBuckets } from './limits/buckets.ts'
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
  type Preset,
  presets,
  type SimulatorOptions,
  type Switches,
} from './options.ts'
import { CALCULATOR_PREFIX, registerCalculator } from './providers/calculator.ts'
import { registerDiscord } from './providers/discord.ts'
import { registerDrawnImages } from './providers/drawn-images.ts'
import { registerDrawnScenes } from './providers/drawn-scenes.ts'
import { registerGameWeb } from './providers/game-web.ts'
import { createAuthorities } from './providers/oauth/authorities.ts'
import { type SiteName, siteNames } from './providers/oauth/authority.ts'
import { createGrants, type Grants } from './providers/oauth/grants.ts'
import { registerTwitchApi } from './providers/twitch-api.ts'
import { registerTwitchId } from './providers/twitch-id.ts'
import { createScripts, type Scripts } from './scripts/script-runner.ts'
import type { Simulation } from './simulation.ts'
import { openStateFile, readStateFile, type StateFile, type StateRecord } from './state-file.ts'
import { createStreamView } from './views/stream-view.ts'
import { createIdentities, type Identities } from './world/identities.ts'
import type { EventOutcome, WorldEvent } from './world/events.ts'
import { injectEvent } from './world/injections.ts'
import type { Journal } from './world/journal.ts'
import { createWorld, type World } from './world/world.ts'

const MINUTE = 60_000

export interface Simulator {
  /** `http://127.0.0.1:PORT`. */
  url: string
  web_url: string
  api_url: string
  /** Base address of the pictures that it draws. */
  image_url: string
  discord_url: string
  twitch_id_url: string
  twitch_api_url: string
  /** A Path of Building calculator; the path selects the game. */
  calculator_url: string
  clock: Clock
  world: World
  journal: Journal
  /** The players' Discord and Twitch accounts. */
  identities: Identities
  /** Grants of the game; `grants_of` also contains the other providers. */
  grants: Grants
  grants_of: Readonly<Record<SiteName, Grants>>
  faults: Faults
  scripts: Scripts
  requests: RequestLog
  buckets: Buckets
  switches: Switches
  /** Whether the reader of the stream has more to read now, because the last page was full. */
  hasMoreStream: () => boolean
  /** Prepares texts for later requests until the promise is settled, whenever no request arrives. */
  prepareDuring: (waiting: Promise<unknown>) => Promise<void>
  /** Advances the world to the time of the clock. @returns the virtual time */
  catchUp: () => number
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
/** A request that arrives within so many real milliseconds of an answer may have been sent before the answer. */
const IN_FLIGHT_MS = 1000
/** The saved clock is ahead of the real one, so that after a crash it resumes later, never earlier. */
const CLOCK_AHEAD_MS = TICK_MS * 2

/** Creates the world, replays the state file of an earlier run, and listens. */
export const createSimulator = async (options: SimulatorOptions = {}): Promise<Simulator> => {
  const { mode = 'stepped', port = 0, state_file } = options
  const realNow = () => Date.now()
  const earlier = state_file ? readStateFile(state_file) : []
  const origin = earlier.find((record) => record.k === 'world')
  const preset: Preset =
    origin?.preset ?? (typeof options.preset === 'object' ? options.preset : presets[options.preset ?? 'demo'])
  const seed = origin?.seed ?? options.seed ?? 7
  const start_ms = origin?.start_ms ?? options.start_ms ?? DEFAULT_START_MS
  const lastClock = earlier.findLast((record) => record.k === 'clock')

  const world = createWorld({
    seed,
    people_seed: preset.people_seed,
    start_ms,
    teams: preset.teams,
    players_per_team: preset.players_per_team,
    league: preset.league,
    drop_boost: preset.drop_boost,
    items_per_hour: preset.items_per_hour,
    noise_items_per_second: preset.noise_items_per_second,
    quiet_hours: preset.quiet_hours,
    stream_delay_ms: options.stream_delay_ms ?? 5 * MINUTE,
    retained_ms: preset.retained_hours * 60 * MINUTE,
    ladder_cache_ms: MINUTE,
    journal_kept: options.journal_kept ?? 20_000,
    pace: preset.pace,
    guild_tabs: preset.guild_tabs,
    second_game: preset.second_game,
    league_opens_ms: preset.opens_after_minutes === undefined ? undefined : start_ms + preset.opens_after_minutes * MINUTE,
    league_ends_ms: preset.league_hours === undefined ? undefined : start_ms + preset.league_hours * 60 * MINUTE,
  })
  let injected = 0
  let file: StateFile | null = null
  const identities = createIdentities(seed, world.accounts)
  const grantsOf = (site: SiteName) => createGrants(seed, (record) => file?.append({ ...record, site }))
  const grants = { game: grantsOf('game'), discord: grantsOf('discord'), twitch: grantsOf('twitch') }
  for (const record of earlier) {
    if (record.k === 'inject') {
      world.advanceTo(record.at)
      injectEvent(world, record.event, injected++)
    } else if (record.k !== 'world' && record.k !== 'clock') grants[record.site ?? 'game'].apply(record)
  }
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
  const injections = earlier.filter((record) => record.k === 'inject')
  if (state_file) {
    file = openStateFile(state_file, () => [
      { k: 'world', seed, preset, start_ms },
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
    buckets: createBuckets(),
    limiter: createLimiter(switches),
    invalid_requests: createInvalidRequests({ threshold: 120, period_ms: 5 * MINUTE, block_ms: 10 * MINUTE }),
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
    const outcome = injectEvent(world, event, injected++)
    const record = { k: 'inject', at, event } as const
    injections.push(record)
    file?.append(record)
    return outcome
  }
  scripts = createScripts(world, { faults: parts.faults, switches, strikeNow: createStriker(parts), inject })
  const simulation: Simulation = { ...parts, scripts }

  const app = fastify({
    logger: false,
    forceCloseConnections: true,
    bodyLimit: 1024 * 1024,
    // an address with invalid percent encoding never reaches a route
    frameworkErrors: (_error, request, reply) =>
      void sendAnswer(request, reply, answerApiError(400, 2), simulation.catchUp(), []),
  })
  acceptTextBodies(app)
  registerGameApi(app, simulation)
  registerGameWeb(app, simulation)
  registerDiscord(app, simulation)
  registerTwitchId(app, simulation)
  registerTwitchApi(app, simulation)
  registerDrawnImages(app)
  registerDrawnScenes(app)
  registerCalculator(app, simulation)
  registerControl(app, simulation, { inject, onClockChange: () => file?.append(clockRecord(CLOCK_AHEAD_MS)) })
  const url = await app.listen({ host: '127.0.0.1', port })
  const image_url = `${url}/cdn`
  if (options.draw_images) switches.image_base = image_url

  const ticker = setInterval(() => {
    catchUp()
    if (mode === 'live') file?.append(clockRecord(CLOCK_AHEAD_MS))
  }, TICK_MS)
  ticker.unref()

  return {
    url,
    web_url: `${url}/ggg-web`,
    api_url: `${url}/ggg-api`,
    image_url,
    discord_url: `${url}/discord`,
    twitch_id_url: `${url}/twitch-id`,
    twitch_api_url: `${url}/twitch-api`,
    calculator_url: `${url}${CALCULATOR_PREFIX}`,
    clock,
    world,
    journal: world.journal,
    identities,
    grants: grants.game,
    grants_of: grants,
    faults: simulation.faults,
    scripts,
    requests: simulation.requests,
    buckets: simulation.buckets,
    switches,
    hasMoreStream: () => simulation.stream_view.hasMore(),
    prepareDuring: async (waiting) => {
      let isOver = false
      const over = () => void (isOver = true)
      waiting.then(over, over)
      for (let seen = -1; !isOver; await sleep(POLL_MS)) {
        const { requests } = simulation.requests.totals()
        if (requests === seen && !simulation.stream_view.prepare()) return
        seen = requests
      }
    },
    catchUp,
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

const chooseClients = ({ clients, discord_clients, twitch_clients }: SimulatorOptions) => ({
  game: clients ?? [createConfidentialClient(DEFAULT_CLIENT_ID, DEFAULT_CLIENT_SECRET)],
  discord: discord_clients ?? [createDiscordClient(DEFAULT_DISCORD_CLIENT.id, DEFAULT_DISCORD_CLIENT.secret)],
  twitch: twitch_clients ?? [createTwitchClient(DEFAULT_TWITCH_CLIENT.id, DEFAULT_TWITCH_CLIENT.secret)],
})

const API_PREFIX = '/ggg-api'

const registerGameApi = (app: FastifyInstance, simulation: Simulation): void => {
  app.all(`${API_PREFIX}/*`, async (request, reply) => {
    const now = simulation.catchUp()
    const path = request.url.slice(API_PREFIX.length).split('?')[0] ?? '/'
    const visit = simulation.conduct.enter(request.ip)
    reply.raw.once('finish', visit.leave).once('close', visit.leave)
    const { answer, faults, account, client, policy, complaints } = handleApiRequest(simulation, request, path, now)
    simulation.requests.add({
      t: now,
      method: request.method,
      path,
      status: answer.status,
      bytes: countBytes(answer),
      account,
      client,
      policy,
      complaints: [...visit.complaints, ...complaints],
      faults: faults.map((fault) => fault.id),
    })
    await sendAnswer(request, reply, answer, now, faults, simulation.switches.compresses)
  })
}
