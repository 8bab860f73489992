import {
  ChangeId,
  CharacterAnswer,
  CharacterList,
  LadderAnswer,
  LeagueAccountAnswer,
  Profile,
  PublicStashPage,
  StashTabAnswer,
  StashTabList,
} from '@muster/contract/game-api'
import { z } from 'zod'
import type { Clock } from '../../clock.ts'
import { type ClientSettings, createCodeFlow, readTokens, TokenAnswer } from '../code-flow.ts'
import type { OnCleaned, IfChanged } from '../outside.ts'
import type { GameAccount, GameAnswer, GameGateway, GameTokens } from './gateway.ts'
import type { LimitJournal } from './limit-journal.ts'
import { createLimiter } from './limits.ts'
import { createRequester } from './request.ts'
import { createTokenBook } from './token-book.ts'

export interface GameSettings extends ClientSettings {
  readonly web_url: string
  readonly api_url: string
  readonly contact: string
  /** Real time that the provider has for a whole answer. */
  readonly timeout_ms: number
}

const version = '0.1.0'
const participantScopes = ['account:profile', 'account:characters', 'account:league_accounts', 'account:guild:stashes']
const serviceScopes = ['service:psapi', 'service:leagues', 'service:leagues:ladder']
/** The provider returns at most so many ladder entries a page. */
export const ladderPageSize = 500

const ChangeIds = z.looseObject({ psapi: ChangeId })

/** The one thing that an answer is about; the provider says null where there is none. */
function pick<T, U>(answer: GameAnswer<IfChanged<T>>, read: (content: T) => U | null, missing: string): GameAnswer<IfChanged<U>> {
  if (!answer.ok) return answer
  const { fingerprint, content } = answer.value
  const picked = content === null ? null : read(content)
  if (content !== null && picked === null) return { ok: false, failure: { reason: 'missing', detail: missing } }
  return { ok: true, value: { fingerprint, content: picked } }
}

/**
 * The game's API and OAuth provider over HTTP; real and simulated world differ in the settings only.
 * @param journal where the counts of what was asked outlive this process; without one they end with it.
 */
