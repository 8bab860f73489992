import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '@muster/server/db/connect'
import { createConfidentialClient, DEFAULT_CLIENT_ID, DEFAULT_CLIENT_SECRET, presets } from '@muster/simulator/options'
import { type Contest, noRulings, type Outage } from '@muster/simulator/oracle/contest'
import { createOracle } from '@muster/simulator/oracle/oracle'
import type { Verdict } from '@muster/simulator/oracle/verdict'
import { createSimulator, type Simulator } from '@muster/simulator/simulator'
import { parseChangeId } from '@muster/simulator/views/stream-view'
import { makeEvent, type Organised, signUpAll, sortTeams, startJobs } from '../rehearsal/organise.ts'
import { logIn } from '../rehearsal/people.ts'
import { readContest, readStandings } from '../rehearsal/standings.ts'
import { runProgram } from '../processes.ts'
import { simulatedClock } from '../simulated-clock.ts'
import { hostOf } from './machine.ts'

const [minute_ms, hour_ms] = [60_000, 3_600_000]
/** Speed of the simulated time relative to real time. */
const speed = 30
/** Much longer than the played part, so that the event does not end during the run. */
const event_hours = 240

/**
 * Delays a working reader may have in addition to the faults: machines are busy, and one of their seconds is half a minute of the
 * event.
 */
const patience = {
  stream_ms: 15 * minute_ms,
  guild_ms: 30 * minute_ms,
  part_ms: 60 * minute_ms,
  ladder_ms: 40 * minute_ms,
  detail_ms: 60 * minute_ms,
  calculation_ms: 60 * minute_ms,
}

const preset = { ...presets.demo, players_per_team: 5, drop_boost: 3, items_per_hour: 60, noise_items_per_second: 1 }

/** A simulated game that is played continuously, at addresses that the processes can reach. */
export async function openGame(public_url: string): Promise<{ simulator: Simulator; env: NodeJS.ProcessEnv }> {
  const redirect_uris = [`${public_url}/auth/poe/callback`]
  const simulator = await createSimulator({
    mode: 'live',
    speed,
    preset,
    seed: 7,
    stream_delay_ms: minute_ms,
    clients: [createConfidentialClient(DEFAULT_CLIENT_ID, DEFAULT_CLIENT_SECRET, redirect_uris)],
  })
  const outside = (address: string) => address.replace('127.0.0.1', hostOf('others'))
  const { real_ms, virtual_ms } = simulator.clock.mapping()
  const env = {
    PUBLIC_URL: public_url,
    SANDBOX: 'off',
    TRUST_PROXY: hostOf('others'),
    TOKEN_SECRET: 'a secret of all processes that signs logins',
    ENCRYPTION_SECRET: 'a secret of all processes that seals tokens',
    POE_WEB_URL: outside(simulator.web_url),
    POE_API_URL: outside(simulator.api_url),
    POE_IMAGE_URL: outside(simulator.image_url),
    POE_CLIENT_ID: DEFAULT_CLIENT_ID,
    POE_CLIENT_SECRET: DEFAULT_CLIENT_SECRET,
    POE_CONTACT: 'chaos@muster.invalid',
    ...simulatedClock({ real_ms, virtual_ms, speed }),
  }
  return { simulator, env }
}

export interface League {
  readonly event: Organised
  readonly contest: Contest
  /** The stream position where reading started. */
  readonly from: readonly number[]
  now(): number
  /** Excuses observations that were missed or late because of a fault on the server's side. */
  excuse(outage: Outage): void
  /** Compares the current standings with the events in the game. */
  judge(): Promise<Verdict>
}

/** Prepares a running event from an empty database: created, signed up, sorted, with its jobs. */
export async function openLeague(simulator: Simulator, db: Db, database_url: string, product_url: string): Promise<League> {
  const { world, clock } = simulator
  const [first] = world.accounts
  if (!first) throw new Error('the simulated world is empty')
  await logIn(product_url, first.name)
  const granted = await runProgram(process.execPath, ['tools/admin.ts', 'grant', first.name, 'admin'], {
    env: { DATABASE_URL: database_url },
  })
  if (granted.code !== 0) throw new Error(granted.output)
  const admin = await logIn(product_url, first.name)
  const [now_ms, game_version] = [clock.now(), 'poe1'] as const
  const planned_ms = now_ms + 24 * hour_ms
  const end_ms = planned_ms + event_hours * hour_ms
  const times = { now_ms, start_ms: planned_ms, end_ms, end_of_signups_ms: planned_ms }
  const { event_id, team_ids } = await makeEvent(admin, world, { game_version }, times)
  const names = world.accounts.map(({ name }) => name)
  const players = await signUpAll(product_url, event_id, names, 'poe')
  await sortTeams(admin, event_id, world, players, team_ids)
  // The event starts now, regardless of the duration of the preparation.
  const start_ms = Math.ceil(clock.now() / 1000) * 1000 + minute_ms
  const start = new Date(start_ms).toISOString()
  const edit = { kind: 'save_event' as const, event: { application_end_time: start, event_start_time: start } }
  await admin.client.call('editDefinition', { event_id, body: { edits: [edit] } })
  while (clock.now() < start_ms) await sleep(100)
  const event: Organised = { game_version, event_id, start_ms, end_ms, admin, judge: null, teammate: null, players, team_ids }
  const contest = await readContest(event)
  const oracle = createOracle(world, contest, patience)
  await startJobs(admin, event, end_ms + hour_ms)
  const position = () =>
    db.selectFrom('stream_cursors').select('next_change_id').where('event_id', '=', event_id).executeTakeFirst()
  let began = await position()
  for (; began === undefined; began = await position()) await sleep(20)
  // Items shown before reading started were not seen.
  const outages: Outage[] = [{ from_ms: start_ms - hour_ms, to_ms: clock.now() + minute_ms, loses: true }]
  const from = parseChangeId(began.next_change_id)
  if (!from) throw new Error(`"${began.next_change_id}" is not a position`)
  const team_names = world.teams.map(({ name }) => name)
  return {
    event,
    contest,
    from,
    now: () => clock.now(),
    excuse: (outage) => void outages.push(outage),
    async judge() {
      const { standings } = await readStandings(event, contest.root, team_names)
      return oracle.judge(standings, outages, simulator.catchUp(), noRulings)
    },
  }
}
