import type { DiscordProblem, RoleState } from '@muster/contract/discord-roles'
import { isFitRole, keyOf, listWantedRoles, planRoles, type RoleChange } from '@muster/domain/discord/role-plan'
import type { Context } from '../context.ts'
import type { Row } from '../db/schema.ts'
import {
  handOver,
  listGrants,
  listRoleSettings,
  listSeats,
  listTeamRoles,
  removeGrant,
  toChoice,
  updateRoleSettings,
  upsertGrant,
} from '../features/discord/store.ts'
import { type DiscordBot, readProblemCode } from '../gateways/discord/bot.ts'
import type { OutsideFailure } from '../gateways/outside.ts'
import { type ScheduledTask, scheduledTask } from './scheduled-tasks.ts'

/** Event time until a role that could not be given is tried again: a person may join the server meanwhile. */
const retryRole_ms = 600_000
/** Event time until the next turn after Discord failed. */
const retryTurn_ms = 30_000

/** Discord's error codes, from its list "JSON Error Codes". */
const unknownGuild = 10004
const unknownMember = 10007
const unknownRole = 10011

/** Ends a turn: the failure concerns all changes. */
class TurnEnd extends Error {
  readonly failure: OutsideFailure
  constructor(failure: OutsideFailure) {
    super(failure.detail)
    this.failure = failure
  }
}

/** Reads the problem of one role from a failed call; other failures end the turn. @throws TurnEnd */
function readRoleProblem(failure: OutsideFailure): RoleState {
  const code = readProblemCode(failure.excerpt)
  if (failure.reason === 'missing' && code === unknownMember) return 'not_a_member'
  if (failure.reason === 'missing' && code === unknownRole) return 'unknown_role'
  if (failure.reason === 'forbidden') return 'missing_permission'
  throw new TurnEnd(failure)
}

type Settings = Row<'discord_roles'>

interface Turn {
  readonly ctx: Context
  readonly bot: DiscordBot
  readonly settings: Settings
  /** Roles that may be given. */
  readonly fit: ReadonlySet<string>
  /** Roles on Discord. */
  readonly existing: ReadonlySet<string>
  /** Roles of people, as read in this turn; null: not a member. */
  readonly members: Map<string, Set<string> | null>
  readonly signal: AbortSignal
}

/** @returns null: not a member of the server */
async function findRolesOf({ bot, members, signal }: Turn, { server_id, discord_id }: RoleChange): Promise<Set<string> | null> {
  const key = `${server_id} ${discord_id}`
  const asked = members.get(key)
  if (asked !== undefined) return asked
  const answer = await bot.findMember(server_id, discord_id, signal)
  if (!answer.ok && readProblemCode(answer.failure.excerpt) !== unknownMember) throw new TurnEnd(answer.failure)
  const roles = answer.ok ? new Set(answer.value.roles) : null
  members.set(key, roles)
  return roles
}

const store = (
  { ctx, settings }: Turn,
  change: RoleChange,
  state: Row<'discord_grants'>['state'],
  problem: RoleState | null = null,
) =>
  upsertGrant(ctx.db, {
    event_id: settings.event_id,
    user_id: change.user_id as Row<'users'>['id'],
    server_id: change.server_id,
    discord_id: change.discord_id,
    role_id: change.role_id,
    state,
    problem,
    changed_at: new Date(ctx.clock.now()),
    next_try_at: problem === null ? null : new Date(ctx.clock.now() + retryRole_ms),
  })

/**
 * Gives a role. "giving" is stored before the request: if this process dies, or the answer is lost, the role on Discord is known
 * to be Muster's.
 */
async function give(turn: Turn, change: RoleChange): Promise<void> {
  const { role_id, state } = change
  if (!turn.existing.has(role_id)) return store(turn, change, 'open', 'unknown_role')
  if (!turn.fit.has(role_id)) return store(turn, change, 'open', 'unfit_role')
  const roles = await findRolesOf(turn, change)
  if (!roles) return store(turn, change, 'open', 'not_a_member')
  if (roles.has(role_id)) return store(turn, change, state === 'giving' ? 'given' : 'had')
  await store(turn, change, 'giving')
  const place = { server_id: change.server_id, user_id: change.discord_id, role_id }
  const answer = await turn.bot.changeRole('give', place, turn.signal)
  if (!answer.ok) return store(turn, change, 'open', readRoleProblem(answer.failure))
  roles.add(role_id)
  return store(turn, change, 'given')
}

