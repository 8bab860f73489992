import { trackingFindings } from '@muster/contract/tracking'
import { describe, expect, test } from 'vitest'
import { assessTracking, type TrackedPlayer, type TrackingScene } from './assess.ts'

const now = Date.UTC(2026, 0, 17)
const hour_ms = 3_600_000

const connection = {
  is_broken: false,
  is_renewal_lost: false,
  can_renew: true,
  ends_at: now + 700 * hour_ms,
  scopes: ['account:profile', 'account:characters', 'account:guild:stashes'],
}
const healthy: TrackedPlayer = {
  connection,
  character: { ascendancy: 'Necromancer', seen_at: now - 60_000 },
  poll: { failures_in_a_row: 0, is_missing: false },
  tabs: { listed: 2, hidden: 1, seen_at: now - 120_000 },
  guild: { visible: 3, failures_in_a_row: 0, checked_at: now - 180_000 },
  is_on_ladder: true,
}
const scene: TrackingScene = {
  now,
  reads_game: true,
  game_version: 'poe1',
  allowed_classes: ['Necromancer', 'Elementalist'],
  has_guild: true,
  is_fetched: { character: true, public_tabs: true, guild_tabs: true },
  is_away: { character: false, public_tabs: false, guild_tabs: false },
  has_ladder: true,
  misses_tree: false,
}

const broken = (change: Partial<NonNullable<TrackedPlayer['connection']>>) => ({
  ...healthy,
  connection: { ...connection, ...change },
})
const list = (player: TrackedPlayer, more: Partial<TrackingScene> = {}) =>
  assessTracking(player, { ...scene, ...more }).map(({ finding }) => finding)

const fine = 'fine'
const table: readonly [what: string, player: TrackedPlayer, more: Partial<TrackingScene>, expected: readonly string[]][] = [
  ['a player who is fully tracked', healthy, {}, [fine, fine, fine, fine, fine]],
  ['a server without a client of the game', { ...healthy, connection: null }, { reads_game: false }, ['not_set_up']],
  [
    'a game that does not respond',
    { ...healthy, poll: { failures_in_a_row: 4, is_missing: false } },
    { is_away: { character: true, public_tabs: true, guild_tabs: true } },
    [fine, 'game_away', 'game_away', 'game_away', fine],
  ],
  [
    'a game that does not respond and an expired connection',
    broken({ is_broken: true, ends_at: now - 1 }),
    { is_away: { character: true, public_tabs: false, guild_tabs: true } },
    ['consent_ended', 'consent_ended', fine, 'consent_ended', fine],
  ],
  [
    'a player without a game account',
    { ...healthy, connection: null, character: null },
    {},
    ['not_connected', 'not_connected', 'not_connected', 'not_connected', fine],
  ],
  [
    'a withdrawn permission, expired',
    broken({ is_broken: true, ends_at: now - 1 }),
    {},
    ['consent_ended', 'consent_ended', fine, 'consent_ended', fine],
  ],
  [
    'the last minute of a connection ends with it',
    broken({ can_renew: false, ends_at: now }),
    {},
    ['consent_ended', 'consent_ended', fine, 'consent_ended', fine],
  ],
  ['a renewal whose answer was lost', broken({ is_renewal_lost: true }), {}, ['renewal_lost', fine, fine, fine, fine]],
  [
    'a connection that ends within a day',
    broken({ can_renew: false, ends_at: now + 23 * hour_ms }),
    {},
    ['ends_soon', fine, fine, fine, fine],
  ],
  ['a connection that ends later', broken({ can_renew: false, ends_at: now + 25 * hour_ms }), {}, [fine, fine, fine, fine, fine]],
  [
    'a connection that can be renewed, even with an expired token',
    broken({ ends_at: now - hour_ms }),
    {},
    [fine, fine, fine, fine, fine],
  ],
  [
    'a permission without characters',
    broken({ scopes: ['account:guild:stashes'] }),
    {},
    [fine, 'characters_not_granted', fine, fine, fine],
  ],
  [
    'a permission without guild tabs',
    broken({ scopes: ['account:characters'] }),
    {},
    [fine, fine, fine, 'guild_not_granted', fine],
  ],
  [
    'jobs that do not run',
    healthy,
    { is_fetched: { character: false, public_tabs: false, guild_tabs: false } },
    [fine, 'not_fetched', 'not_fetched', 'not_fetched', fine],
  ],
  ['the first minutes', { ...healthy, poll: null, guild: null }, {}, [fine, 'not_looked_yet', fine, 'not_looked_yet', fine]],
  [
    'a game that does not answer',
    { ...healthy, poll: { failures_in_a_row: 3, is_missing: false } },
    {},
    [fine, 'no_answer', fine, fine, fine],
  ],
  [
    'a game with single failures',
    { ...healthy, poll: { failures_in_a_row: 2, is_missing: false } },
    {},
    [fine, fine, fine, fine, fine],
  ],
  [
    'a guild list that was never read',
    { ...healthy, guild: { visible: 0, failures_in_a_row: 3, checked_at: null } },
    {},
    [fine, fine, fine, 'no_answer', fine],
  ],
  [
    'a missing character',
    { ...healthy, poll: { failures_in_a_row: 1, is_missing: true } },
    {},
    [fine, 'character_gone', fine, fine, fine],
  ],
  ['no character in the league', { ...healthy, character: null }, {}, [fine, 'no_character', fine, fine, fine]],
  [
    'a class of another team',
    { ...healthy, character: { ascendancy: 'Slayer', seen_at: now } },
    {},
    [fine, 'wrong_class', fine, fine, fine],
  ],
  ['ascendancy points that count, without a tree', healthy, { misses_tree: true }, [fine, 'tree_missing', fine, fine, fine]],
  [
    'the same before the first labyrinth',
    { ...healthy, character: { ascendancy: 'Witch', seen_at: now } },
    { misses_tree: true },
    [fine, fine, fine, fine, fine],
  ],
  [
    'a class that may still ascend to one of the team',
    { ...healthy, character: { ascendancy: 'Witch', seen_at: now } },
    {},
    [fine, fine, fine, fine, fine],
  ],
  [
    'any class if the team allows all',
    { ...healthy, character: { ascendancy: 'Slayer', seen_at: now } },
    { allowed_classes: [] },
    [fine, fine, fine, fine, fine],
  ],
  ['no public tab', { ...healthy, tabs: { listed: 0, hidden: 0, seen_at: null } }, {}, [fine, fine, 'no_public_tab', fine, fine]],
  ['hidden tabs', { ...healthy, tabs: { listed: 0, hidden: 2, seen_at: now } }, {}, [fine, fine, 'tabs_hidden', fine, fine]],
  [
    'a rank without access to guild tabs',
    { ...healthy, guild: { visible: 0, failures_in_a_row: 0, checked_at: now } },
    {},
    [fine, fine, fine, 'no_guild_tab', fine],
  ],
  ['a team without a guild', { ...healthy, guild: null }, { has_guild: false }, [fine, fine, fine, fine, fine]],
  ['a character that the ladder hides', { ...healthy, is_on_ladder: false }, {}, [fine, fine, fine, fine, 'not_on_ladder']],
  ['a ladder without entries', { ...healthy, is_on_ladder: false }, { has_ladder: false }, [fine, fine, fine, fine, fine]],
]

