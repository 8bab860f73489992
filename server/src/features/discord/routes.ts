import type { DiscordChoices, DiscordProblem, DiscordRoles, DiscordRolesWrite, RoleState } from '@muster/contract/discord-roles'
import { isFitRole, keyOf, listWantedRoles, planRoles } from '@muster/domain/discord/role-plan'
import type { Handlers } from '../../call.ts'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/schema.ts'
import { refuseField } from '../../refusal.ts'
import { checkVersion } from '../../versions.ts'
import { insertAdminChange } from '../admin-changes/store.ts'
import { listTeamsOf } from '../teams/store.ts'
import { findRoleSettings, listGrants, listSeats, listTeamRoles, listUserNames, saveRoleSettings, toChoice } from './store.ts'

async function listChoices({ discord_bot }: Context, server_id: string): Promise<DiscordChoices> {
  if (!discord_bot) return { problem: 'not_set_up', roles: [] }
  const answer = await discord_bot.listRoles(server_id)
  if (answer.ok) {
    const roles = answer.value.filter(({ id }) => id !== server_id)
    return { problem: null, roles: roles.map((role) => ({ id: role.id, name: role.name, is_fit: isFitRole(server_id, role) })) }
  }
  const problems: Partial<Record<typeof answer.failure.reason, DiscordProblem>> = {
    unauthorized: 'token_refused',
    missing: 'unknown_server',
    forbidden: 'unknown_server',
  }
  return { problem: problems[answer.failure.reason] ?? 'unavailable', roles: [] }
}

async function present({ db, discord_bot }: Context, event: Row<'events'>): Promise<DiscordRoles> {
  const [settings, team_roles, seats, grants] = await Promise.all([
    findRoleSettings(db, event.id),
    listTeamRoles(db, event.id),
    listSeats(db, event.id),
    listGrants(db, event.id),
  ])
  const wanted = settings ? listWantedRoles(seats, toChoice(settings, team_roles)) : []
  const known = new Map(grants.map((grant) => [keyOf(grant), grant]))
  const toGive = new Set(planRoles(wanted, grants).map((change) => `${change.is} ${keyOf(change)}`))
  const all = new Map([...grants, ...wanted].map((role) => [keyOf(role), role]))
  const names = await listUserNames(
    db,
    [...all.values()].map(({ user_id }) => user_id as Row<'users'>['id']),
  )
  const people = [...all.values()].flatMap((role): DiscordRoles['people'] => {
    const [user, grant, key] = [names.get(role.user_id), known.get(keyOf(role)), keyOf(role)]
    if (!user) return []
    const planned: RoleState | null = toGive.has(`take ${key}`) ? 'to_take' : toGive.has(`give ${key}`) ? 'to_give' : null
    const state = grant?.problem ?? planned ?? (grant?.state === 'had' ? 'had' : 'given')
    return [{ user, role_id: role.role_id, state }]
  })
  return {
    server_id: settings?.server_id ?? null,
    team_roles,
    lead_role_id: settings?.lead_role_id ?? null,
    is_on: settings?.is_on ?? false,
    problem: discord_bot ? (settings?.problem ?? null) : 'not_set_up',
    people: people.sort((a, b) => a.user.display_name.localeCompare(b.user.display_name) || (a.role_id < b.role_id ? -1 : 1)),
    without_account: seats.filter(({ discord_id }) => discord_id === null).length,
    version: settings?.version ?? null,
  }
}

/** If Discord does not answer, the choice is stored anyway: each turn checks it again. @throws Refusal invalid_request */
async function checkRoles(ctx: Context, { server_id, team_roles, lead_role_id }: DiscordRolesWrite): Promise<void> {
  if (!ctx.discord_bot) return
  const { problem, roles } = await listChoices(ctx, server_id)
  if (problem === 'unknown_server') throw refuseField('server_id', 'the bot is not in this server')
  if (problem !== null) return
  const judge = (id: string) => {
    const role = roles.find((one) => one.id === id)
    if (!role) return 'does not exist in this server'
    return role.is_fit ? null : `"${role.name}" has powers over the server or belongs to a program; choose a role without them`
  }
  for (const { role_id } of team_roles) {
    const found = judge(role_id)
    if (found !== null) throw refuseField('team_roles', found)
  }
  const found = lead_role_id === null ? null : judge(lead_role_id)
  if (found !== null) throw refuseField('lead_role_id', found)
}

export const discordRolesRoutes = {
  getDiscordRoles: ({ ctx, event }) => present(ctx, event),

  saveDiscordRoles: async ({ ctx, event, viewer, body }) => {
    const teams = new Set((await listTeamsOf(ctx.db, [event.id])).map(({ id }) => id))
    if (body.team_roles.some(({ team_id }) => !teams.has(team_id)))
      throw refuseField('team_roles', 'names a team of another event')
    if (new Set(body.team_roles.map(({ team_id }) => team_id)).size < body.team_roles.length)
      throw refuseField('team_roles', 'names a team twice')
    await checkRoles(ctx, body)
    await ctx.db.transact(async (tx) => {
      const before = await findRoleSettings(tx, event.id, 'lock')
      checkVersion(body.base_version, before?.version ?? 1)
      await saveRoleSettings(tx, event.id, body, before)
      await insertAdminChange(tx, {
        event_id: event.id,
        author_id: viewer.user_id,
        changed_at: new Date(ctx.clock.now()),
        kind: 'discord_roles_saved',
        subject: body.server_id,
        detail: body.is_on ? 'on' : 'off',
      })
    })
    return present(ctx, event)
  },

  getDiscordChoices: ({ ctx, query }) => listChoices(ctx, query.server_id),
} satisfies Partial<Handlers>