/** Takes a role that Muster gave; a person who had it before keeps it. */
async function take(turn: Turn, change: RoleChange): Promise<void> {
  const { ctx, settings } = turn
  const key = { ...change, event_id: settings.event_id }
  const isOurs = change.state === 'given' || change.state === 'giving'
  if (!isOurs || (await handOver(ctx.db, key))) return removeGrant(ctx.db, key)
  const roles = await findRolesOf(turn, change)
  if (!roles?.has(change.role_id)) return removeGrant(ctx.db, key)
  const place = { server_id: change.server_id, user_id: change.discord_id, role_id: change.role_id }
  const answer = await turn.bot.changeRole('take', place, turn.signal)
  const problem = answer.ok ? null : readRoleProblem(answer.failure)
  if (problem === 'missing_permission') return store(turn, change, change.state ?? 'given', problem)
  roles.delete(change.role_id)
  return removeGrant(ctx.db, key)
}

/** The changes that are due: a role that failed waits for its next try. */
async function listDue({ db, clock }: Context, settings: Settings): Promise<RoleChange[]> {
  const [team_roles, seats, grants] = await Promise.all([
    listTeamRoles(db, settings.event_id),
    listSeats(db, settings.event_id),
    listGrants(db, settings.event_id),
  ])
  const later = new Set(
    grants.filter(({ next_try_at }) => next_try_at !== null && next_try_at.getTime() > clock.now()).map(keyOf),
  )
  const plan = planRoles(listWantedRoles(seats, toChoice(settings, team_roles)), grants)
  return plan.filter((change) => !later.has(keyOf(change)))
}

async function applyChanges(ctx: Context, bot: DiscordBot, settings: Settings, signal: AbortSignal): Promise<void> {
  const due = await listDue(ctx, settings)
  if (due.length === 0) return
  const listed = await bot.listRoles(settings.server_id, signal)
  if (!listed.ok) throw new TurnEnd(listed.failure)
  const turn: Turn = {
    ctx,
    bot,
    settings,
    fit: new Set(listed.value.filter((role) => isFitRole(settings.server_id, role)).map(({ id }) => id)),
    existing: new Set(listed.value.map(({ id }) => id)),
    members: new Map(),
    signal,
  }
  for (const change of due) {
    if (signal.aborted) return
    await (change.is === 'give' ? give(turn, change) : take(turn, change))
  }
}

function readTurnProblem({ reason, excerpt }: OutsideFailure): DiscordProblem {
  if (reason === 'unauthorized') return 'token_refused'
  return reason === 'forbidden' || readProblemCode(excerpt) === unknownGuild ? 'unknown_server' : 'unavailable'
}

const sentences: Readonly<Record<DiscordProblem, string>> = {
  not_set_up: 'DISCORD_BOT_TOKEN is missing',
  token_refused: 'Discord does not accept DISCORD_BOT_TOKEN',
  unknown_server: 'the bot is not in the server of the event, or may not see it',
  unavailable: 'Discord did not answer as expected',
}

/** @returns the problem; null if all is well. */
async function serveEvent(ctx: Context, bot: DiscordBot, settings: Settings, signal: AbortSignal): Promise<string | null> {
  const { event_id, not_before } = settings
  if (not_before !== null && not_before.getTime() > ctx.clock.now()) return null
  try {
    await applyChanges(ctx, bot, settings, signal)
    if (settings.problem !== null || not_before !== null)
      await updateRoleSettings(ctx.db, event_id, { problem: null, not_before: null })
    return null
  } catch (error) {
    if (!(error instanceof TurnEnd)) throw error
    if (signal.aborted) return null
    const { failure } = error
    const wait_ms = failure.retry_after_ms ?? retryTurn_ms
    const problem = failure.reason === 'limited' ? null : readTurnProblem(failure)
    await updateRoleSettings(ctx.db, event_id, { problem, not_before: new Date(ctx.clock.now() + wait_ms) })
    return problem === null ? null : `Event ${event_id}: ${sentences[problem]} (${failure.detail})`
  }
}

/** Keeps the roles of people on Discord up to date while teams change, in events whose organisers switched it on. */
export const createGiveDiscordRoles = (bot: DiscordBot): ScheduledTask<'GiveDiscordRoles'> =>
  scheduledTask('GiveDiscordRoles', async (ctx, signal) => {
    const problems: string[] = []
    for (const settings of await listRoleSettings(ctx.db)) {
      if (signal.aborted) break
      const problem = await serveEvent(ctx, bot, settings, signal)
      if (problem !== null) problems.push(problem)
    }
    return problems.length === 0 ? null : problems.join('; ')
  })
