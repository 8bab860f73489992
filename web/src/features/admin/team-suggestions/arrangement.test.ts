import { describe, expect, test } from 'vitest'
import {
  addWindow,
  applyArrangement,
  type Arrangement,
  changeWindow,
  findStep,
  isSameArrangement,
  place,
  removeWindow,
  stepWindow,
} from './arrangement.ts'

const aWindow = (name: string) => ({ name, starts_at: null, ends_at: null })
const [morning, evening] = [aWindow('Morning'), aWindow('Evening')]
/** Written as "1 2 | 3 | 4": the windows in order, then any time. */
function read(text: string): Arrangement {
  const parts = text.split('|').map((part) => part.trim().split(/\s+/).filter(Boolean).map(Number))
  const windows = [morning, evening].slice(0, parts.length - 1)
  const entries = parts.flatMap((ids, index) =>
    ids.map((objective_id) => ({ objective_id, window: index < windows.length ? index : null })),
  )
  return { windows, entries }
}
const write = ({ windows, entries }: Arrangement) =>
  [...windows.keys(), null]
    .map((index) =>
      entries
        .filter(({ window }) => window === index)
        .map(({ objective_id }) => objective_id)
        .join(' '),
    )
    .join(' | ')
const start = '1 2 | 3 | 4 5'

describe('an objective', () => {
  test.each([
    ['before another one', place(5, morning, 2), '1 5 2 | 3 | 4'],
    ['last in a window', place(1, evening, null), '2 | 3 1 | 4 5'],
    ['for any time', place(3, null, 4), '1 2 |  | 3 4 5'],
    ['into the plan', place(9, morning, 1), '9 1 2 | 3 | 4 5'],
    ['last, when its next neighbour has moved', place(1, null, 3), '2 | 3 | 4 5 1'],
    ['nowhere, when the window was removed', place(1, aWindow('Night'), null), start],
    ['nowhere, when it is put before itself', place(1, morning, 1), start],
  ])('is put %s', (_, edit, result) => {
    expect(write(edit(read(start)))).toBe(result)
  })

  test.each([
    [1, 1, '2 1 | 3 | 4 5'],
    [2, 1, '1 | 2 3 | 4 5'],
    [3, 1, '1 2 |  | 3 4 5'],
    [3, -1, '1 2 3 |  | 4 5'],
    [4, -1, '1 2 | 3 4 | 5'],
    [1, -1, start],
    [5, 1, start],
    [9, 1, start],
  ] as const)('%i goes one step by %i', (id, by, result) => {
    const edit = findStep(read(start), id, by)
    expect(edit ? write(edit(read(start))) : start).toBe(result)
  })
})

test('a step skips hidden entries, which are done', () => {
  const shown = read('1 | 3 | 4 5')
  expect(write(findStep(shown, 3, -1)?.(read('1 2 | 3 | 4 5')) ?? read(''))).toBe('1 2 3 |  | 4 5')
  expect(write(findStep(read('1 3 |  |'), 1, 1)?.(read('1 2 3 |  |')) ?? read(''))).toBe('2 3 1 |  | ')
})

describe('a time window', () => {
  test('is added at the end, changed, and removed without its entries', () => {
    const added = addWindow(evening)(read('1 | 2'))
    expect([added.windows, write(added)]).toEqual([[morning, evening], '1 |  | 2'])
    expect(changeWindow(morning, aWindow('Dawn'))(read(start)).windows).toEqual([aWindow('Dawn'), evening])
    const removed = removeWindow(morning)(read(start))
    expect([removed.windows, write(removed)]).toEqual([[evening], '3 | 1 2 4 5'])
  })

  test('moves with all its entries', () => {
    const moved = stepWindow(morning, 1)(read(start))
    expect([moved.windows, write(moved)]).toEqual([[evening, morning], '3 | 1 2 | 4 5'])
    expect(stepWindow(evening, 1)(read(start))).toEqual(read(start))
  })

  test('that another lead has changed or removed stays unchanged', () => {
    const gone = aWindow('Night')
    for (const edit of [changeWindow(gone, morning), removeWindow(gone), stepWindow(gone, 1)])
      expect(edit(read(start))).toEqual(read(start))
  })
})

test('edits give the same result when they are repeated on another plan', () => {
  const theirs = removeWindow(morning)(read(start))
  expect(write(place(4, evening, 3)(theirs))).toBe('4 3 | 1 2 5')
})

test('arrangements are the same if windows and order are', () => {
  expect(isSameArrangement(read(start), read(start))).toBe(true)
  for (const edit of [place(2, morning, 1), addWindow(morning), changeWindow(morning, evening), place(1, evening, null)])
    expect(isSameArrangement(read(start), edit(read(start)))).toBe(false)
})

test('a plan keeps the details of its entries when it is rearranged', () => {
  const plan = { version: 3, windows: [], message: null, members: 8, entries: [{ objective_id: 1, extra: 'Tonight', seen: 4 }] }
  expect(applyArrangement(plan as never, read('2 1 |')).entries).toMatchObject([
    { objective_id: 2, extra: '', seen: 0, window: 0, position: 1 },
    { objective_id: 1, extra: 'Tonight', seen: 4, window: 0, position: 2 },
  ])
})
