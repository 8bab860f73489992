import { expect, test } from 'vitest'
import { sumTotals } from './rollup.ts'
import { aScore } from './testing/builders.ts'
import { diffsFor, filterBoard, listToggled } from './visibility.ts'

const hides = (objective_id: number) => objective_id === 2
const open = aScore({ points: 4, finished: false, number: 4 })
const done = aScore({ points: 9, finished: true, number: 9 })
const change = (before: typeof open | null, after: typeof open | null, objective_id = 2) => [
  { objective_id, team_id: 1, before, after, sequence: 5 },
]

test.each([
  { who: 'the own team', audience: 1, points: 4 },
  { who: 'another team', audience: 2, points: null },
  { who: 'somebody without a team', audience: null, points: null },
])('a hidden unfinished score: $who sees $points', ({ audience, points }) => {
  const board = filterBoard(new Map([[2, new Map([[1, open]])]]), audience, hides)
  expect(board.get(2)?.get(1)?.points ?? null).toBe(points)
})

test('finished scores, and objectives that hide nothing, are for everybody', () => {
  const board = new Map([
    [2, new Map([[1, done]])],
    [3, new Map([[1, open]])],
  ])
  expect(filterBoard(board, null, hides)).toEqual(board)
})

test('V1: totals leave out what the viewer may not see', () => {
  const board = new Map([
    [2, new Map([[1, open]])],
    [3, new Map([[1, done]])],
  ])
  expect([1, 2, null].map((audience) => sumTotals(filterBoard(board, audience, hides)).get(1))).toEqual([13, 9, 9])
})

test('a hidden change is for the own team only', () => {
  expect(diffsFor(1, change(null, open), hides)).toMatchObject([{ diff_type: 'Added', sequence: 5 }])
  expect(diffsFor(2, change(null, open), hides)).toEqual([])
  expect(diffsFor(null, change(open, { ...open, number: 5 }), hides)).toEqual([])
})

test('a hidden score that gets finished is Added for others, and Changed for its team', () => {
  expect(diffsFor(1, change(open, done), hides)).toMatchObject([{ diff_type: 'Changed', score: { points: 9 } }])
  expect(diffsFor(null, change(open, done), hides)).toMatchObject([{ diff_type: 'Added', score: { points: 9 } }])
})

test('V2: a finished hidden score that is unfinished again is Removed for others, with what they last saw', () => {
  expect(diffsFor(2, change(done, open), hides)).toMatchObject([{ diff_type: 'Removed', score: { points: 9, finished: true } }])
  expect(diffsFor(1, change(done, open), hides)).toMatchObject([{ diff_type: 'Changed', score: { points: 4 } }])
})

test('an objective that hides nothing sends everything to everybody', () => {
  expect(diffsFor(null, change(open, null, 3), hides)).toMatchObject([{ diff_type: 'Removed' }])
})

test('scores that are not finished change eyes when their objective begins or ends to hide them', () => {
  const board = new Map([
    [
      2,
      new Map([
        [1, open],
        [3, done],
      ]),
    ],
    [4, new Map([[1, open]])],
  ])
  const nothing = () => false
  const toggled = [{ objective_id: 2, team_id: 1, before: open, after: open }]
  expect(listToggled(board, nothing, hides)).toEqual(toggled)
  expect(listToggled(board, hides, nothing)).toEqual(toggled)
  expect(listToggled(board, hides, hides)).toEqual([])
})
