import type { UserId } from '@muster/contract/ids'
import type { Role } from '@muster/contract/users'
import type { Context } from '@muster/server/context'
import { createCaches } from '@muster/server/caches'
import { createClock } from '@muster/server/clock'
import { readConfig } from '@muster/server/config'
import { connectDatabase } from '@muster/server/db/connect'
import { createTokenVault } from '@muster/server/features/login/token-vault'
import { setStatusPublic } from '@muster/server/features/outages/store'
import { createGateways } from '@muster/server/gateways/gateways'
import { createLogger } from '@muster/server/log'
import { logInAll, shareRecords, type SimulatedAccount } from './people.ts'
import type { ActsOptions } from './acts.ts'
import type { LeadsOptions } from './leads.ts'
import type { Cast, KnownPlayer } from './logins.ts'
import { playPastEvent } from './past-event.ts'
import { chooseSecondPlayers, seedSecondEvent } from './second-event.ts'
import { findCurrentEvent, seedDemo } from './seed.ts'
import { isDemoLeague } from './world.ts'
import { readSimulatedClock } from '../simulated-clock.ts'

const day_ms = 24 * 3_600_000

/** The simulator's description of its world. */
interface SimulatedWorld {
  readonly seed: number
  readonly league: string
  readonly second_league: string | null
  readonly start_ms: number
  readonly accounts: readonly SimulatedAccount[]
}

async function readWorld(address: string): Promise<SimulatedWorld> {
  const ask = async <T>(path: string) => (await (await fetch(`${address}/__sim/${path}`)).json()) as T
  const [state, { accounts }] = await Promise.all([
    ask<Omit<SimulatedWorld, 'accounts'>>('state'),
    ask<Pick<SimulatedWorld, 'accounts'>>('accounts'),
  ])
  return { ...state, accounts }
}

/**
 * The team of the player and lead named at the start; the lead of the first team runs the event, the lead of the second judges.
 */
const shownTeam = 2

interface DemoOptions {
  /** How long the event lasts, in event time. */
  readonly length_hours: number
  /** Also plays the event before. */
  readonly plays_past: boolean
  /** Resolves when trees and item classes of the game are imported: ascendancy points and classes depend on them. */
  readonly imported: Promise<void>
  /** The simulator's address for pictures of items. */
  readonly image_url: string
}

/** Logs all players in and creates the event of this world; on an empty database also the one before it. */
async function makeEvent(
  ctx: Context,
  world: SimulatedWorld,
  { length_hours, image_url, imported, plays_past }: DemoOptions,
  names: { readonly admin: string; readonly judge: string },
): Promise<void> {
  process.stdout.write('Creating the demo event …\n')
  const isFirst = (await findCurrentEvent(ctx)) === null
  const people = await logInAll(ctx, world.accounts)
  const find = (name: string) => {
    const person = people.find((one) => one.name === name)
    if (!person) throw new Error(`the simulated provider logged in all players but "${name}"`)
    return person
  }
  const [organiser, judge] = [find(names.admin), find(names.judge)]
  await seedDemo(ctx, { name: world.league, start_at: world.start_ms, length_hours }, people)
  if (world.second_league !== null)
    await seedSecondEvent(ctx, { name: world.second_league, start_at: world.start_ms }, chooseSecondPlayers(people))
  if (!isFirst) return
  const grant = (role: Role, user_id: UserId) =>
    ctx.db
      .updateTable('users')
      .set({ permissions: [role] })
      .where('id', '=', user_id)
      .execute()
  await grant('admin', organiser.user_id)
  await grant('submission_judge', judge.user_id)
  await shareRecords(ctx, people)
  await setStatusPublic(ctx.db, true)
  if (!plays_past) return
  await imported
  const past = { start_ms: world.start_ms - 90 * day_ms, people_seed: world.seed, image_url, judge_id: organiser.user_id }
  const { played } = await playPastEvent(ctx, past, world.accounts.length)
  // Their connections belonged to the finished league.
  await logInAll(ctx, played)
}

export interface PreparedDemo {
  readonly cast: Cast
  /** When the current event ends, on the event clock. */
  readonly ends_at: number
  /** The event is new: none of it has been played. */
  readonly isNew: boolean
  /** The input of leads and other actors; null if the current event is not of this world. */
  readonly parts: (Pick<ActsOptions, 'people' | 'admin' | 'judge' | 'event_id' | 'start_ms'> & Pick<LeadsOptions, 'team'>) | null
}

const findPlayers = async (ctx: Context, accounts: readonly SimulatedAccount[]): Promise<KnownPlayer[]> =>
  ctx.db
    .selectFrom('accounts')
    .select(['user_id', 'name'])
    .where('provider', '=', 'poe')
    .where(
      'name',
      'in',
      accounts.map(({ name }) => name),
    )
    .execute()

async function prepare(ctx: Context, simulator_address: string, options: DemoOptions): Promise<PreparedDemo> {
  const world = await readWorld(simulator_address)
  const inTeam = (team: number) => world.accounts.filter((account) => account.team === team)
  const [lead, ...mates] = inTeam(shownTeam)
  const admin = inTeam(0)[0]
  const judge = inTeam(1)[0]
  if (!lead || mates.length === 0 || !judge || !admin) throw new Error('the simulated world has too few players for the demo')
  const current = await findCurrentEvent(ctx)
  const isOver = current !== null && current.event_end_time.getTime() <= ctx.clock.now()
  // An event outside of simulated worlds belongs to the user, and is left alone.
  const isOfAnotherWorld = isOver && isDemoLeague(current.name) && current.name !== world.league
  const isNew = current === null || isOfAnotherWorld
  if (isNew) await makeEvent(ctx, world, options, { admin: admin.name, judge: judge.name })
  const event = await findCurrentEvent(ctx)
  const teams = 1 + Math.max(...world.accounts.map(({ team }) => team))
  const people = Array.from({ length: teams }, (_, team) => inTeam(team).map(({ name }) => name))
  const roles = { admin: admin.name, judge: { name: judge.name, team: judge.team } }
  return {
    cast: { players: await findPlayers(ctx, mates), lead: lead.name, judge: judge.name, admin: admin.name },
    ends_at: event?.event_end_time.getTime() ?? Number.POSITIVE_INFINITY,
    isNew,
    parts:
      event?.name === world.league ? { people, ...roles, team: shownTeam, event_id: event.id, start_ms: world.start_ms } : null,
  }
}

/**
 * Fills an empty database with the demo event: every simulated player logs in once, teams are formed, the jobs are set. If the
 * event of an earlier world is over, the event of this one replaces it and the old one becomes a past event. Any other current
 * event is left alone.
 */
export async function prepareDemo(
  env: NodeJS.ProcessEnv,
  simulator: { readonly web_url: string; readonly image_url: string },
  { length_hours = 72, plays_past = true, imported = Promise.resolve() }: Partial<Omit<DemoOptions, 'image_url'>> = {},
): Promise<PreparedDemo> {
  const config = readConfig({ ...process.env, ...env })
  const { db, close } = connectDatabase(config.database_url, { max_connections: 4, prepares: true })
  const clock = createClock(readSimulatedClock(env))
  try {
    return await prepare(
      {
        config,
        db,
        clock,
        log: createLogger('warn'),
        caches: createCaches(),
        vault: createTokenVault(config),
        ...createGateways(config, clock),
      },
      new URL(simulator.web_url).origin,
      { length_hours, plays_past, imported, image_url: simulator.image_url },
    )
  } finally {
    await close()
  }
}
