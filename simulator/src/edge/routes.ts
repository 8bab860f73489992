/** The endpoint table of the game API: path, scope, policy. Order matters where a word could be a name. */
import type { PolicyKey } from '../limits/policies.ts'
import { type Realm, defaultRealm, isNamedRealm } from '../realms.ts'

export type EndpointName =
  | 'profile'
  | 'leagues'
  | 'league'
  | 'ladder'
  | 'account_leagues'
  | 'character_list'
  | 'character'
  | 'league_account'
  | 'guild_stash_list'
  | 'guild_stash'
  | 'public_stash'

export interface Route {
  name: EndpointName
  /** Path as in the documentation; `{realm}` is optional. */
  path: string
  scope: string
  policy: PolicyKey | null
}

const guildRoute = (name: 'guild_stash_list' | 'guild_stash', path: string): Route => ({
  name,
  path,
  scope: 'account:guild:stashes',
  policy: name,
})

const routes: readonly Route[] = [
  { name: 'profile', path: '/profile', scope: 'account:profile', policy: null },
  { name: 'leagues', path: '/league', scope: 'service:leagues', policy: 'league' },
  { name: 'league', path: '/league/{league}', scope: 'service:leagues', policy: 'league' },
  { name: 'ladder', path: '/league/{league}/ladder', scope: 'service:leagues:ladder', policy: 'ladder' },
  { name: 'account_leagues', path: '/account/leagues', scope: 'account:leagues', policy: 'account_leagues' },
  { name: 'account_leagues', path: '/account/leagues/{realm}', scope: 'account:leagues', policy: 'account_leagues' },
  { name: 'character_list', path: '/character', scope: 'account:characters', policy: 'character_list' },
  { name: 'character_list', path: '/character/{realm}', scope: 'account:characters', policy: 'character_list' },
  { name: 'character', path: '/character/{name}', scope: 'account:characters', policy: 'character' },
  { name: 'character', path: '/character/{realm}/{name}', scope: 'account:characters', policy: 'character' },
  { name: 'league_account', path: '/league-account/{league}', scope: 'account:league_accounts', policy: 'league_account' },
  {
    name: 'league_account',
    path: '/league-account/{realm}/{league}',
    scope: 'account:league_accounts',
    policy: 'league_account',
  },
  ...['/guild/stash/{league}', '/guild/{realm}/stash/{league}'].map((path) => guildRoute('guild_stash_list', path)),
  ...['/guild/stash/{league}/{id}', '/guild/{realm}/stash/{league}/{id}'].map((path) => guildRoute('guild_stash', path)),
  ...['/guild/stash/{league}/{id}/{sub}', '/guild/{realm}/stash/{league}/{id}/{sub}'].map((path) =>
    guildRoute('guild_stash', path),
  ),
  { name: 'public_stash', path: '/public-stash-tabs', scope: 'service:psapi', policy: 'public_stash' },
  { name: 'public_stash', path: '/public-stash-tabs/{realm}', scope: 'service:psapi', policy: 'public_stash' },
]

export interface RouteMatch {
  route: Route
  realm: Realm
  params: Record<string, string>
}

const table = routes.map((route) => ({ route, wanted: route.path.slice(1).split('/') }))

const matchPath = ({ route, wanted }: (typeof table)[number], segments: readonly string[]): RouteMatch | null => {
  if (wanted.length !== segments.length) return null
  const params: Record<string, string> = {}
  let realm: Realm = defaultRealm
  for (const [at, part] of wanted.entries()) {
    const segment = segments[at] ?? ''
    if (part === '{realm}') {
      if (!isNamedRealm(segment)) return null
      realm = segment
    } else if (part.startsWith('{')) params[part.slice(1, -1)] = segment
    else if (part !== segment) return null
  }
  return { route, realm, params }
}

/** The endpoint of a path, `undecodable` for broken percent signs, or null. */
export const matchRoute = (path: string): RouteMatch | 'undecodable' | null => {
  const segments: string[] = []
  try {
    for (const part of path.replace(/^\/|\/$/g, '').split('/')) segments.push(decodeURIComponent(part))
  } catch {
    return 'undecodable'
  }
  for (const entry of table) {
    const found = matchPath(entry, segments)
    if (found) return found
  }
  return null
}
