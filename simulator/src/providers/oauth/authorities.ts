/** The three providers' sides of OAuth over one world of people. */
import type { OAuthClient, Switches } from '../../options.ts'
import type { Identities } from '../../world/identities.ts'
import type { World } from '../../world/world.ts'
import type { Authority, SiteName } from './authority.ts'
import type { Grants } from './grants.ts'

const gameScopes = {
  'account:profile': 'See your account name and linked Twitch name',
  'account:characters': 'See your characters, their equipment and passive skills',
  'account:league_accounts': 'See your atlas passive skills',
  'account:leagues': 'See the leagues you can play in, private ones included',
  'account:stashes': 'See your personal stash tabs',
  'account:guild:stashes': 'See the guild stash tabs that you may view',
  'oauth:revoke': 'Withdraw its own access',
  'oauth:introspect': 'Check its own access',
}
const discordScopes = {
  identify: 'See your username and avatar',
  guilds: 'See which servers you are in',
  'guilds.members.read': 'See your nickname and roles in servers',
  'guilds.join': 'Put you into servers',
}
const twitchScopes = { 'user:read:email': 'See your email address', 'user:read:follows': 'See whom you follow' }

const linksOf = (prefix: string, authorize: string) => ({
  stylesheet: `${prefix}/style.css`,
  authorize: `${prefix}${authorize}`,
  sign_in: `${prefix}/sign-in`,
})

interface Parts {
  world: World
  identities: Identities
  clients: Readonly<Record<SiteName, readonly OAuthClient[]>>
  grants: Readonly<Record<SiteName, Grants>>
  switches: Switches
}

export const createAuthorities = ({ world, identities, clients, grants, switches }: Parts): Record<SiteName, Authority> => {
  const common = (site: SiteName, prefix: string) => ({ site, clients: clients[site], grants: grants[site], prefix })
  const players = world.accounts.map(({ uuid, name, team }) => ({ id: uuid, name, note: world.teams[team]?.name ?? '' }))
  const discord = identities.discord.map(({ id, username, account }) => ({ id, name: username, note: account.name }))
  const twitch = identities.twitch.map(({ id, login, account }) => ({ id, name: login, note: account.name }))
  const findIn = (people: typeof discord) => (wanted: string) =>
    people.find(({ id, name, note }) => [id, name, note].includes(wanted)) ?? null
  return {
    game: {
      ...common('game', '/ggg-web'),
      title: 'the simulated game',
      people: players,
      findPerson: (wanted) => players.find(({ id, name }) => id === wanted || name === wanted) ?? null,
      scope_words: gameScopes,
      is_scope_required: true,
      links: linksOf('/ggg-web', '/oauth/authorize'),
      keeps_first_expiry: true,
      rotates: () => true,
    },
    discord: {
      ...common('discord', '/discord'),
      title: 'the simulated Discord',
      people: discord,
      findPerson: findIn(discord),
      scope_words: discordScopes,
      is_scope_required: true,
      links: linksOf('/discord', '/oauth2/authorize'),
      keeps_first_expiry: false,
      rotates: () => true,
    },
    twitch: {
      ...common('twitch', '/twitch-id'),
      title: 'the simulated Twitch',
      people: twitch,
      findPerson: findIn(twitch),
      scope_words: twitchScopes,
      is_scope_required: false,
      links: linksOf('/twitch-id', '/oauth2/authorize'),
      keeps_first_expiry: false,
      rotates: () => switches.twitch_rotates,
    },
  }
}
