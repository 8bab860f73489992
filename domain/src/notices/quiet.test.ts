import { noticeKinds, routeReaders } from '@muster/contract/notices'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Notice, Standing } from './notice.ts'
import { noticeKindRows } from './notice-kinds.ts'
import { isQuiet, mayPost, mergeRanks, minuteOfDay, type QuietRules, tells } from './quiet.ts'

const minute = 60_000
const rules: QuietRules = { digest_minutes: 5, most_per_hour: 3, quiet_from: null, quiet_to: null, time_zone: 'UTC' }
const at = (text: string) => Date.parse(text)

describe('when a route may post', () => {
  test('the interval counts from the last post', () => {
    expect(mayPost(rules, [], 0)).toBe(true)
    expect(mayPost(rules, [0], 5 * minute - 1)).toBe(false)
    expect(mayPost(rules, [0], 5 * minute)).toBe(true)
  })

  test('a burst never makes more posts than set in any 60 minutes, nor closer than the interval', () => {
    const steps = fc.array(fc.integer({ min: 0, max: 8 * minute }), { maxLength: 200 })
    const settings = fc.record({
      digest_minutes: fc.integer({ min: 0, max: 20 }),
      most_per_hour: fc.integer({ min: 1, max: 12 }),
    })
    fc.assert(
      fc.property(steps, settings, (waits, own) => {
        const posted: number[] = []
        let now = 0
        for (const wait of waits) {
          now += wait
          if (mayPost({ ...rules, ...own }, posted, now)) posted.push(now)
        }
        for (const [index, time] of posted.entries()) {
          const next = posted[index + own.most_per_hour]
          if (next !== undefined) expect(next - time).toBeGreaterThanOrEqual(60 * minute)
          const after = posted[index + 1]
          if (after !== undefined) expect(after - time).toBeGreaterThanOrEqual(own.digest_minutes * minute)
        }
      }),
    )
  })

  test.each([
    ['22:59', false],
    ['23:00', true],
    ['03:00', true],
    ['06:59', true],
    ['07:00', false],
  ])('quiet hours span midnight in their zone: %s', (time, expected) => {
    const berlin = { ...rules, quiet_from: 23 * 60, quiet_to: 7 * 60, time_zone: 'Europe/Berlin' }
    expect(isQuiet(berlin, at(`2026-01-16T${time}:00+01:00`))).toBe(expected)
    expect(isQuiet(berlin, at(`2026-07-16T${time}:00+02:00`))).toBe(expected)
  })

  test('quiet hours within a day, and none', () => {
    const noon = { ...rules, quiet_from: 12 * 60, quiet_to: 13 * 60 }
    expect(isQuiet(noon, at('2026-01-16T12:30:00Z'))).toBe(true)
    expect(isQuiet(noon, at('2026-01-16T13:00:00Z'))).toBe(false)
    expect(isQuiet({ ...rules, quiet_from: 60, quiet_to: 60 }, at('2026-01-16T01:00:00Z'))).toBe(false)
    expect(minuteOfDay(at('2026-01-16T00:05:00Z'), 'UTC')).toBe(5)
  })
})

const notice = (kind: Notice['kind'], more: Partial<Notice> = {}): Notice => ({
  kind,
  key: kind,
  at: 0,
  team_id: null,
  objective_id: null,
  values: noticeKindRows[kind].sample,
  ...more,
})

describe('the notices that a route posts', () => {
  test('depend on its readers first, then on its kinds', () => {
    for (const readers of routeReaders)
      for (const kind of noticeKinds) {
        const route = { readers, team_id: readers === 'team' ? 5 : null, kinds: noticeKinds, minimum_points: 1 }
        const isFor = (noticeKindRows[kind].readers as readonly string[]).includes(readers)
        expect([kind, readers, tells(route, notice(kind, { team_id: 5 }))]).toEqual([kind, readers, isFor])
      }
  })
  test('a team gets notices of its own players alone, the public gets announcements for everyone', () => {
    const team = { readers: 'team', team_id: 5, kinds: noticeKinds, minimum_points: 1 } as const
    expect(tells(team, notice('tracking_trouble', { team_id: 6 }))).toBe(false)
    const open = { readers: 'public', team_id: null, kinds: noticeKinds, minimum_points: 1 } as const
    expect(tells(open, notice('announcement', { audience: 'everybody' }))).toBe(true)
    expect(tells(open, notice('announcement', { audience: 'players' }))).toBe(false)
    expect(tells(team, notice('announcement', { audience: 'leads' }))).toBe(true)
  })
  test('include points from its limit up, and no kind that is off', () => {
    const open = { readers: 'public', team_id: null, kinds: ['big_score'], minimum_points: 60 } as const
    expect(tells(open, notice('big_score', { values: { points: 60 } }))).toBe(true)
    expect(tells(open, notice('big_score', { values: { points: 59 } }))).toBe(false)
    expect(tells(open, notice('release'))).toBe(false)
  })
})

describe('changes of rank between two posts', () => {
  const state = (...ids: number[]): Standing[] =>
    ids.map((team_id, index) => ({ team_id, name: `Team ${team_id}`, rank: index + 1, points: 100 - index }))
  const moving = (key: string, before: Standing[], after: Standing[]) => notice('rank_change', { key, ranks: { before, after } })

  test('are one line from the first state to the last', () => {
    const merged = mergeRanks([
      moving('a', state(1, 2, 3), state(2, 1, 3)),
      notice('release'),
      moving('b', state(2, 1, 3), state(2, 3, 1)),
    ])
    expect(merged.map(({ kind, values }) => [kind, values['moves']])).toEqual([
      ['release', undefined],
      ['rank_change', 'Team 2 2 to 1, Team 3 3 to 2, Team 1 1 to 3'],
    ])
  })
  test('are nothing if they cancel out', () => {
    expect(mergeRanks([moving('a', state(1, 2), state(2, 1)), moving('b', state(2, 1), state(1, 2))])).toEqual([])
  })
})
