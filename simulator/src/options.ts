import type { Pace } from './world/accounts.ts'
import type { GuildPlanName } from './world/guild-plans.ts'
import type { SecondGameOptions } from './world/world.ts'
import { type WireVersion, wireVersions } from './views/item-view.ts'

export const wireVersionOf = (text: string): WireVersion | null => wireVersions.find((version) => version === text) ?? null

export interface OAuthClient {
  id: string
  secret: string | null
  kind: 'confidential' | 'public'
  name: string
  owner: { username: string; sub: string }
  /** Exact matches; `*` stands for any path on a loopback address if `allow_loopback` is set. */
  redirect_uris: readonly string[]
  allow_loopback: boolean
  scopes: readonly string[]
  service_scopes: readonly string[]
  access_ttl_seconds: number
  refresh_ttl_seconds: number
  /** Lifetime of the application's own token, if the provider limits it. */
  application_ttl_seconds: number
}

export const accountScopes = [
  'account:profile',
  'account:characters',
  'account:league_accounts',
  'account:leagues',
  'account:stashes',
  'account:guild:stashes',
] as const
export const serviceScopes = ['service:leagues', 'service:leagues:ladder', 'service:psapi'] as const
export const housekeepingScopes = ['oauth:revoke', 'oauth:introspect'] as const

const DAY_SECONDS = 24 * 60 * 60

export const createConfidentialClient = (id: string, secret: string, redirectUris: readonly string[] = []): OAuthClient => ({
  id,
  secret,
  kind: 'confidential',
  name: 'Muster (local)',
  owner: { username: 'MusterOwner#0001', sub: '00000000-0000-4000-8000-000000000001' },
  redirect_uris: redirectUris,
  allow_loopback: true,
  scopes: [...accountScopes, ...housekeepingScopes],
  service_scopes: [...serviceScopes, ...housekeepingScopes],
  access_ttl_seconds: 28 * DAY_SECONDS,
  refresh_ttl_seconds: 90 * DAY_SECONDS,
  application_ttl_seconds: 60 * DAY_SECONDS,
})

export const discordScopes = ['identify', 'guilds', 'guilds.members.read', 'guilds.join'] as const

/** Discord documents how long a token lives, but not whether a consent expires; as far as is known, it does not. */
export const createDiscordClient = (id: string, secret: string, redirectUris: readonly string[] = []): OAuthClient => ({
  ...createConfidentialClient(id, secret, redirectUris),
  scopes: discordScopes,
  service_scopes: [],
  access_ttl_seconds: 7 * DAY_SECONDS,
  refresh_ttl_seconds: 365 * DAY_SECONDS,
})

export const createTwitchClient = (id: string, secret: string, redirectUris: readonly string[] = []): OAuthClient => ({
  ...createConfidentialClient(id, secret, redirectUris),
  scopes: ['user:read:email', 'user:read:follows'],
  service_scopes: [],
  access_ttl_seconds: 14_124,
  refresh_ttl_seconds: 365 * DAY_SECONDS,
  application_ttl_seconds: 5_011_271,
})

/** Options for unconfirmed behaviour of the providers, and for tests. All can be changed at run time. */
export interface Switches {
  wire_version: WireVersion
  limits_enabled: boolean
  limits_clock: 'virtual' | 'real'
  limits_buckets: boolean
  restriction_extends: boolean
  enforce_user_agent: 'off' | 'warn' | 'on'
  allow_login_hint: boolean
  require_pkce: boolean
  /** Requested scopes that players refuse. */
  withheld_scopes: readonly string[]
  bot_wall: boolean
  revoke_family_on_reuse: boolean
  /** Whether a Twitch refresh token works only once; real ones can usually be reused. */
  twitch_rotates: boolean
  missing_resource: '404' | 'null'
  /** Answer of the guild stash for a player without a guild. */
  guild_missing: '404' | '403' | 'empty'
  /** Whether the second game shows carried items, as it did until 0.3. */
  second_inventory: boolean
  page_tabs: number
  page_items: number
  /** Pause between the headers of a stream page and its body, to test clients that prefetch. */
  stream_body_pause_ms: number
  image_base: string
  /** Whether answers are compressed. Off for tests with so many requests that compression would be half of the work. */
  compresses: boolean
}

export const defaultSwitches: Switches = {
  wire_version: '3.29',
  limits_enabled: true,
  limits_clock: 'virtual',
  limits_buckets: true,
  restriction_extends: false,
  enforce_user_agent: 'on',
  allow_login_hint: true,
  require_pkce: false,
  withheld_scopes: [],
  bot_wall: false,
  revoke_family_on_reuse: false,
  twitch_rotates: false,
  missing_resource: '404',
  guild_missing: '404',
  second_inventory: false,
  page_tabs: 60,
  page_items: 1000,
  stream_body_pause_ms: 0,
  image_base: 'https://web.poecdn.com',
  compresses: true,
}

