import { setTimeout as sleep } from 'node:timers/promises'
import type { Provider } from '@muster/contract/auth'
import type { EventId, UserId } from '@muster/contract/ids'
import { runProgram } from '../processes.ts'
import { makeEvent, type Organised, signUpAll, sortTeams, startJobs } from './organise.ts'
import { logIn, type Person } from './people.ts'
import { type Scenario, startsWithGame } from './scenario.ts'
import type { Stage } from './stage.ts'

const minute_ms = 60_000
const hour_ms = 60 * minute_ms
/** How long jobs run after the end: late data of the game is still fetched, but does not count. */
const jobsAfter_ms = hour_ms

/** Time between the start of the world and of the event; enough for ten players to sign up. */
const minSignupMinutes = 5

/** Grants a role with the command line, as an operator does. */
async function giveRole(
  stage: Stage,
  account_name: string,
  role: 'admin' | 'submission_judge',
  provider: Provider,
): Promise<Person> {
  const { user_id } = await stage.during(logIn(stage.product.url, account_name, provider))
  await grant(stage, user_id, role)
  return stage.during(logIn(stage.product.url, account_name, provider))
}

async function grant(stage: Stage, user_id: UserId, role: 'admin' | 'submission_judge'): Promise<void> {
  const env = { DATABASE_URL: stage.database_url }
  const { code, output } = await runProgram(process.execPath, ['tools/admin.ts', 'grant', String(user_id), role], { env })
  if (code !== 0) throw new Error(`user ${user_id} did not get the role ${role}: ${output}`)
}

/** Appoints a judge from another team than the admin's, to decide about the admin's team. */
async function engageJudge(stage: Stage, [, second]: readonly Person[], provider: Provider): Promise<Person> {
  if (!second) throw new Error('there is no player who could be the judge')
  return giveRole(stage, second.account_name, 'submission_judge', provider)
}

/** In most worlds some players have no account on Discord or Twitch. @throws if a player cannot log in */
function checkAccounts({ simulator: { identities, world } }: Stage, provider: Provider): void {
  if (provider === 'poe') return
  const owners = new Set(identities[provider].map(({ account }) => account))
  const [name] = world.accounts.filter((account) => !owners.has(account)).map((account) => account.name)
  if (name !== undefined) throw new Error(`with this seed ${name} has no account at ${provider}; choose another seed`)
}

/** Prepares an event that is about to start, from an empty database: created, signed up, sorted, with its jobs. */
export async function organise(stage: Stage, scenario: Scenario): Promise<Organised> {
  const { world } = stage.simulator
  const [first] = world.accounts
  if (!first) throw new Error('the simulated world is empty')
  const begins_ms = stage.now()
  const start_ms = begins_ms + (scenario.signup_minutes ?? minSignupMinutes) * minute_ms
  const end_ms = begins_ms + scenario.event_hours * hour_ms
  const { providers: [provider = 'poe'] = [] } = scenario
  checkAccounts(stage, provider)
  const admin = await giveRole(stage, first.name, 'admin', provider)
  const times = { now_ms: stage.now(), start_ms, end_ms, end_of_signups_ms: start_ms }
  const { event_id, team_ids } = await makeEvent(admin, world, scenario, times)
  const names = world.accounts.map(({ name }) => name)
  const players = await stage.during(signUpAll(stage.product.url, event_id, names, provider))
  await sortTeams(admin, event_id, world, players, team_ids)
  const judge = scenario.claims ? await engageJudge(stage, players, provider) : null
  const second = world.accounts.find(({ name, team }) => team === first.team && name !== first.name)
  const teammate = (judge && players.find(({ account_name }) => account_name === second?.name)) ?? null
  // The role takes effect at once; another login would cost time of the preparation.
  if (teammate) await grant(stage, teammate.user_id, 'submission_judge')
  // All jobs start at the same moment, regardless of the duration of the preparation.
  await stage.moveTo(start_ms)
  const { game_version } = scenario
  if (startsWithGame(scenario)) await startJobs(admin, { event_id, game_version }, end_ms + jobsAfter_ms)
  return { game_version, event_id, start_ms, end_ms, admin, judge, teammate, players, team_ids }
}

/**
 * A client of the game's API arrives while the event runs: the server restarts with it, players connect their game accounts, and
 * all jobs start.
 * @param beforeJobs called at the moment when the game is first read.
 */
export async function bringKey(stage: Stage, event: Organised, beforeJobs: () => void): Promise<void> {
  const { product } = stage
  await product.stop()
  product.addClient('poe')
  await product.start(stage.now())
  for (const player of event.players) await stage.during(logIn(product.url, player.account_name, 'poe', player))
  // The first call with the server's own token. Jobs that start together would wait for it, and the clock for them.
  const { league: name } = stage.simulator.world.options
  await stage.during(event.admin.client.call('checkLeague', { query: { name, game_version: event.game_version } }))
  beforeJobs()
  await startJobs(event.admin, event, event.end_ms + jobsAfter_ms)
}

