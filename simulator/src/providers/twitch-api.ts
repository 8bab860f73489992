/** The part of Twitch's API (helix) that the product uses: users, their live streams, and the videos of streams. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Answer, answerJson } from '../edge/answer.ts'
import { createServe, type Visit } from '../edge/serve.ts'
import type { Simulation } from '../simulation.ts'
import { type Broadcast, findListedBroadcast, listRecordedBroadcasts } from '../world/broadcasts.ts'
import type { TwitchUser } from '../world/identities.ts'
import type { Token } from './oauth/grants.ts'
import { drawScene } from './drawn-scenes.ts'
import { refuse } from './twitch-id.ts'

const PREFIX = '/twitch-api'
const POINTS_PER_MINUTE = 800
/** Upper bound for ids of a kind, and for entries of a page. */
const MOST = 100

/** The client inserts sizes. The picture is in the address, so that no image host is needed. */
const renderThumbnail = (login: string): string => {
  const size = "width='{width}' height='{height}'"
  // The braces stay unescaped: the client replaces them.
  const written = encodeURIComponent(drawScene(`stream/${login}`, login, size))
  return `data:image/svg+xml,${written.replaceAll('%7B', '{').replaceAll('%7D', '}')}`
}

const renderTime = (at: number): string => new Date(at).toISOString().replace('.000Z', 'Z')

const renderUser = ({ id, login, display_name, created_at }: TwitchUser) => ({
  id,
  login,
  display_name,
  type: '',
  broadcaster_type: '',
  description: '',
  profile_image_url: '',
  offline_image_url: '',
  view_count: 0,
  created_at,
})

const renderStream = ({ id, user, title, game_id, game_name, viewer_count, started_at, language }: Broadcast) => ({
  id,
  user_id: user.id,
  user_login: user.login,
  user_name: user.display_name,
  game_id,
  game_name,
  type: 'live',
  title,
  viewer_count,
  started_at: renderTime(started_at),
  language,
  thumbnail_url: renderThumbnail(user.login),
  tag_ids: [],
  tags: ['English'],
  is_mature: false,
})

/** The number of a video, from its broadcast. */
const VIDEO_IDS = 2_000_000_000

/** Without `duration`, which Muster does not read. */
const renderVideo = ({ id, user, title, started_at, language }: Broadcast) => ({
  id: String(VIDEO_IDS + (Number(id) % 1_000_000_000)),
  stream_id: id,
  user_id: user.id,
  user_login: user.login,
  user_name: user.display_name,
  title,
  description: '',
  created_at: renderTime(started_at),
  published_at: renderTime(started_at),
  url: `https://www.twitch.tv/videos/${VIDEO_IDS + (Number(id) % 1_000_000_000)}`,
  thumbnail_url: '',
  viewable: 'public',
  view_count: 0,
  language,
  type: 'archive',
  muted_segments: null,
})

/** Bearer and Client-Id have to belong together; then the points of this client. */
const admit = (
  simulation: Simulation,
  request: FastifyRequest,
  visit: Visit,
): Answer | { token: Token; headers: Record<string, string> } => {
  const [, text] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '') ?? []
  if (text === undefined) return refuse(401, 'OAuth token is missing')
  const token = simulation.authorities.twitch.grants.findToken(text, 'access', visit.now)
  if (!token) return refuse(401, 'Invalid OAuth token')
  visit.client = token.client_id
  visit.account = simulation.identities.twitch.find(({ id }) => id === token.account_uuid)?.account.name ?? null
  const client_id = request.headers['client-id']
  if (client_id !== token.client_id) {
    visit.complaints.push(client_id === undefined ? 'Client-Id is missing' : 'Client-Id of another client')
    return refuse(401, client_id === undefined ? 'Client ID is missing' : 'Client ID and OAuth token do not match')
  }
  if (!simulation.switches.limits_enabled) return { token, headers: {} }
  const subject = token.account_uuid ?? 'application'
  const bucket = simulation.buckets.hit(`helix/${token.client_id}/${subject}`, POINTS_PER_MINUTE, 60_000, simulation.limitsNow())
  const headers = {
    'ratelimit-limit': String(bucket.limit),
    'ratelimit-remaining': String(bucket.remaining),
    'ratelimit-reset': String(Math.ceil(bucket.reset_at / 1000)),
  }
  if (bucket.allowed) return { token, headers }
  visit.complaints.push('rate limit exceeded')
  return refuse(429, 'Too Many Requests', headers)
}

const readLists = (request: FastifyRequest) => {
  const query = new URL(request.url, 'http://simulator').searchParams
  return { query, list: (name: string) => query.getAll(name) }
}

