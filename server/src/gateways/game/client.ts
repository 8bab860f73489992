import { Profile } from '@muster/contract/game-api'
import type { Clock } from '../../clock.ts'
import { version } from '../../version.ts'
import { createCodeFlow } from '../code-flow.ts'
import type { OnCleaned } from '../outside.ts'
import { createAccountCalls } from './account-calls.ts'
import { createAvailability } from './availability.ts'
import type { GameAnswer, GameGateway, GameTokens } from './gateway.ts'
import type { LimitJournal } from './limit-journal.ts'
import { createLimiter } from './limits.ts'
import { createRequester, type Requester } from './request.ts'
import { createPublicCalls } from './public-calls.ts'
import { type GameSettings, ip } from './settings.ts'
import { createTokenBook } from './token-book.ts'

const participantScopes = ['account:profile', 'account:characters', 'account:league_accounts', 'account:guild:stashes']

/** Login calls, which need no token. */
function createLoginCalls(settings: GameSettings, clock: Clock, { request }: Requester) {
  return createCodeFlow(
    {
      authorize_url: `${settings.web_url}/oauth/authorize`,
      token_url: `${settings.web_url}/oauth/token`,
      scopes: participantScopes,
      client_authentication: 'fields',
      repeats_scopes: true,
      // Revoking needs a scope that participants are not asked for.
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
}

/**
 * The game's API and OAuth provider over HTTP. The real and the simulated game differ only in the settings.
 * @param journal keeps request counts across restarts; without it they end with the process.
 */
export function createGameClient(
  settings: GameSettings,
  clock: Clock,
  journal?: LimitJournal,
  onCleaned?: OnCleaned,
): GameGateway {
  const now = () => clock.now()
  const tokens = createTokenBook(now, journal)
  const limiter = createLimiter(clock, { max_in_flight: 6, journal })
  const requester = createRequester({
    limiter,
    tokens,
    availability: createAvailability(now, journal),
    userAgent: `OAuth ${settings.client_id}/${version} (contact: ${settings.contact})`,
    timeout_ms: settings.timeout_ms,
    onCleaned,
  })
  const login = createLoginCalls(settings, clock, requester)
  /** A newly issued token is known to be valid; no request has to test it. */
  async function noteIssued(asked: Promise<GameAnswer<GameTokens>>): Promise<GameAnswer<GameTokens>> {
    const answer = await asked
    if (answer.ok) tokens.noteIssued(answer.value.access_token)
    return answer
  }
  return {
    ...login,
    exchangeCode: (login_code) => noteIssued(login.exchangeCode(login_code)),
    refreshTokens: (refresh_token, signal) => noteIssued(login.refreshTokens(refresh_token, signal)),
    ...createPublicCalls(settings, now, requester, tokens.noteIssued),
    ...createAccountCalls(settings, requester),
    measureLimits: limiter.measure,
  }
}
