/** The calls of a bot: its application, commands, roles and members. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Answer, answerJson } from '../edge/answer.ts'
import { readFields } from '../edge/forms.ts'
import type { createServe, Handle, Visit } from '../edge/serve.ts'
import type { Simulation } from '../simulation.ts'

/** discord-api-docs issue 7680 shows the headers of Add Guild Member Role: 10 requests in a fixed window. */
const ROLE_LIMIT = { requests: 10, period_ms: 10_000 }
const ROUTE_LIMIT = { requests: 5, period_ms: 5_000 }

export const refuse = (status: number, code: number, message: string): Answer => answerJson(status, { message, code })
const done: Answer = { status: 204, body: null }

type Params = Record<string, string | undefined>

/** Limits first, then the token. */
export const createDoor =
  ({ guild, buckets, switches, limitsNow }: Simulation) =>
  (
    bucket: string | ((params: Params) => string),
    limit: typeof ROUTE_LIMIT,
    act: (params: Params, request: FastifyRequest, visit: Visit) => Answer,
  ) =>
  (request: FastifyRequest, visit: Visit): Answer => {
    if (!request.headers['user-agent'] || request.headers['user-agent'] === 'node') visit.complaints.push('no user agent')
    const now = limitsNow()
    const key = typeof bucket === 'string' ? bucket : bucket(request.params as Params)
    const own = buckets.hit(`discord/bot/${request.method} ${key}`, limit.requests, limit.period_ms, now)
    const wait_s = (own.reset_at - now) / 1000
    const headers = {
      'x-ratelimit-limit': String(own.limit),
      'x-ratelimit-remaining': String(own.remaining),
      'x-ratelimit-reset-after': wait_s.toFixed(3),
    }
    if (switches.limits_enabled && !own.allowed) {
      visit.complaints.push('rate limit exceeded')
      const body = { message: 'You are being rate limited.', retry_after: wait_s, global: false }
      return answerJson(429, body, { ...headers, 'retry-after': String(Math.ceil(wait_s)), 'x-ratelimit-scope': 'user' })
    }
    if (request.headers.authorization !== `Bot ${guild.bot_token}`) {
      visit.complaints.push('wrong bot token')
      return answerJson(401, { message: '401: Unauthorized', code: 0 }, headers)
    }
    const given = act(request.params as Params, request, visit)
    return { ...given, headers: { ...given.headers, ...headers } }
  }

type Route = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, name: string, handle: Handle) => void

const registerCommands = ({ guild }: Simulation, asBot: ReturnType<typeof createDoor>, route: Route): void => {
  route(
    'GET',
    '/applications/@me',
    '/applications/@me',
    asBot('application', ROUTE_LIMIT, () => answerJson(200, { id: guild.application_id, name: 'Muster' })),
  )
  for (const place of ['', '/guilds/:guild_id']) {
    const path = `/applications/:application${place}/commands`
    const isHere =
      ({ guild_id }: Params) =>
      (command: { guild_id: string | null }) =>
        command.guild_id === (guild_id ?? null)
    const isForeign = ({ application, guild_id }: Params) =>
      application !== guild.application_id || (guild_id !== undefined && guild_id !== guild.id)
    route(
      'GET',
      path,
      '/applications/commands',
      asBot('commands', ROUTE_LIMIT, (params) =>
        isForeign(params)
          ? refuse(403, 50001, 'Missing Access')
          : answerJson(
              200,
              guild.commands.filter(isHere(params)).map((command) => ({ ...command, type: 1 })),
            ),
      ),
    )
    route(
      'POST',
      path,
      '/applications/commands',
      asBot('commands', ROUTE_LIMIT, (params, request) => {
        if (isForeign(params)) return refuse(403, 50001, 'Missing Access')
        const fields = readFields(request)
        const [name, description] = [fields?.['name'], fields?.['description']]
        if (typeof name !== 'string' || !/^[-_\p{L}\p{N}]{1,32}$/u.test(name)) return refuse(400, 50035, 'Invalid Form Body')
        if (typeof description !== 'string' || description === '' || description.length > 100)
          return refuse(400, 50035, 'Invalid Form Body')
        const known = guild.commands.find((command) => command.name === name && isHere(params)(command))
        const command = known ?? {
          id: String(1_500_000_000_000_000_000n + BigInt(guild.commands.length)),
          name,
          description,
          guild_id: params['guild_id'] ?? null,
        }
        command.description = description
        if (!known) guild.commands.push(command)
        return answerJson(known ? 200 : 201, { ...command, type: 1 })
      }),
    )
  }
}

export const registerBot = (
  app: FastifyInstance,
  simulation: Simulation,
  prefix: string,
  serve: ReturnType<typeof createServe>,
): void => {
  const { guild } = simulation
  const asBot = createDoor(simulation)
  const findMember = ({ guild_id, user }: Params): Set<string> | Answer =>
    guild_id !== guild.id
      ? refuse(404, 10004, 'Unknown Guild')
      : (guild.members.get(user ?? '') ?? refuse(404, 10007, 'Unknown Member'))

  const change = (is: 'give' | 'take') =>
    asBot('role', ROLE_LIMIT, (params, _request, visit) => {
      const { user = '', role: role_id = '' } = params
      const member = findMember(params)
      if (!(member instanceof Set)) return member
      const role = guild.roles.find(({ id }) => id === role_id)
      if (!role) return refuse(404, 10011, 'Unknown Role')
      if (!guild.manages_roles || role.is_above_bot || role.managed) return refuse(403, 50013, 'Missing Permissions')
      if (member.has(role_id) === (is === 'give')) visit.complaints.push(`role to ${is} twice`)
      if (is === 'give') member.add(role_id)
      else member.delete(role_id)
      guild.changes.push({ user_id: user, role_id, is })
      return done
    })

  const route: Route = (method, path, name, handle) =>
    app.route({ method, url: `${prefix}/api/v10${path}`, handler: serve(`/api/v10${name}`, handle) })
  registerCommands(simulation, asBot, route)
  route(
    'GET',
    '/guilds/:guild_id/roles',
    '/guilds/roles',
    asBot('roles', ROUTE_LIMIT, ({ guild_id }) =>
      guild_id === guild.id
        ? answerJson(
            200,
            guild.roles.map(({ is_above_bot: _, ...role }) => role),
          )
        : refuse(404, 10004, 'Unknown Guild'),
    ),
  )
  route(
    'GET',
    '/guilds/:guild_id/members/:user',
    '/guilds/members',
    asBot('member', ROUTE_LIMIT, (params) => {
      const member = findMember(params)
      return member instanceof Set ? answerJson(200, { user: { id: params['user'] }, roles: [...member], nick: null }) : member
    }),
  )
  route('PUT', '/guilds/:guild_id/members/:user/roles/:role', '/guilds/members/roles', change('give'))
  route('DELETE', '/guilds/:guild_id/members/:user/roles/:role', '/guilds/members/roles', change('take'))
}