export interface Preset {
  /** Seed of another world with the same people: the same accounts, with other characters and results. */
  people_seed?: number
  teams: number
  players_per_team: number
  league: string
  drop_boost: number
  items_per_hour: number
  noise_items_per_second: number
  /** Initial hours without noise, for a history that is simulated quickly. */
  quiet_hours?: number
  retained_hours: number
  /** Hours of play per day; default: eager. */
  pace?: Pace
  /** Tabs of each guild; default: few. */
  guild_tabs?: GuildPlanName
  /** Players of the second game. If omitted, that game exists without players. */
  second_game?: SecondGameOptions
  /** Delay before players start, so that they can sign up first; default: none. */
  opens_after_minutes?: number
  /** Time after which all players stop; default: never. */
  league_hours?: number
}

const demo = {
  teams: 4,
  players_per_team: 12,
  league: 'Winter Muster (PL48213)',
  drop_boost: 1,
  items_per_hour: 24,
  noise_items_per_second: 5,
  retained_hours: 48,
  guild_tabs: 'every_type',
} as const satisfies Preset

export const presets = {
  demo,
  /** The same players, who also play the second game, in a different league. */
  demo_both: { ...demo, second_game: { league: 'Ember Muster (PL57120)', players: 1 } },
  /** Few players and no noise, for tests that check every line. */
  tiny: {
    teams: 2,
    players_per_team: 2,
    league: 'Winter Muster (PL48213)',
    drop_boost: 2,
    items_per_hour: 40,
    noise_items_per_second: 0,
    retained_hours: 72,
  },
  /** The same players, who play both games, in leagues of the same name. */
  tiny_both: {
    teams: 2,
    players_per_team: 2,
    league: 'Winter Muster (PL48213)',
    drop_boost: 2,
    items_per_hour: 40,
    noise_items_per_second: 0,
    retained_hours: 72,
    second_game: { league: 'Winter Muster (PL48213)', players: 1 },
  },
  /** For a rehearsal of one minute. */
  evening: {
    teams: 2,
    players_per_team: 5,
    league: 'Autumn Evening (PL30211)',
    drop_boost: 3,
    items_per_hour: 60,
    noise_items_per_second: 2,
    retained_hours: 8,
    league_hours: 2.5,
  },
  /** An evening in the second game. The players also play the first game, in a league of the same name. */
  poe2_evening: {
    teams: 2,
    players_per_team: 5,
    league: 'Autumn Evening (PL30211)',
    drop_boost: 3,
    items_per_hour: 60,
    noise_items_per_second: 2,
    retained_hours: 8,
    league_hours: 2.5,
    second_game: { league: 'Autumn Evening (PL30211)', players: 1 },
  },
  /** A complete event of typical size. */
  weekend: {
    teams: 8,
    players_per_team: 15,
    league: 'Long Weekend (PL61807)',
    drop_boost: 1,
    items_per_hour: 24,
    noise_items_per_second: 5,
    retained_hours: 12,
    league_hours: 71.5,
  },
  /** An event of ten times the typical size. */
  marathon: {
    teams: 10,
    players_per_team: 100,
    league: 'Long March (PL72510)',
    pace: 'mixed',
    drop_boost: 1,
    items_per_hour: 24,
    noise_items_per_second: 5,
    retained_hours: 12,
  },
} as const satisfies Record<string, Preset>
export type PresetName = keyof typeof presets

export interface SimulatorOptions {
  seed?: number
  preset?: PresetName | Preset
  /** Virtual start of the world, milliseconds since 1970. */
  start_ms?: number
  mode?: 'live' | 'stepped'
  speed?: number
  port?: number
  /** State file; without it nothing survives a restart. */
  state_file?: string
  clients?: readonly OAuthClient[]
  discord_clients?: readonly OAuthClient[]
  twitch_clients?: readonly OAuthClient[]
  switches?: Partial<Switches>
  /** Makes icons link to pictures drawn by the simulator instead of the game's image host. */
  draw_images?: boolean
  journal_kept?: number
  /** Delay between a change of a tab and its appearance in the public stream; default: five minutes. */
  stream_delay_ms?: number
}

/** Default start of a world: a fixed time, so that the same seed gives the same bytes. */
export const DEFAULT_START_MS = Date.UTC(2026, 10, 6, 20)
export const DEFAULT_CLIENT_ID = 'muster-local'
/** Not a real secret: the simulator listens on loopback and holds no personal data. */
export const DEFAULT_CLIENT_SECRET = 'local-simulator-secret'
/** An application has a different id and secret at each provider, as in reality. */
export const DEFAULT_DISCORD_CLIENT = { id: '700000000000000001', secret: 'local-discord-secret' } as const
export const DEFAULT_TWITCH_CLIENT = { id: 'musterlocaltwitchclient0000001', secret: 'local-twitch-secret' } as const
