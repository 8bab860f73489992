import type { PresetParameters } from '@muster/contract/preset-parameters'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Cell } from '../../objectives/layout.ts'
import { aChild, anAwardInput } from '../testing/builders.ts'
import { bingoBoardScorer } from './bingo-board-scorer.ts'
import type { ChildProgress } from './method.ts'

type Times = readonly (number | null)[]

const award = (children: readonly ChildProgress[], parameters: PresetParameters = {}, points = [100, 50]) => {
  const { preset, ...input } = anAwardInput(points, { children })
  return bingoBoardScorer.award({ ...input, preset: { ...preset, parameters } })
}
/** Children in the order of a square, each with the times of all teams. */
const square = (...cells: readonly Times[]) => cells.map((times, at) => aChild(at + 2, times, 10))
const put = (row: number, column: number, times: Times): ChildProgress => ({ ...aChild(2, times), cell: { row, column } })
const told = (children: readonly ChildProgress[], parameters: PresetParameters = {}) =>
  award(children, parameters).scores.map((score) =>
    score ? `${score.points}p rank ${score.rank} ${score.number}${score.finished ? '!' : ''} at ${score.timestamp}` : 'none',
  )

/** A 2 x 2 board: any two cells are a line. */
const cases: readonly { rule: string; children: readonly ChildProgress[]; parameters?: PresetParameters; scores: string[] }[] = [
  {
    rule: 'teams are ranked by the time of the last cell of their first line',
    children: square([10, 5], [30, 40], [null, null], [null, null]),
    scores: ['100p rank 1 1! at 30', '50p rank 2 1! at 40'],
  },
  {
    rule: 'equal times share a place, and the next place follows directly',
    children: square([1, 1, 1], [9, 9, 9], [null, null, null], [null, null, null]),
    scores: ['100p rank 1 1! at 9', '100p rank 1 1! at 9', '100p rank 1 1! at 9'],
  },
  {
    rule: 'a team without a line has no points, and one without a finished cell no score',
    children: square([1, null], [null, null], [null, null], [null, null]),
    scores: ['0p rank 0 0 at null', 'none'],
  },
  {
    rule: 'with two lines required the second line decides, not the first',
    // Red's lines are complete at 10 and at 50, Blue's at 20 and 40.
    children: square([5, 15], [10, 20], [50, 40], [null, null]),
    parameters: { lines: 2 },
    scores: ['50p rank 2 2! at 50', '100p rank 1 2! at 40'],
  },
  {
    rule: 'a team with fewer lines shows how many stand',
    children: square([5], [10], [null], [null]),
    parameters: { lines: 2 },
    scores: ['0p rank 0 1 at 10'],
  },
  {
    rule: 'drawn lines count in place of the others',
    children: square([10], [20], [30], [40]),
    parameters: {
      drawn_lines: [
        [
          [0, 0],
          [1, 0],
          [0, 1],
        ],
      ],
    },
    scores: ['100p rank 1 1! at 30'],
  },
  {
    rule: 'a drawn line with a cell outside the board cannot be completed',
    children: square([10], [20], [30], [40]),
    parameters: {
      drawn_lines: [
        [
          [0, 0],
          [2, 0],
        ],
      ],
    },
    scores: ['0p rank 0 0 at null'],
  },
  {
    rule: 'children have their cells, and a line with an empty cell cannot be completed',
    children: [put(0, 0, [1]), put(0, 1, [2]), put(2, 2, [3])],
    scores: ['0p rank 0 0 at null'],
  },
  {
    rule: 'a board that is not a square has no diagonals',
    children: [put(0, 0, [1]), put(0, 1, [null]), put(0, 2, [null]), put(1, 0, [null]), put(1, 1, [2]), put(1, 2, [null])],
    scores: ['0p rank 0 0 at null'],
  },
  {
    rule: 'of two children in one cell the first has it, and children without a cell are beside the board',
    children: [put(0, 0, [10]), put(0, 1, [20]), put(0, 1, [1]), aChild(9, [2])],
    // The row, and the two columns of one cell.
    scores: ['100p rank 1 1! at 10'],
  },
  {
    rule: 'an unknown time comes last',
    children: [put(0, 0, [null, 5]), put(0, 1, [8, 8])].map((child, at) => ({
      ...child,
      completions: child.completions.map((one, team) => (at + team === 0 ? { ...one, finished: true } : one)),
    })),
    parameters: {
      drawn_lines: [
        [
          [0, 0],
          [1, 0],
        ],
      ],
    },
    scores: ['50p rank 2 1! at null', '100p rank 1 1! at 8'],
  },
]

test.each(cases)('BINGO_BOARD: $rule', ({ children, parameters, scores }) => {
  expect(told(children, parameters)).toEqual(scores)
})

test('BINGO_BOARD: children keep their points', () => {
  expect(award(square([1], [2], [3], [4])).adjustments).toEqual([])
})

