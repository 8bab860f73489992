/** Scripts: faults and their times, as data. Hours count from the start of a script. */
import type { FaultMatch, FaultProvider, ImmediateEffect, RequestEffect } from '../faults/faults.ts'
import type { Switches } from '../options.ts'
import type { WorldEvent } from '../world/events.ts'

type EventOf<E> = E extends { account: string }
  ? Omit<E, 'account'> & { /** Number of the account in the world. */ player: number }
  : never

export type ScriptStep = { at_hours: number } & (
  | {
      fault: RequestEffect
      for_hours: number
      match?: FaultMatch
      count?: number
      parameters?: Readonly<Record<string, unknown>>
    }
  | { strike: ImmediateEffect; player?: number; provider?: FaultProvider; parameters?: Readonly<Record<string, unknown>> }
  | { event: EventOf<WorldEvent> }
  | { switches: Partial<Switches> }
)

export interface Script {
  summary: string
  steps: readonly ScriptStep[]
}

const minutes = (count: number) => count / 60

/** A few faults, for the shortest of events. Before them a quiet time, in which a late reader has no excuse. */
const roughMinutes: readonly ScriptStep[] = [
  { at_hours: minutes(10), fault: 'net.reset', for_hours: minutes(2), match: { provider: 'api', share: 0.3 } },
  { at_hours: minutes(11), fault: 'shape.garbage', for_hours: minutes(2), match: { provider: 'api', share: 0.3 } },
  { at_hours: minutes(14), fault: 'shape.unknown', for_hours: minutes(5) },
  { at_hours: minutes(16), strike: 'auth.expire_now' },
  { at_hours: minutes(18), fault: 'river.repeat', for_hours: minutes(3), match: { route: '/public-stash-tabs', nth: 2 } },
]

/** Players get far within minutes, so that every number of a player counts in a short event. */
const fastProgress: readonly ScriptStep[] = [0, 1, 2, 3].flatMap((player) => [
  { at_hours: minutes(1 + 4 * player), event: { kind: 'level', player, level: 90 + player } },
  { at_hours: minutes(2 + 4 * player), event: { kind: 'depth', player, depth: 90 + 15 * player } },
  { at_hours: minutes(3 + 4 * player), event: { kind: 'pantheon', player } },
])

/**
 * The API is closed. At first, calls that name a league answer that it does not exist; later, all calls answer with a page for
 * a while.
 */
const maintenance = (long: number): readonly ScriptStep[] => [
  { at_hours: 1.1, fault: 'api.maintenance', for_hours: minutes(long) },
  { at_hours: 1.1, fault: 'api.league_lost', for_hours: minutes(long / 4) },
  { at_hours: 1.1 + minutes(long / 2), fault: 'api.page', for_hours: minutes(long / 8), match: { provider: 'api' } },
]