const answerUsers = ({ identities }: Simulation, request: FastifyRequest, token: Token): Answer => {
  const { list } = readLists(request)
  const [ids, logins] = [list('id'), list('login')]
  if (ids.length + logins.length > MOST) return refuse(400, 'The total number of id and login parameters must not exceed 100')
  if (ids.some((id) => !/^\d+$/.test(id))) return refuse(400, 'Invalid user ID')
  const isAboutMe = ids.length + logins.length === 0
  if (isAboutMe && token.account_uuid === null) return refuse(400, 'Must provide an ID, Login or OAuth Token')
  const wanted = new Set(isAboutMe ? [token.account_uuid] : ids)
  const found = identities.twitch.filter(({ id, login }) => wanted.has(id) || logins.includes(login))
  return answerJson(200, { data: found.map(renderUser) })
}

const answerStreams = (simulation: Simulation, request: FastifyRequest, now: number): Answer => {
  const { query, list } = readLists(request)
  const filters = {
    user_id: list('user_id'),
    user_login: list('user_login'),
    game_id: list('game_id'),
    language: list('language'),
  }
  for (const [name, values] of Object.entries(filters))
    if (values.length > MOST) return refuse(400, `The parameter ${name} must not be given more than 100 times`)
  // one invalid id and the whole request is refused
  if (filters.user_id.some((id) => !/^\d+$/.test(id))) return refuse(400, 'The ID in user_id must be a numeric string')
  const first = Number(query.get('first') ?? 20)
  if (!Number.isInteger(first) || first < 1 || first > MOST) return refuse(400, 'The parameter first must be from 1 to 100')
  const offset = Number(Buffer.from(query.get('after') ?? '', 'base64url').toString() || 0)
  if (!Number.isInteger(offset)) return refuse(400, 'Invalid cursor')
  const { user_id, user_login, game_id, language } = filters
  const isAsked = ({ id, login }: TwitchUser) =>
    user_id.length + user_login.length === 0 || user_id.includes(id) || user_login.includes(login)
  const live = simulation.identities.twitch
    .filter(isAsked)
    .flatMap((user) => findListedBroadcast(simulation.seed, user, now, user.account.broadcast_orders) ?? [])
    .filter((one) => game_id.length === 0 || game_id.includes(one.game_id))
    .filter((one) => language.length === 0 || language.includes(one.language))
    .toSorted((a, b) => b.viewer_count - a.viewer_count || (a.user.id < b.user.id ? -1 : 1))
  // an offset in a list that moves: between two pages entries repeat or get lost
  const end = offset + first
  const pagination = end < live.length ? { cursor: Buffer.from(String(end)).toString('base64url') } : {}
  return answerJson(200, { data: live.slice(offset, end).map(renderStream), pagination })
}

/** Videos of one user's streams; `id` and `game_id` are not used by the product. */
const answerVideos = (simulation: Simulation, request: FastifyRequest, now: number): Answer => {
  const { query, list } = readLists(request)
  const [user_id = ''] = list('user_id')
  if (list('user_id').length !== 1 || !/^\d+$/.test(user_id)) return refuse(400, 'The parameter user_id must be given once')
  const first = Number(query.get('first') ?? 20)
  if (!Number.isInteger(first) || first < 1 || first > MOST) return refuse(400, 'The parameter first must be from 1 to 100')
  const user = simulation.identities.twitch.find(({ id }) => id === user_id)
  const isAsked = ['all', 'archive'].includes(query.get('type') ?? 'all')
  const recorded = user && isAsked ? listRecordedBroadcasts(simulation.seed, user, now, user.account.broadcast_orders) : []
  return answerJson(200, { data: recorded.slice(0, first).map(renderVideo), pagination: {} })
}

export const registerTwitchApi = (app: FastifyInstance, simulation: Simulation): void => {
  const serve = createServe(simulation, {
    provider: 'twitch',
    prefix: PREFIX,
    renderFailure: (status) => refuse(status, status === 500 ? '' : 'Too Many Requests'),
  })
  const get = (route: string, handle: (request: FastifyRequest, token: Token, now: number) => Answer) =>
    app.get(
      `${PREFIX}${route}`,
      serve(route, (request, visit) => {
        const admitted = admit(simulation, request, visit)
        if ('status' in admitted) return admitted
        const answer = handle(request, admitted.token, visit.now)
        if (answer.status === 400) visit.complaints.push('refused query')
        return { ...answer, headers: { ...admitted.headers, ...answer.headers } }
      }),
    )
  get('/helix/users', (request, token) => answerUsers(simulation, request, token))
  get('/helix/streams', (request, _token, now) => answerStreams(simulation, request, now))
  get('/helix/videos', (request, _token, now) => answerVideos(simulation, request, now))
  app.all(
    `${PREFIX}/*`,
    serve('/*', () => refuse(404, '')),
  )
}