describe('the state of tracking a player', () => {
  test.each(table)('%s', (_what, player, more, expected) => {
    expect(list(player, more)).toEqual(expected)
  })

  test('the second game has characters only: no tabs, and no data on its ladder that counts', () => {
    const hidden: TrackedPlayer = {
      ...healthy,
      character: { ascendancy: 'Warrior', seen_at: now },
      tabs: { listed: 0, hidden: 0, seen_at: null },
      guild: null,
      is_on_ladder: false,
    }
    const of = (more: Partial<TrackingScene>) =>
      assessTracking(hidden, { ...scene, game_version: 'poe2', ...more }).map(({ source, finding }) => [source, finding])
    const rest = [['ladder', fine]]
    expect(of({ allowed_classes: ['Titan'] })).toEqual([['connection', fine], ['character', fine], ...rest])
    expect(of({ allowed_classes: ['Slayer'] })).toEqual([['connection', fine], ['character', 'wrong_class'], ...rest])
    expect(of({ allowed_classes: [], misses_tree: true })).toEqual([['connection', fine], ['character', fine], ...rest])
  })

  test('the table covers every finding', () => {
    const reached = new Set(table.flatMap(([, , , expected]) => expected))
    expect([...trackingFindings].filter((finding) => !reached.has(finding))).toEqual([])
  })

  test('every problem has words and the time of the last success', () => {
    const [first, second] = assessTracking({ ...healthy, character: null }, scene)
    expect(first).toEqual({
      source: 'connection',
      finding: 'fine',
      state: 'fine',
      message: expect.any(String),
      advice: '',
      seen_at: null,
    })
    expect(second).toMatchObject({
      state: 'attention',
      message: expect.stringContaining('no character'),
      advice: expect.stringMatching(/\w/),
    })
    expect(assessTracking(healthy, scene)[2]?.seen_at).toBe(now - 120_000)
  })
})