/** Every family of faults once, a few minutes each, with quiet in between. */
const roughEvening: readonly ScriptStep[] = [
  { at_hours: 0.2, fault: 'net.reset', for_hours: minutes(10), match: { share: 0.1 } },
  { at_hours: 0.2, fault: 'net.truncate', for_hours: minutes(10), match: { share: 0.1 } },
  { at_hours: 0.4, fault: 'api.500', for_hours: minutes(5), match: { share: 0.3 } },
  { at_hours: 0.4, fault: 'api.502', for_hours: minutes(5), match: { share: 0.2 } },
  { at_hours: 0.5, fault: 'api.504', for_hours: minutes(3), match: { route: '/public-stash-tabs' } },
  { at_hours: 0.6, fault: 'shape.garbage', for_hours: minutes(5), match: { share: 0.3 } },
  { at_hours: 0.6, fault: 'shape.error_as_ok', for_hours: minutes(5), match: { share: 0.2 } },
  { at_hours: 0.7, fault: 'shape.nulls', for_hours: minutes(10) },
  { at_hours: 0.7, fault: 'shape.unknown', for_hours: minutes(10) },
  { at_hours: 0.7, fault: 'shape.flags_array', for_hours: minutes(10) },
  { at_hours: 0.9, fault: 'shape.mods_mixed', for_hours: minutes(10) },
  { at_hours: 0.9, fault: 'shape.missing', for_hours: minutes(5), match: { route: '/public-stash-tabs' } },
  { at_hours: 0.9, fault: 'shape.numbers_as_text', for_hours: minutes(10) },
  { at_hours: 0.9, fault: 'api.case', for_hours: minutes(10) },
  { at_hours: 1, fault: 'time.skew', for_hours: minutes(20), parameters: { minutes: -17 } },
  { at_hours: 1, strike: 'auth.expire_now' },
  { at_hours: 1.05, strike: 'auth.app_token_lost' },
  ...maintenance(40),
  { at_hours: 1.8, switches: { wire_version: '3.28' } },
  { at_hours: 1.9, fault: 'api.limits_change', for_hours: minutes(20) },
  { at_hours: 1.9, fault: 'river.empty', for_hours: minutes(6), match: { route: '/public-stash-tabs' } },
  { at_hours: 2, fault: 'river.repeat', for_hours: minutes(10), match: { route: '/public-stash-tabs', nth: 3 } },
  { at_hours: 2.1, switches: { wire_version: '3.29' } },
  { at_hours: 2.1, fault: 'stash.empty_glitch', for_hours: minutes(10), match: { route: '/guild/stash', share: 0.15 } },
  { at_hours: 2.2, fault: 'ladder.partial', for_hours: minutes(8) },
  { at_hours: 2.3, fault: 'ladder.hidden', for_hours: minutes(8) },
  { at_hours: 2.3, fault: 'river.lost', for_hours: minutes(3), match: { route: '/public-stash-tabs' } },
  { at_hours: 2.4, event: { kind: 'character_rename', player: 1, name: 'Ünbenannt_✦' } },
  { at_hours: 2.4, event: { kind: 'guild_tab_rename', player: 0, tab: 'Maps', name: 'أطلس ✦ Karten' } },
  { at_hours: 2.5, event: { kind: 'guild_rank', player: 4, rank: 'none' } },
  { at_hours: 2.5, event: { kind: 'account_rename', player: 2, name: 'Renamed#0042' } },
  { at_hours: 2.6, fault: 'api.429', for_hours: minutes(1), match: { route: '/character' }, count: 2 },
  { at_hours: 2.7, fault: 'net.latency', for_hours: minutes(2), match: { share: 0.2 }, parameters: { ms: 200 } },
  { at_hours: 2.9, fault: 'edge.botwall', for_hours: minutes(4), count: 1 },
]

