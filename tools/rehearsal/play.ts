import { setTimeout as sleep } from 'node:timers/promises'
import type { EventId } from '@muster/contract/ids'
import { runProgram } from '../processes.ts'
import { makeEvent, type Organised, signUpAll, sortTeams, startJobs } from './organise.ts'
import { logIn, type Person } from './people.ts'
import type { Scenario } from './scenario.ts'
import type { Stage } from './stage.ts'

const minute_ms = 60_000
const hour_ms = 60 * minute_ms

/** Between the beginning of the world and that of the event: time for ten people to sign up. */
const fewestSignupMinutes = 5

/** Somebody gets a role as an operator gives it: from the command line. */
async function giveRole(stage: Stage, account_name: string, role: 'admin' | 'submission_judge'): Promise<Person> {
  await stage.during(logIn(stage.product.url, account_name))
  const env = { DATABASE_URL: stage.database_url }
  const { code, output } = await runProgram(process.execPath, ['tools/admin.ts', 'grant', account_name, role], { env })
  if (code !== 0) throw new Error(`${account_name} did not become ${role}: ${output}`)
  return stage.during(logIn(stage.product.url, account_name))
}

/** Somebody of another team than the admin's judges what the admin may not. */
async function engageJudge(stage: Stage, [, second]: readonly Person[]): Promise<Person> {
  if (!second) throw new Error('nobody plays who could judge')
  return giveRole(stage, second.account_name, 'submission_judge')
}

/** From an empty database to an event that is about to begin: made, signed up for, sorted, with its jobs. */
export async function organise(stage: Stage, scenario: Scenario): Promise<Organised> {
  const { world } = stage.simulator
  const [first] = world.accounts
  if (!first) throw new Error('the simulated world is empty')
  const begins_ms = stage.now()
  const start_ms = begins_ms + (scenario.signup_minutes ?? fewestSignupMinutes) * minute_ms
  const end_ms = begins_ms + scenario.event_hours * hour_ms
  const admin = await giveRole(stage, first.name, 'admin')
  const times = { now_ms: stage.now(), start_ms, end_ms, end_of_signups_ms: start_ms }
  const { event_id, team_ids } = await makeEvent(admin, world, scenario, times)
  const names = world.accounts.map(({ name }) => name)
  const players = await stage.during(signUpAll(stage.product.url, event_id, names))
  await sortTeams(admin, event_id, world, players, team_ids)
  const judge = scenario.claims ? await engageJudge(stage, players) : null
  // The jobs begin at one moment, however long the rest took.
  await stage.moveTo(start_ms)
  // One more hour: what the game shows late is still fetched, and does not count.
  const { game_version } = scenario
  await startJobs(admin, { event_id, game_version }, end_ms + hour_ms)
  return { game_version, event_id, start_ms, end_ms, admin, judge, players, team_ids }
}

/** The leads switch on the fetching of their guild's tabs, as soon as the product lists them. */
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
      // The first is fetched at once: whether the second is switched on by then must not depend on the machine.
      await stage.moveTo(stage.now())
      switched++
    }
  }
  return switched
}

/**
 * Players whom the product tells to connect again do so: those whose connection is over, and those who did not grant what
 * is needed to see the tabs of their guild.
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
    // By the name of now: somebody may have another since the signups.
    const account = stage.simulator.world.findAccount(account_id)
    if (!account) throw new Error(`the simulated world does not know the account ${account_id}`)
    await stage.during(logIn(stage.product.url, account.name))
  }
  return affected.length
}

/** Whether what is fetched has been matched, and what was matched has been scored. */
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

/** Real time that work may take which nobody can see from outside, such as a scorekeeper that is just being elected. */
const patience_ms = 120_000

/**
 * Moves on by one step, and stays there until everything that was seen has been scored.
 * @param isInDoubt somebody may be at work whom the server does not know of, as another process before it; otherwise its word is enough.
 */
export async function playStep(stage: Stage, event_id: EventId, to_ms: number, isInDoubt: boolean): Promise<void> {
  await stage.moveTo(to_ms)
  if (!isInDoubt) return
  const until = Date.now() + patience_ms
  while (!(await isSettled(stage, event_id))) {
    if (Date.now() > until)
      throw new Error(`at ${new Date(to_ms).toISOString()} something was stored and not scored for ${patience_ms} ms`)
    await sleep(5)
    await stage.moveTo(to_ms)
  }
}
