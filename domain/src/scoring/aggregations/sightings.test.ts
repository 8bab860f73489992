import { expect, it } from 'vitest'
import type { Fact } from '../ledger.ts'
import { aFact, judgeAll, tally } from '../testing/builders.ts'
import { differenceBetween } from './difference-between.ts'
import { sumLatest } from './sum-latest.ts'

let sequence = 0
const shown = (user_id: number | null, number: number, source: string) => aFact({ sequence: ++sequence, user_id, number, source })
const reported = (user_id: number, number: number) => shown(user_id, number, `submission:${sequence}`)

const rows: readonly (readonly [string, number, readonly (readonly [Fact, string])[]])[] = [
  [
    'reports alone are added by player',
    9,
    [
      [reported(1, 4), 'counts'],
      [reported(2, 5), 'counts'],
    ],
  ],
  [
    'the newest running total of a player replaces the older one',
    6,
    [
      [reported(1, 4), 'superseded'],
      [reported(1, 6), 'counts'],
    ],
  ],
  [
    'a report of items that the game shows adds nothing',
    6,
    [
      [shown(1, 6, 'stash:a'), 'counts'],
      [reported(1, 4), 'seen_in_game'],
    ],
  ],
  [
    'of one player the larger number counts, of another the other way',
    11,
    [
      [shown(1, 6, 'stash:a'), 'counts'],
      [reported(1, 4), 'seen_in_game'],
      [shown(2, 1, 'stash:b'), 'reported_more'],
      [reported(2, 5), 'counts'],
    ],
  ],
  [
    'a report may be of an item in the tabs of the guild, so the larger sum counts',
    13,
    [
      [shown(1, 6, 'stash:a'), 'counts'],
      [shown(null, 7, 'stash:guild'), 'counts'],
      [reported(1, 4), 'seen_in_game'],
      [reported(2, 5), 'seen_in_game'],
    ],
  ],
  [
    'more reports than the game shows leave out the tabs of the guild',
    12,
    [
      [shown(null, 7, 'stash:guild'), 'reported_more'],
      [reported(1, 12), 'counts'],
    ],
  ],
  [
    'a judge’s addition is always added',
    9,
    [
      [shown(1, 6, 'stash:a'), 'counts'],
      [reported(1, 4), 'seen_in_game'],
      [shown(1, 3, 'correction:1'), 'counts'],
    ],
  ],
  [
    'numbers beyond the largest exact one stay there',
    Number.MAX_SAFE_INTEGER,
    [
      [reported(1, Number.MAX_SAFE_INTEGER), 'counts'],
      [reported(2, Number.MAX_SAFE_INTEGER), 'counts'],
    ],
  ],
]

it.each(rows)('a sum: %s', (_, number, facts) => {
  const given = facts.map(([fact]) => fact)
  expect(tally(sumLatest, {}, given)?.number).toBe(number)
  expect(tally(sumLatest, {}, given.toReversed())?.number).toBe(number)
  expect(judgeAll(sumLatest, {}, given)).toEqual(facts.map(([, verdict]) => verdict))
})

it('tracking that begins in mid-event counts nothing twice, and takes over once it shows more', () => {
  const steps = [reported(1, 3), shown(1, 2, 'stash:a'), shown(1, 3, 'stash:b'), reported(1, 4)]
  expect(steps.map((_, last) => tally(sumLatest, {}, steps.slice(0, last + 1))?.number)).toEqual([3, 3, 5, 5])
})

it('a gain follows the same rule', () => {
  const window = { valid_from: 100, valid_to: 200 }
  const at = (timestamp: number, fact: Fact) => ({ ...fact, timestamp })
  const facts = [
    at(50, shown(1, 5, 'stash:a')),
    at(150, shown(1, 8, 'stash:a')),
    at(160, reported(1, 2)),
    at(170, reported(2, 4)),
  ]
  expect(tally(differenceBetween, window, facts)?.number).toBe(7)
  expect(judgeAll(differenceBetween, window, facts)).toEqual(['baseline', 'counts', 'seen_in_game', 'counts'])
})