test('BINGO_BOARD: it pays the next place while no child has closed', () => {
  const input = { preset: { points: [10, 5], point_cap: 0 }, points: 0, finished: false, finished_teams: 1 }
  const children = { finished_children: 1, open_children: 8, running_children: 0, lost_children: 0 }
  expect(bingoBoardScorer.potential({ ...input, leaf_children: 9 })).toBe(5)
  expect(bingoBoardScorer.reachable?.({ ...input, ...children })).toBe(5)
  expect(bingoBoardScorer.reachable?.({ ...input, ...children, lost_children: 1 })).toBe(0)
  expect(bingoBoardScorer.reachable?.({ ...input, ...children, finished: true })).toBe(0)
})

test('BINGO_BOARD: the receipt names the lines and when each was complete', () => {
  const at = (minute: number) => Date.UTC(2026, 11, 5, 10, minute)
  const children = [at(0), at(30), at(45), null].map((timestamp, index) => ({
    objective_id: index + 2,
    finished: timestamp !== null,
    timestamp,
  }))
  const score = { number: 1, required_number: 1, finished: true, finished_teams: 1, own_points: 100, rank: 1, children }
  const preset = { points: [100], point_cap: 0 }
  expect(bingoBoardScorer.explain({ ...score, preset })).toBe(
    '3 lines are complete: row 1 (2026-12-05 10:30 UTC), column 1 (2026-12-05 10:45 UTC), diagonal 2 (2026-12-05 10:45 UTC). 1st place, 100 points.',
  )
  const drawn = { ...preset, parameters: { lines: 2, drawn_lines: [[[1, 1]], [[0, 0]]] } } as const
  expect(bingoBoardScorer.explain({ ...score, preset: drawn, rank: 0, own_points: 0 })).toBe(
    '1 line is complete, and the place is for number 2: drawn line 2 (2026-12-05 10:00 UTC). 0 points.',
  )
})

/** The moment at which `lines` lines are full, by trying every moment on a grid of times. */
function findByTrying(grid: readonly Times[], drawn: readonly (readonly Cell[])[] | null, lines: number): number | null {
  const side = grid.length
  const all = grid.flatMap((row, at) => row.map((_, column): Cell => ({ row: at, column })))
  const groups = drawn ?? [
    ...grid.map((_, at) => all.filter(({ row }) => row === at)),
    ...grid.map((_, at) => all.filter(({ column }) => column === at)),
    all.filter(({ row, column }) => row === column),
    all.filter(({ row, column }) => row + column === side - 1),
  ]
  for (let now = 0; now <= 50; now++) {
    const isFull = (group: readonly Cell[]) => group.every(({ row, column }) => (grid[row]?.[column] ?? Infinity) <= now)
    if (groups.filter(isFull).length >= lines) return now
  }
  return null
}

describe('BINGO_BOARD against brute force', () => {
  const aTime = fc.option(fc.nat(50), { freq: 8 })
  const aBoard = fc.integer({ min: 3, max: 7 }).chain((side) =>
    fc.record({
      grid: fc.array(fc.array(aTime, { minLength: side, maxLength: side }), { minLength: side, maxLength: side }),
      drawn: fc.option(
        fc.array(fc.array(fc.record({ row: fc.nat(side - 1), column: fc.nat(side - 1) }), { minLength: 1, maxLength: side }), {
          minLength: 1,
          maxLength: 8,
        }),
      ),
      lines: fc.integer({ min: 1, max: 4 }),
      order: fc.nat(),
    }),
  )
  const toChildren = (grid: readonly Times[]) =>
    grid.flatMap((row, at) =>
      row.map((time, column) => ({ ...aChild(at * grid.length + column + 2, [time]), cell: { row: at, column } })),
    )

  test('the required line is complete at the same moment, from 3 x 3 to 7 x 7 and with drawn lines', () => {
    fc.assert(
      fc.property(aBoard, ({ grid, drawn, lines, order }) => {
        const children = toChildren(grid)
        // Children with cells may come in any order.
        const turned = [...children.slice(order % children.length), ...children.slice(0, order % children.length)]
        const parameters: PresetParameters = {
          lines,
          ...(drawn && { drawn_lines: drawn.map((line) => line.map(({ row, column }) => [column, row] as const)) }),
        }
        const [score] = award(turned, parameters).scores
        const expected = findByTrying(grid, drawn, lines)
        expect(score?.finished ? score.timestamp : null).toBe(expected)
        expect(score?.points ?? 0).toBe(expected === null ? 0 : 100)
      }),
      { numRuns: 2000 },
    )
  })

  test('without cells, the children of a full square are read row by row', () => {
    fc.assert(
      fc.property(aBoard, ({ grid, lines }) => {
        const placed = toChildren(grid)
        const unplaced = placed.map(({ cell: _, ...child }) => child)
        expect(award(unplaced, { lines })).toEqual(award(placed, { lines }))
      }),
      { numRuns: 300 },
    )
  })
})
