import { expect, test } from 'vitest'
import { aScore } from './testing/builders.ts'
import { isVisible, listToggled } from './visibility.ts'

const hides = (objective_id: number) => objective_id === 2
const open = aScore({ points: 4, finished: false, number: 4 })
const done = aScore({ points: 9, finished: true, number: 9 })

test.each([
  { who: 'the same team', audience: 1, sees: true },
  { who: 'another team', audience: 2, sees: false },
  { who: 'a viewer without a team', audience: null, sees: false },
])('a hidden unfinished score is visible to its own team only: $who', ({ audience, sees }) => {
  expect(isVisible(audience, 1, open, true)).toBe(sees)
})

test('finished scores, and objectives that hide nothing, are visible to everyone', () => {
  expect([1, 2, null].map((audience) => [isVisible(audience, 1, done, true), isVisible(audience, 1, open, false)])).toEqual([
    [true, true],
    [true, true],
    [true, true],
  ])
})

test('unfinished scores change their visibility when an edit starts or stops hiding them', () => {
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