/** The same for an evening of the second game, which has no stream and no guilds, and whose items come from characters. */
const roughSecondEvening: readonly ScriptStep[] = [
  { at_hours: 0.2, fault: 'net.reset', for_hours: minutes(10), match: { share: 0.1 } },
  { at_hours: 0.2, fault: 'net.truncate', for_hours: minutes(10), match: { share: 0.1 } },
  { at_hours: 0.4, fault: 'api.500', for_hours: minutes(5), match: { share: 0.3 } },
  { at_hours: 0.4, fault: 'api.502', for_hours: minutes(5), match: { share: 0.2 } },
  { at_hours: 0.5, fault: 'api.504', for_hours: minutes(3), match: { route: '/character/{realm}' } },
  { at_hours: 0.6, fault: 'shape.garbage', for_hours: minutes(5), match: { share: 0.3 } },
  { at_hours: 0.6, fault: 'shape.error_as_ok', for_hours: minutes(5), match: { share: 0.2 } },
  { at_hours: 0.7, fault: 'shape.nulls', for_hours: minutes(10) },
  { at_hours: 0.7, fault: 'shape.unknown', for_hours: minutes(10) },
  { at_hours: 0.7, fault: 'shape.flags_array', for_hours: minutes(10) },
  { at_hours: 0.9, fault: 'shape.mods_mixed', for_hours: minutes(10) },
  { at_hours: 0.9, fault: 'shape.missing', for_hours: minutes(5) },
  { at_hours: 0.9, fault: 'shape.numbers_as_text', for_hours: minutes(10) },
  { at_hours: 0.9, fault: 'api.case', for_hours: minutes(10) },
  { at_hours: 1, fault: 'time.skew', for_hours: minutes(20), parameters: { minutes: -17 } },
  { at_hours: 1, strike: 'auth.expire_now' },
  { at_hours: 1.05, strike: 'auth.app_token_lost' },
  ...maintenance(12),
  { at_hours: 1.3, switches: { wire_version: '3.28' } },
  { at_hours: 1.4, fault: 'api.limits_change', for_hours: minutes(20) },
  { at_hours: 1.5, strike: 'api.foreign_use', player: 3, parameters: { policy: 'character', realm: 'poe2', count: 20 } },
  { at_hours: 1.55, fault: 'char.stripped', for_hours: minutes(10), match: { share: 0.3 } },
  { at_hours: 1.6, switches: { wire_version: '3.29' } },
  { at_hours: 1.65, strike: 'auth.revoke_user', player: 4 },
  { at_hours: 1.7, fault: 'ladder.partial', for_hours: minutes(8) },
  { at_hours: 1.75, fault: 'ladder.shift', for_hours: minutes(8) },
  { at_hours: 1.8, fault: 'ladder.hidden', for_hours: minutes(8) },
  { at_hours: 1.85, fault: 'ladder.stale', for_hours: minutes(8) },
  { at_hours: 1.9, event: { kind: 'character_rename', player: 1, name: 'Ünbenannt_✦', realm: 'poe2' } },
  { at_hours: 2, event: { kind: 'account_rename', player: 2, name: 'Renamed#0042' } },
  { at_hours: 2.1, fault: 'api.429', for_hours: minutes(1), match: { route: '/character' }, count: 2 },
  { at_hours: 2.2, fault: 'net.latency', for_hours: minutes(2), match: { share: 0.2 }, parameters: { ms: 200 } },
  { at_hours: 2.4, fault: 'edge.botwall', for_hours: minutes(4), count: 1 },
]

/** Faults too long for an evening, and actions of players and other providers. */
const longFaults: readonly ScriptStep[] = [
  { at_hours: 0.1, fault: 'river.flood', for_hours: minutes(20), match: { route: '/public-stash-tabs' } },
  { at_hours: 4, fault: 'river.gap', for_hours: minutes(5), match: { route: '/public-stash-tabs' } },
  {
    at_hours: 4.5,
    fault: 'river.delay',
    for_hours: minutes(40),
    match: { route: '/public-stash-tabs' },
    parameters: { minutes: 25 },
  },
  { at_hours: 5.5, fault: 'stash.dupe_id', for_hours: minutes(10), match: { route: '/public-stash-tabs' } },
  { at_hours: 6, fault: 'ladder.shift', for_hours: minutes(10) },
  { at_hours: 6.5, fault: 'ladder.stale', for_hours: minutes(20) },
  { at_hours: 7, fault: 'net.hang', for_hours: minutes(5), match: { route: '/character' }, count: 1 },
  { at_hours: 7.2, strike: 'api.foreign_use', player: 6, parameters: { policy: 'character', count: 20 } },
  { at_hours: 7.2, strike: 'api.foreign_use', player: 7, parameters: { policy: 'guild_stash', count: 20 } },
  // the answers to two renewals are lost
  { at_hours: 7.5, fault: 'net.reset', for_hours: minutes(10), match: { provider: 'web', route: '/oauth/token' }, count: 2 },
  { at_hours: 7.5, strike: 'auth.expire_now' },
  { at_hours: 8, strike: 'auth.revoke_user', player: 9 },
  // a player who connects again now withholds the tabs of the guild
  { at_hours: 8, switches: { withheld_scopes: ['account:guild:stashes'] } },
  { at_hours: 8.7, switches: { withheld_scopes: [] } },
  { at_hours: 9.5, fault: 'shape.raw_nul', for_hours: minutes(3), match: { provider: 'api', share: 0.3 } },
  { at_hours: 9.7, fault: 'river.bad_next', for_hours: minutes(3), match: { route: '/public-stash-tabs' } },
  { at_hours: 10, fault: 'shape.unstorable', for_hours: minutes(10), parameters: { fields: 'stash' } },
  { at_hours: 11, fault: 'char.stripped', for_hours: minutes(10), match: { share: 0.3 } },
  { at_hours: 12, fault: 'api.429', for_hours: minutes(2), match: { provider: 'twitch' }, count: 2 },
  { at_hours: 12.2, fault: 'api.500', for_hours: minutes(10), match: { provider: 'twitch' } },
  { at_hours: 12.5, strike: 'auth.app_token_lost', provider: 'twitch' },
  { at_hours: 12.6, fault: 'api.500', for_hours: minutes(10), match: { provider: 'discord' } },
  { at_hours: 13, fault: 'build.refused', for_hours: minutes(10), match: { provider: 'calculator', share: 0.3 } },
  { at_hours: 13.2, fault: 'net.reset', for_hours: minutes(10), match: { provider: 'calculator', share: 0.3 } },
  { at_hours: 13.4, fault: 'net.hang', for_hours: minutes(5), match: { provider: 'calculator' }, count: 1 },
]

