import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  findDecision,
  findOpening,
  findOvertaken,
  findSignupsClosing,
  stepTracking,
  type TrackingTrouble,
  trackingPatience_ms,
} from './find-personal.ts'
import type { Standing } from './notice.ts'
import { linkPersonal, tellPersonal } from './personal-kinds.ts'

const minute = 60_000
const hour = 60 * minute
const names = ['Lanterns', 'Falcons', 'Owls', 'Foxes', 'Herons', 'Adders']

/** Standings by points, with shared ranks and no gaps, as the scoreboard has them. */
function stand(points: readonly number[]): Standing[] {
  const levels = [...new Set(points)].sort((a, b) => b - a)
  return points.map((own, team) => ({ team_id: team + 1, name: names[team] ?? '', rank: levels.indexOf(own) + 1, points: own }))
}

describe('overtaken', () => {
  test.each([
    ['a rival passes', [10, 5, 1], [10, 12, 1], [[1, 'Falcons passed Lanterns, which is now at rank 2']]],
    ['a rival that was level goes ahead', [5, 5], [5, 6], [[1, 'Falcons passed Lanterns, which is now at rank 2']]],
    [
      'only the rank changes, because two before it part',
      [9, 9, 1],
      [9, 8, 1],
      [[2, 'Lanterns passed Falcons, which is now at rank 2']],
    ],
    ['before points exist', [0, 0], [0, 1], []],
    ['nothing changes', [3, 2], [4, 2], []],
    [
      'several pass at once',
      [9, 4, 3, 2, 1],
      [9, 14, 13, 12, 10],
      [[1, 'Falcons, Owls, Foxes and 1 more passed Lanterns, which is now at rank 5']],
    ],
  ])('%s', (_, before, after, expected) => {
    const found = findOvertaken(stand(before), stand(after), 7, 0)
    expect(found.map(({ team_id, finding }) => [team_id, tellPersonal('overtaken', finding.values)])).toEqual(expected)
  })

  test('a team gets a notice exactly if a team that was not ahead of it is ahead now', () => {
    const points = fc.array(fc.nat(6), { minLength: 6, maxLength: 6 })
    fc.assert(
      fc.property(points, points, (before, after) => {
        const told = new Set(findOvertaken(stand(before), stand(after), 1, 0).map(({ team_id }) => team_id))
        const [old, now] = [stand(before), stand(after)]
        for (const [team, own] of now.entries()) {
          const lostRank = own.rank > (old[team]?.rank ?? 0)
          const isPassed = after.some((rival, place) => rival > own.points && (before[place] ?? 0) <= (before[team] ?? 0))
          expect(told.has(own.team_id)).toBe(before.some((one) => one > 0) && lostRank && isPassed)
        }
      }),
    )
  })
})

describe('an opening', () => {
  const starts = 100 * hour
  const ends = 200 * hour
  test.each([
    ['a daily in ten minutes', 150 * hour, 150 * hour - 10 * minute, 'New objectives open in 10 minutes'],
    ['too early', 150 * hour, 150 * hour - 10 * minute - 1, null],
    ['already open', 150 * hour, 150 * hour, null],
    ['none left', null, 150 * hour, null],
    ['the beginning of the event', starts, starts - 4 * minute, 'The event begins in 4 minutes'],
    ['the beginning, with objectives shown before', 150 * hour, starts - 4 * minute, 'The event begins in 4 minutes'],
    ['after the end', 201 * hour, 201 * hour - minute, null],
  ])('%s', (_, next_at, now, text) => {
    const found = findOpening(next_at, starts, ends, now)
    expect(found && tellPersonal('opening_soon', found.values)).toBe(text)
    if (found) expect(found.useful_until).toBeLessThanOrEqual(now + 10 * minute)
  })

  test('has the same key at every check', () => {
    const keys = [10, 7, 1].map((minutes) => findOpening(150 * hour, starts, ends, 150 * hour - minutes * minute)?.key)
    expect(new Set(keys).size).toBe(1)
  })
})

test('signups are announced within their last day, and are useful until they close', () => {
  const closes = 50 * hour
  expect(findSignupsClosing(0, closes, closes - 24 * hour - 1)).toBeNull()
  expect(findSignupsClosing(0, closes, closes - 24 * hour)?.useful_until).toBe(closes)
  expect(findSignupsClosing(0, closes, closes)).toBeNull()
  expect(findSignupsClosing(closes - hour, closes, closes - 2 * hour)).toBeNull()
})

describe('tracking', () => {
  const problem = { message: 'The connection has expired.', advice: 'Log in again.' }

  test('makes a notice once it lasts, and when it is solved; short trouble makes none', () => {
    const looks = fc.array(fc.record({ wait: fc.integer({ min: 1, max: 15 * minute }), broken: fc.boolean() }), { maxLength: 60 })
    fc.assert(
      fc.property(looks, (steps) => {
        let trouble: TrackingTrouble | null = null
        let [now, since, told] = [0, -1, false]
        const keys: string[] = []
        for (const { wait, broken } of steps) {
          now += wait
          const step = stepTracking(4, trouble, broken ? problem : null, now)
          trouble = step.trouble
          if (step.finding) keys.push(step.finding.key)
          // The rule again, as plain steps.
          if (broken && since < 0) since = now
          const isDue = broken && !told && now - since >= trackingPatience_ms
          const isSolved = !broken && told
          expect(step.finding?.values['case'] ?? null).toBe(isDue ? 'stopped' : isSolved ? 'solved' : null)
          if (isDue) told = true
          if (!broken) [since, told] = [-1, false]
        }
        expect(new Set(keys).size).toBe(keys.length)
      }),
    )
  })

  test('says why, and what to do', () => {
    const { trouble } = stepTracking(4, null, problem, 0)
    const { finding } = stepTracking(4, trouble, problem, trackingPatience_ms)
    expect(finding && tellPersonal('tracking', finding.values)).toBe(
      'Your points may be missed. The connection has expired. Log in again.',
    )
  })
})

test('a decision names its objective only if it may be seen', () => {
  const shown = findDecision(9, 'APPROVED', 'Headhunter', 0)
  expect(tellPersonal('report_decided', shown.values)).toBe('Your report was approved: Headhunter')
  const hidden = findDecision(9, 'REJECTED', null, 0)
  expect(tellPersonal('report_decided', hidden.values)).toContain('an objective that is not open')
  expect([shown.key, findDecision(10, 'REJECTED', null, 0).key]).toEqual(['report_decided:9', 'report_decided:10'])
})

test('values are inserted once: a name that looks like a placeholder stays as it is', () => {
  expect(tellPersonal('overtaken', { rivals: '{team}', team: '{rank}', rank: 2 })).toBe(
    '{team} passed {rank}, which is now at rank 2',
  )
})

test('links keep the event', () => {
  expect(linkPersonal('report_decided', 3)).toBe('/submissions?mine=true&event=3')
  expect(linkPersonal('tracking', 3)).toBe('/tracking?event=3')
})
