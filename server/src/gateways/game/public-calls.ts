import type { GameVersion } from '@muster/contract/events'
import {
  ChangeId,
  LadderAnswer,
  type LadderEntryOfGame,
  LadderOfLeagueAnswer,
  LeagueAnswer,
  PublicStashPage,
  namedRealmOf,
} from '@muster/contract/game-api'
import { readClassName } from '@muster/domain/builds/game-classes'
import { z } from 'zod'
import { readTokens, TokenAnswer } from '../code-flow.ts'
import type { Heading } from '../exchange.ts'
import type { GameAnswer, GameGateway, GameTokens } from './gateway.ts'
import type { Requester } from './request.ts'
import { type GameSettings, ip, nameEndpoint } from './settings.ts'
import { readStashPage } from './stash-page.ts'

const serviceScopes = ['service:psapi', 'service:leagues', 'service:leagues:ladder']
/** The provider's page size for the ladder. */
const ladderPageSize = 500

const ChangeIds = z.looseObject({ psapi: ChangeId })

type PublicCalls = Pick<GameGateway, 'fetchLatestChangeId' | 'fetchPublicStashes' | 'fetchLadderPage' | 'findLeague'>

const nameClass = ({ character, ...entry }: LadderEntryOfGame, game_version: GameVersion): LadderEntryOfGame => ({
  ...entry,
  character: { ...character, class: readClassName(game_version, character.class) },
})

function readTime(text: string | null | undefined): number | null {
  const at = Date.parse(text ?? '')
  return Number.isNaN(at) ? null : at
}

const readTimes = (league: { startAt?: string | null | undefined; endAt?: string | null | undefined } | null | undefined) => ({
  start_at: readTime(league?.startAt),
  end_at: readTime(league?.endAt),
})

/**
 * Public data, requested with Muster's service token or without a token.
 * @param onIssued called with each new token.
 */
export function createPublicCalls(
  settings: GameSettings,
  now: () => number,
  { request, pick }: Requester,
  onIssued: (access_token: string) => void,
): PublicCalls {
  const api = (path: string) => settings.api_url + path

  function leagueUrl(name: string, game_version: GameVersion, path: string, query: Readonly<Record<string, string>>): string {
    const realm = namedRealmOf(game_version)
    const parameters = new URLSearchParams({ ...query, ...(realm && { realm }) }).toString()
    return api(`/league/${encodeURIComponent(name)}${path}${parameters && `?${parameters}`}`)
  }

  async function askServiceToken(signal?: AbortSignal): Promise<GameAnswer<GameTokens>> {
    const answer = await request({
      endpoint: 'token',
      url: `${settings.web_url}/oauth/token`,
      subjects: { ip },
      schema: TokenAnswer,
      form: {
        client_id: settings.client_id,
        client_secret: settings.client_secret.reveal(),
        grant_type: 'client_credentials',
        scope: serviceScopes.join(' '),
      },
      signal,
    })
    if (!answer.ok) return answer
    onIssued(answer.value.access_token)
    return { ok: true, value: readTokens(answer.value, now()) }
  }

  let serviceToken: Promise<GameAnswer<GameTokens>> | null = null

  /**
   * Uses one cached service token for all calls; a new one is requested only after a 401. Concurrent callers share that request.
   */
  async function withServiceToken<T>(
    use: (token: string) => Promise<GameAnswer<T>>,
    signal?: AbortSignal,
  ): Promise<GameAnswer<T>> {
    for (let attempt = 0; ; attempt++) {
      serviceToken ??= askServiceToken(signal)
      const asked = serviceToken
      const tokens = await asked
      if (!tokens.ok) {
        if (serviceToken === asked) serviceToken = null
        return tokens
      }
      const answer = await use(tokens.value.access_token)
      if (answer.ok || answer.failure.reason !== 'unauthorized' || attempt > 0) return answer
      if (serviceToken === asked) serviceToken = null
    }
  }

  return {
    async fetchLatestChangeId(signal) {
      const url = `${settings.web_url}/api/trade/data/change-ids`
      // This is a page of the website: never send a bearer token there.
      const answer = await request({ endpoint: 'change-ids', url, subjects: { ip }, schema: ChangeIds, signal })
      return answer.ok ? { ok: true, value: answer.value.psapi } : answer
    },

    fetchPublicStashes: (change_id, isWanted, signal, onNext) =>
      withServiceToken((token) => {
        const wanted = {
          endpoint: 'public-stash-tabs',
          url: api(`/public-stash-tabs?id=${encodeURIComponent(change_id)}`),
          subjects: { ip, client: settings.client_id },
          schema: PublicStashPage,
          token,
          signal,
          onHead: (headers: Heading['headers']) => {
            const next = headers.get('x-next-change-id')
            if (ChangeId.safeParse(next).success) onNext?.(next ?? '')
          },
        }
        return pick(wanted, (question, body) => readStashPage(question, body, isWanted))
      }, signal),

    fetchLadderPage: (league, game_version, offset, signal) =>
      withServiceToken(async (token) => {
        const page = { sort: 'xp', limit: String(ladderPageSize), offset: String(offset) }
        const answer = await request({
          endpoint: nameEndpoint('ladder', game_version),
          names_league: true,
          url: leagueUrl(league, game_version, '/ladder', page),
          subjects: { ip, client: settings.client_id },
          schema: LadderAnswer,
          token,
          signal,
        })
        if (!answer.ok) return answer
        const { total, entries } = answer.value.ladder
        return { ok: true, value: { total, entries: entries.map((entry) => nameClass(entry, game_version)) } }
      }, signal),

    async findLeague(name, game_version, signal) {
      const ask = <S extends z.ZodType>(endpoint: string, path: string, query: Record<string, string>, schema: S) =>
        withServiceToken((token) => {
          const url = leagueUrl(name, game_version, path, query)
          const subjects = { ip, client: settings.client_id }
          const of = { endpoint: nameEndpoint(endpoint, game_version), names_league: true, url, subjects, schema, token, signal }
          return request(of)
        }, signal)
      // The ladder comes first: private leagues have one, but the second request does not find them.
      const ladder = await ask('ladder', '/ladder', { sort: 'xp', limit: '1' }, LadderOfLeagueAnswer)
      if (!ladder.ok && ladder.failure.reason !== 'missing') return ladder
      if (ladder.ok && (ladder.value.league || ladder.value.ladder)) {
        return { ok: true, value: { ...readTimes(ladder.value.league), characters: ladder.value.ladder?.total ?? null } }
      }
      const answer = await ask('league', '', {}, LeagueAnswer)
      if (!answer.ok) return answer.failure.reason === 'missing' ? { ok: true, value: null } : answer
      const { league } = answer.value
      return { ok: true, value: league ? { ...readTimes(league), characters: null } : null }
    },
  }
}
