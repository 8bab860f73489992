import { isIP } from 'node:net'
import { addedByGame, workingWithoutGame } from '@muster/domain/tracking/capabilities'
import type { Variables } from '@muster/server/config'
import { readPasskeySite } from '@muster/server/features/login/passkey-site'
import { type Finding, ok, problem, warning } from './finding.ts'

// Checks of all variables together. Of a secret only its name is printed.

type Named = Readonly<Record<string, string | undefined>>

const ours = ['TOKEN_SECRET', 'ENCRYPTION_SECRET', 'BOT_SECRET'] as const
/** The public values of .env.example. */
const published = ['muster-local', 'local-simulator-secret', 'local-discord-secret', 'local-twitch-secret']

/** Upper bound for the bits of a brute-force search over texts of these characters. */
function estimateBits(text: string): number {
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/].map((kind, at) => (kind.test(text) ? [26, 26, 10, 32][at] : 0) ?? 0)
  const alphabet = Math.min(
    kinds.reduce((sum, kind) => sum + kind, 0),
    // A text with few different characters comes from a small alphabet.
    new Set(text).size,
  )
  return text.length * Math.log2(Math.max(alphabet, 1))
}

export function judgeSecrets(said: Named): Finding[] {
  const given = ours.filter((name) => said[name])
  const findings: Finding[] = []
  for (const name of given) {
    if (estimateBits(said[name] ?? '') < 128)
      findings.push(problem('Secrets', `${name} can be guessed.`, 'Make another one: openssl rand -base64 48'))
  }
  const repeated = given.find((name, at) => given.slice(0, at).some((earlier) => said[earlier] === said[name]))
  if (repeated !== undefined)
    findings.push(
      problem('Secrets', `${repeated} is the same as another secret.`, 'Make one of its own: openssl rand -base64 48'),
    )
  for (const [name, value] of Object.entries(said)) {
    if (published.includes(value ?? ''))
      findings.push(warning('Secrets', `${name} is the simulated game's.`, 'Set the real one.'))
  }
  if (findings.length > 0) return findings
  const isMade = !said['TOKEN_SECRET'] || !said['ENCRYPTION_SECRET']
  return [ok('Secrets', isMade ? 'generated in DATA_DIR/secrets.json if none are set; part of a backup' : 'set and strong')]
}

const isThisMachine = (host: string) => /^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host)

/** The provider accepts no new applications at present, so a server without the client is no problem. */
export function judgeGame({ POE_CLIENT_ID }: Pick<Variables, 'POE_CLIENT_ID'>): Finding[] {
  if (POE_CLIENT_ID !== undefined) return [ok('Game', `its API is read as the client ${POE_CLIENT_ID}`)]
  const describe = (about: string, rows: readonly { readonly name: string; readonly text: string }[]) =>
    rows.map(({ name, text }) => ok(about, `${name}: ${text}`))
  return [
    ok('Game', 'not read: POE_CLIENT_ID is not set'),
    ...describe('Works', workingWithoutGame),
    ...describe('With the game', addedByGame),
  ]
}

/** The ways to log in. */
export function judgeLogins(values: Clients): Finding {
  const clients = { 'Path of Exile': values.POE_CLIENT_ID, Discord: values.DISCORD_CLIENT_ID, Twitch: values.TWITCH_CLIENT_ID }
  const named = Object.entries(clients).flatMap(([name, id]) => (id === undefined ? [] : [name]))
  const site = readPasskeySite(values.PUBLIC_URL)
  const ways = [...named, ...(site ? [`passkeys at ${site.host}`] : [])]
  if (ways.length > 0) return ok('Logins', ways.join(', '))
  const todo = 'Set PUBLIC_URL to https:// and a host name, or register the server with Discord.'
  return warning(
    'Logins',
    'There is no way to log in: no provider is registered, and passkeys do not work at this address.',
    todo,
  )
}

type Clients = Pick<Variables, 'PUBLIC_URL' | 'POE_CLIENT_ID' | 'DISCORD_CLIENT_ID' | 'TWITCH_CLIENT_ID'>

export function judgeAddress(values: Clients): Finding[] {
  const { PUBLIC_URL } = values
  const { protocol, hostname } = new URL(PUBLIC_URL)
  const about = 'Address'
  const clients = { poe: values.POE_CLIENT_ID, discord: values.DISCORD_CLIENT_ID, twitch: values.TWITCH_CLIENT_ID }
  const registered = Object.entries(clients).flatMap(([provider, id]) => (id === undefined ? [] : [provider]))
  const redirects = registered.map((provider) => ok('Redirect address', `register ${PUBLIC_URL}/auth/${provider}/callback`))
  const judge = (): Finding => {
    if (isThisMachine(hostname))
      return warning(about, `${PUBLIC_URL} is reachable from this machine only.`, 'Set PUBLIC_URL to the public address.')
    if (protocol !== 'https:')
      return problem(about, `${PUBLIC_URL} is not encrypted: logins can be read in transit.`, 'Set PUBLIC_URL to https://…')
    if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 || !hostname.includes('.'))
      return warning(about, `Providers do not accept the name ${hostname}.`, 'Use a domain name.')
    return ok(about, PUBLIC_URL)
  }
  return [judge(), ...redirects]
}

/** AGPL-3.0, section 13: users of a changed version over a network must be offered its source. */
export function judgeSource({ PUBLIC_URL, SOURCE_URL }: Pick<Variables, 'PUBLIC_URL' | 'SOURCE_URL'>): Finding {
  const about = 'Source'
  if (SOURCE_URL !== undefined) return ok(about, SOURCE_URL)
  if (isThisMachine(new URL(PUBLIC_URL).hostname)) return ok(about, 'not set; needed if others use this server')
  return warning(
    about,
    'SOURCE_URL is not set. The licence requires that a changed version offers its source.',
    'Set SOURCE_URL to the source of this server, including your changes; every page links to it.',
  )
}

export function judgeProxy({ HOST, PUBLIC_URL, TRUST_PROXY }: Pick<Variables, 'HOST' | 'PUBLIC_URL' | 'TRUST_PROXY'>): Finding {
  const about = 'Reverse proxy'
  const isOpen = !isThisMachine(HOST)
  const trusts = TRUST_PROXY.join(', ')
  const isOnlyLocal = TRUST_PROXY.every((entry) => entry === 'loopback' || isThisMachine(entry))
  if (isOpen && isOnlyLocal && PUBLIC_URL.startsWith('https:'))
    return warning(
      about,
      `Muster listens on ${HOST}, and trusts only proxies on this machine. Behind another one all visitors share one rate limit.`,
      'Name its address or network in TRUST_PROXY; or set HOST=127.0.0.1 if it runs here.',
    )
  return ok(about, `believed from ${trusts}`)
}