/** The same at the times of an event of three days, with an outage of hours. */
const roughWeekend: readonly ScriptStep[] = [
  ...roughEvening.map((step) => ({ ...step, at_hours: step.at_hours + 1 })),
  ...longFaults,
  { at_hours: 9, fault: 'api.503', for_hours: 2 },
  { at_hours: 20, fault: 'edge.1015', for_hours: minutes(20), count: 1 },
  { at_hours: 26, strike: 'auth.expire_now' },
  { at_hours: 30, fault: 'api.500', for_hours: 12, match: { share: 0.01 } },
  { at_hours: 30, fault: 'net.reset', for_hours: 12, match: { share: 0.01 } },
  { at_hours: 48, fault: 'api.maintenance', for_hours: 1 },
  { at_hours: 49, switches: { wire_version: '3.28' } },
  { at_hours: 60, switches: { wire_version: '3.29' } },
]

export const scripts = {
  'rough-evening': { summary: 'every family of faults, a few minutes each', steps: roughEvening },
  'rough-second-evening': { summary: 'the same for an evening of the second game', steps: roughSecondEvening },
  'rough-weekend': { summary: 'the faults of rough-evening, and an outage of hours', steps: roughWeekend },
  'rough-minutes': { summary: 'a few faults after ten quiet minutes', steps: roughMinutes },
  'fast-progress': { summary: 'high levels and depths in a few minutes', steps: fastProgress },
  'long-faults': { summary: 'long faults, and actions of players and other providers', steps: longFaults },
  'patch-night': {
    summary: 'maintenance, then items in the form of another version under other limits',
    steps: [
      { at_hours: 0, fault: 'api.maintenance', for_hours: 0.5 },
      { at_hours: 0.5, switches: { wire_version: '3.28' } },
      { at_hours: 0.5, fault: 'api.limits_change', for_hours: 24 },
    ],
  },
  'token-week': {
    summary: 'all access tokens end, and one player withdraws consent',
    steps: [
      { at_hours: 0, strike: 'auth.expire_now' },
      { at_hours: 0.1, strike: 'auth.app_token_lost' },
      { at_hours: 0.5, strike: 'auth.revoke_user', player: 3 },
    ],
  },
  'cdn-block': {
    summary: "the network's edge refuses our address for twenty minutes",
    steps: [{ at_hours: 0, fault: 'edge.1015', for_hours: minutes(20) }],
  },
} as const satisfies Record<string, Script>
export type ScriptName = keyof typeof scripts
export const scriptNames = Object.keys(scripts) as [ScriptName, ...ScriptName[]]
