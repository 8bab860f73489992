import { z } from 'zod'
import type { Clock } from '../../clock.ts'
import { type ClientSettings, cleanName, createCodeFlow, readTokens, TokenAnswer } from '../code-flow.ts'
import { fail, type OnCleaned, type OutsideAnswer, type ProviderTokens } from '../outside.ts'
import { createWindowRequester } from '../window-requester.ts'
import type { LiveStream, TwitchGateway } from './gateway.ts'

export interface TwitchSettings extends ClientSettings {
  /** Host of logins and tokens. */
  readonly id_url: string
  /** Host of all other calls. */
  readonly api_url: string
  readonly user_agent: string
}

/** Twitch accepts this many ids per request and returns as many entries. */
const max_ids = 100
/** Event time: an application token is replaced this long before it expires. */
const margin_ms = 60_000

const Id = z.string().regex(/^\d{1,20}$/)
const Text = z.string().catch('').transform(cleanName)
const Claims = z.looseObject({ sub: Id })
const Users = z.looseObject({ data: z.array(z.looseObject({ id: Id, login: z.string().min(1), display_name: Text })) })
const Stream = z.looseObject({
  id: Text,
  user_id: Id,
  user_login: z.string().regex(/^\w{1,50}$/),
  user_name: Text,
  game_id: Text,
  game_name: Text,
  title: Text,
  viewer_count: z.int().nonnegative().catch(0),
  started_at: z.iso.datetime({ offset: true }),
  language: Text,
  thumbnail_url: z.string().catch(''),
  tags: z.array(Text).nullish().catch([]),
  is_mature: z.boolean().catch(false),
})
const Streams = z.looseObject({ data: z.array(Stream) })
// Fields as in the example of Get Videos (dev.twitch.tv/docs/api/videos). `stream_id` is null for uploads and highlights, and
// `viewable` is `public` or `private` (twurple, interfaces/endpoints/video.external.d.ts).
const Video = z.looseObject({
  id: Id,
  stream_id: z.string().nullish().catch(null),
  viewable: z.string().catch('public'),
  created_at: z.iso.datetime({ offset: true }),
})
const Videos = z.looseObject({ data: z.array(Video) })
/** A page of videos: Twitch keeps a stream's video for at most 60 days, so older ones matter little. */
const maxVideos = 20

const windows = {
  remaining: 'ratelimit-remaining',
  reset: { header: 'ratelimit-reset', is: 'unix_seconds' },
} as const

/** Twitch over HTTP: logins, live streams, and their videos. */
export function createTwitchClient(settings: TwitchSettings, clock: Clock, onCleaned?: OnCleaned): TwitchGateway {
  const { id_url, api_url, client_id, client_secret } = settings
  const request = createWindowRequester(clock, settings.user_agent, windows, onCleaned)
  const askHelix = <S extends z.ZodType>(path: string, token: string, schema: S, signal?: AbortSignal) =>
    request({
      bucket: 'helix',
      url: `${api_url}/helix/${path}`,
      headers: { authorization: `Bearer ${token}`, 'client-id': client_id },
      schema,
      signal,
    })

  const login = createCodeFlow(
    {
      authorize_url: `${id_url}/oauth2/authorize`,
      token_url: `${id_url}/oauth2/token`,
      scopes: [],
      client_authentication: 'fields',
      repeats_scopes: false,
      revoke: { url: `${id_url}/oauth2/revoke`, needs: 'client_id' },
      async fetchProfile(access_token) {
        const headers = { authorization: `Bearer ${access_token}` }
        const claims = await request({ bucket: 'id', url: `${id_url}/oauth2/userinfo`, headers, schema: Claims })
        if (!claims.ok) return claims
        const { sub } = claims.value
        const users = await askHelix(`users?id=${sub}`, access_token, Users)
        if (!users.ok) return users
        const user = users.value.data.find(({ id }) => id === sub)
        if (!user) return fail('malformed', 'Twitch does not know the user of this token')
        const { login: handle, display_name } = user
        return { ok: true, value: { account_id: sub, name: display_name || handle, handle } }
      },
    },
    settings,
    (form) => request({ bucket: 'token', ...form }),
    clock,
  )

  let applicationToken: Promise<OutsideAnswer<ProviderTokens>> | null = null
  async function askApplicationToken(signal?: AbortSignal): Promise<OutsideAnswer<ProviderTokens>> {
    const answer = await request({
      bucket: 'token',
      url: `${id_url}/oauth2/token`,
      headers: {},
      form: { client_id, client_secret: client_secret.reveal(), grant_type: 'client_credentials' },
      schema: TokenAnswer,
      signal,
    })
    return answer.ok ? { ok: true, value: readTokens(answer.value, clock.now()) } : answer
  }

  const isOver = (tokens: ProviderTokens) => tokens.expires_at !== null && tokens.expires_at - margin_ms <= clock.now()

  /** Muster's application token, cached until it expires or is refused; concurrent callers share one request. */
  async function withApplicationToken<T>(
    use: (token: string) => Promise<OutsideAnswer<T>>,
    signal?: AbortSignal,
  ): Promise<OutsideAnswer<T>> {
    for (let attempt = 0; ; attempt++) {
      applicationToken ??= askApplicationToken(signal)
      const asked = applicationToken
      const tokens = await asked
      const forget = () => {
        if (applicationToken === asked) applicationToken = null
      }
      if (!tokens.ok) {
        forget()
        return tokens
      }
      if (isOver(tokens.value) && attempt === 0) {
        forget()
        continue
      }
      const answer = await use(tokens.value.access_token)
      if (answer.ok || answer.failure.reason !== 'unauthorized' || attempt > 0) return answer
      forget()
    }
  }

  return {
    ...login,
    async fetchLiveStreams(user_ids, signal) {
      const live = new Map<string, LiveStream>()
      for (let from = 0; from < user_ids.length; from += max_ids) {
        const query = new URLSearchParams({ first: String(max_ids) })
        for (const id of user_ids.slice(from, from + max_ids)) query.append('user_id', id)
        const answer = await withApplicationToken(
          (token) => askHelix(`streams?${query.toString()}`, token, Streams, signal),
          signal,
        )
        if (!answer.ok) return answer
        for (const stream of answer.value.data) live.set(stream.user_id, { ...stream, tags: stream.tags ?? [] })
      }
      return { ok: true, value: [...live.values()] }
    },
    async fetchStreamVideos(user_id, signal) {
      // One user per request.
      const query = new URLSearchParams({ user_id, type: 'archive', first: String(maxVideos) })
      const answer = await withApplicationToken((token) => askHelix(`videos?${query.toString()}`, token, Videos, signal), signal)
      if (!answer.ok) return answer
      const videos = answer.value.data.flatMap(({ id, stream_id, viewable, created_at }) =>
        stream_id && viewable === 'public' ? [{ id, stream_id, created_at }] : [],
      )
      return { ok: true, value: videos }
    },
  }
}