export function createGameClient(
  settings: GameSettings,
  clock: Clock,
  journal?: LimitJournal,
  onCleaned?: OnCleaned,
): GameGateway {
  const limiter = createLimiter(clock, { max_in_flight: 6, journal })
  const tokens = createTokenBook(() => clock.now(), journal)
  const { request, look } = createRequester(
    limiter,
    tokens,
    `OAuth ${settings.client_id}/${version} (contact: ${settings.contact})`,
    settings.timeout_ms,
    onCleaned,
  )
  const ip = 'us'

  const login = createCodeFlow(
    {
      authorize_url: `${settings.web_url}/oauth/authorize`,
      token_url: `${settings.web_url}/oauth/token`,
      scopes: participantScopes,
      client_authentication: 'fields',
      repeats_scopes: true,
      // Needs a scope that participants are not asked for.
      revoke: null,
      async fetchProfile(token) {
        const answer = await request({
          endpoint: 'profile',
          url: `${settings.api_url}/profile`,
          subjects: { ip },
          schema: Profile,
          token,
        })
        if (!answer.ok) return answer
        const { uuid, name } = answer.value
        return { ok: true, value: { account_id: uuid, name, handle: null } }
      },
    },
    settings,
    (form) => request({ endpoint: 'token', subjects: { ip }, ...form }),
    clock,
  )

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
    return answer.ok ? { ok: true, value: readTokens(answer.value, clock.now()) } : answer
  }

  let serviceToken: Promise<GameAnswer<GameTokens>> | null = null

  /** One token for all service calls, kept; asked for again only after a 401. Callers at the same time share one request. */
  async function withServiceToken<T>(
    use: (token: string) => Promise<GameAnswer<T>>,
    signal?: AbortSignal,
  ): Promise<GameAnswer<T>> {
    for (let attempt = 0; ; attempt++) {
      serviceToken ??= noteIssued(askServiceToken(signal))
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

  /** What was handed out a moment ago lives: nobody has to find that out first. */
  async function noteIssued(asked: Promise<GameAnswer<GameTokens>>): Promise<GameAnswer<GameTokens>> {
    const answer = await asked
    if (answer.ok) tokens.noteIssued(answer.value.access_token)
    return answer
  }

  const accountSubjects = (account: GameAccount) => ({ account: account.account_id, ip, client: settings.client_id })
  const api = (path: string) => settings.api_url + path

  return {
    ...login,
    exchangeCode: (login_code) => noteIssued(login.exchangeCode(login_code)),
    refreshTokens: (refresh_token, signal) => noteIssued(login.refreshTokens(refresh_token, signal)),

    async fetchLatestChangeId(signal) {
      const url = `${settings.web_url}/api/trade/data/change-ids`
      // A page of the web site: a bearer must never be sent there.
      const answer = await request({ endpoint: 'change-ids', url, subjects: { ip }, schema: ChangeIds, signal })
      return answer.ok ? { ok: true, value: answer.value.psapi } : answer
    },

    fetchPublicStashes: (change_id, signal, onNext) =>
      withServiceToken(
        (token) =>
          request({
            endpoint: 'public-stash-tabs',
            url: api(`/public-stash-tabs?id=${encodeURIComponent(change_id)}`),
            subjects: { ip, client: settings.client_id },
            schema: PublicStashPage,
            token,
            signal,
            onHead: (headers) => {
              const next = headers.get('x-next-change-id')
              if (ChangeId.safeParse(next).success) onNext?.(next ?? '')
            },
          }),
        signal,
      ),

    async fetchCharacters(account, signal) {
      const answer = await request({
        endpoint: 'character-list',
        url: api('/character'),
        subjects: accountSubjects(account),
        schema: CharacterList,
        token: account.access_token,
        signal,
      })
      return answer.ok ? { ok: true, value: answer.value.characters } : answer
    },

    async fetchCharacter(account, name, { known, signal, onLine } = {}) {
      const wanted = {
        endpoint: 'character',
        url: api(`/character/${encodeURIComponent(name)}`),
        subjects: accountSubjects(account),
        schema: CharacterAnswer,
        token: account.access_token,
        signal,
        onLine,
      }
      // The provider answers a vanished character with 404 or with a null.
      return pick(await look(wanted, known), ({ character }) => character, 'no such character')
    },

    async fetchAtlas(account, league, signal) {
      const answer = await request({
        endpoint: 'league-account',
        url: api(`/league-account/${encodeURIComponent(league)}`),
        subjects: accountSubjects(account),
        schema: LeagueAccountAnswer,
        token: account.access_token,
        signal,
      })
      // Who never opened the atlas in this league is not known there.
      if (!answer.ok) return answer.failure.reason === 'missing' ? { ok: true, value: [] } : answer
      const { atlas_passive_trees, atlas_passives } = answer.value.league_account ?? {}
      const trees = atlas_passive_trees ?? (atlas_passives ? [atlas_passives] : [])
      return { ok: true, value: trees.map((tree) => tree.hashes ?? []) }
    },

    async fetchGuildTabs(account, league, signal) {
      const answer = await request({
        endpoint: 'guild-stash-list',
        url: api(`/guild/stash/${encodeURIComponent(league)}`),
        subjects: accountSubjects(account),
        schema: StashTabList,
        token: account.access_token,
        signal,
      })
      return answer.ok ? { ok: true, value: answer.value.stashes } : answer
    },

    async fetchGuildTab(account, league, { id, parent_id }, { known, signal, onLine } = {}) {
      const path = [league, ...(parent_id === null ? [] : [parent_id]), id].map(encodeURIComponent).join('/')
      const wanted = {
        endpoint: 'guild-stash',
        url: api(`/guild/stash/${path}`),
        subjects: accountSubjects(account),
        schema: StashTabAnswer,
        token: account.access_token,
        signal,
        onLine,
      }
      return pick(await look(wanted, known), ({ stash }) => stash, 'no such tab')
    },

    fetchLadderPage: (league, offset, signal) =>
      withServiceToken(async (token) => {
        const query = new URLSearchParams({ sort: 'xp', limit: String(ladderPageSize), offset: String(offset) })
        const answer = await request({
          endpoint: 'ladder',
          url: api(`/league/${encodeURIComponent(league)}/ladder?${query.toString()}`),
          subjects: { ip, client: settings.client_id },
          schema: LadderAnswer,
          token,
          signal,
        })
        return answer.ok ? { ok: true, value: answer.value.ladder } : answer
      }, signal),
  }
}