/** Lets the leads switch on their guild's tabs, as soon as the product lists them. */
export async function switchGuildTabsOn(
  stage: Stage,
  { event_id, players }: { event_id: EventId; players: readonly Person[] },
): Promise<number> {
  const { world } = stage.simulator
  let switched = 0
  for (const team of world.teams) {
    const lead = players.find(({ account_name }) => world.findAccount(account_name)?.team === team.ordinal)
    if (!lead) continue
    const tabs = await lead.client.call('getGuildStashForUser', { eventId: event_id })
    for (const tab of tabs.filter((one) => one.parent_id === null && !one.fetch_enabled)) {
      await lead.client.call('switchStashFetching', { eventId: event_id, stash_id: tab.id })
      // The first tab is fetched immediately; the machine must not decide whether the second is already on by then.
      await stage.moveTo(stage.now())
      switched++
    }
  }
  return switched
}

/**
 * Reconnects players with a broken connection, and players who did not grant the scope for their guild's tabs; the product asks
 * both to.
 */
export async function reconnectThose(stage: Stage, { event_id }: { event_id: EventId }): Promise<number> {
  const told = await stage.db
    .selectFrom('accounts')
    .innerJoin('team_users', 'team_users.user_id', 'accounts.user_id')
    .select(['accounts.account_id', 'accounts.broken_reason', 'accounts.scopes'])
    .where('accounts.provider', '=', 'poe')
    .where('team_users.event_id', '=', event_id)
    .orderBy('accounts.user_id')
    .execute()
  const affected = told.filter(({ broken_reason, scopes }) => broken_reason !== null || !scopes.includes('account:guild:stashes'))
  for (const { account_id } of affected) {
    // By the current name, which may have changed since the signups.
    const account = stage.simulator.world.findAccount(account_id)
    if (!account) throw new Error(`the simulated world has no account ${account_id}`)
    await stage.during(logIn(stage.product.url, account.name))
  }
  return affected.length
}

/** Whether all fetched data has been evaluated and scored. */
export async function isSettled({ db }: Pick<Stage, 'db'>, event_id: EventId): Promise<boolean> {
  const row = await db
    .selectFrom('events')
    .select((query) => [
      query
        .selectFrom('stash_snapshots')
        .where('event_id', '=', event_id)
        .select((of) => of.fn.max('id').as('id'))
        .as('stored'),
      query.selectFrom('evaluation_cursors').where('event_id', '=', event_id).select('snapshot_id').as('matched'),
      query
        .selectFrom('facts')
        .where('event_id', '=', event_id)
        .select((of) => of.fn.max('sequence').as('id'))
        .as('known'),
      query.selectFrom('score_cursors').where('event_id', '=', event_id).select('ledger_sequence').as('scored'),
    ])
    .where('id', '=', event_id)
    .executeTakeFirstOrThrow()
  return (row.matched ?? 0) >= (row.stored ?? 0) && (row.scored ?? 0) >= (row.known ?? 0)
}

/** Waits for due builds: their calculation runs in real time. */
export async function awaitCalculations({ db, now }: Pick<Stage, 'db' | 'now'>, event_id: EventId): Promise<void> {
  const until = Date.now() + patience_ms
  const query = db
    .selectFrom('build_queue')
    .select('character_id')
    .where('event_id', '=', event_id)
    .where('request', 'is not', null)
  while ((await query.where('due_at', '<=', new Date(now())).limit(1).execute()).length > 0) {
    if (Date.now() > until) throw new Error(`builds were not calculated within ${patience_ms} ms`)
    await sleep(50)
  }
}

/** Real time allowed for work that is invisible from outside, such as electing a scorekeeper. */
const patience_ms = 120_000

/**
 * Advances by one step and waits until all observations have been scored.
 * @param isInDoubt a process unknown to the server may be at work, such as a previous one; otherwise the server's report is
 *   sufficient.
 */
export async function playStep(stage: Stage, event_id: EventId, to_ms: number, isInDoubt: boolean): Promise<void> {
  await stage.moveTo(to_ms)
  if (!isInDoubt) return
  const until = Date.now() + patience_ms
  while (!(await isSettled(stage, event_id))) {
    if (Date.now() > until)
      throw new Error(`at ${new Date(to_ms).toISOString()} stored data was not scored within ${patience_ms} ms`)
    await sleep(5)
    await stage.moveTo(to_ms)
  }
}
