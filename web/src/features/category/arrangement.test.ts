import { describe, expect, test } from 'vitest'
import { buildScoreTree } from '../../api/scores/score-tree.ts'
import { aCategory, aLockedObjective, anObjective, aTree } from '../../test-event.tsx'
import { arrangementOf, splitBranch } from './arrangement.ts'

const aBranch = (id: number, children: readonly ReturnType<typeof anObjective>[], more = {}) =>
  aCategory({ id, children, ...more })
const anItem = (id: number, required_number = 1) => anObjective({ id, required_number })
const preset = { id: 1, name: '', description: '', points: [1], point_cap: 0, scoring_method: 'PRESENCE', type: 'OBJECTIVE' }

const lines = { ...preset, id: 2, scoring_method: 'BINGO_BOARD', type: 'CATEGORY' }

function split(view: Parameters<typeof arrangementOf>[0], branch: ReturnType<typeof anObjective>) {
  const root = { ...aTree(), children: [branch] }
  const { categories, locked } = buildScoreTree({ objective: root }, [preset, lines] as never)
  const [node] = categories
  if (!node) throw new Error('the branch is missing')
  const parts = splitBranch(node, locked, arrangementOf(view))
  const idsOf = (nodes: typeof parts.cards) => nodes.map(({ item }) => item.id)
  return {
    cards: idsOf(parts.cards),
    sets: idsOf(parts.sets),
    rows: idsOf(parts.rows),
    boards: idsOf(parts.boards),
    locked: parts.locked.length,
  }
}

describe('a branch becomes', () => {
  test('cards in a view of cards, for any children', () => {
    expect(split('races', aBranch(5, [anItem(6), anItem(7, 40), aBranch(8, [anItem(9)])]))).toMatchObject({
      cards: [6, 7, 8],
      sets: [],
      rows: [],
    })
  })

  test('in other views, sets for its categories and rows for other children', () => {
    expect(split('uniques', aBranch(5, [aBranch(6, [anItem(7)]), anItem(8)]))).toMatchObject({ sets: [6], rows: [8] })
  })

  test('a card for a goal to work towards', () => {
    expect(split(null, aBranch(5, [anItem(6, 25)]))).toMatchObject({ cards: [6], rows: [] })
  })

  test('sets at any depth, and a card for a category of sets that pays itself', () => {
    const deep = aBranch(6, [aBranch(7, [anItem(8)]), aBranch(9, [aBranch(10, [anItem(11)])])])
    expect(split('gems', aBranch(5, [deep]))).toMatchObject({ sets: [7, 10], cards: [] })
    expect(split('gems', aBranch(5, [{ ...deep, scoring_preset_id: 1 as never }]))).toMatchObject({ sets: [7, 10], cards: [6] })
  })

  test('one set for a category with items and categories of variants', () => {
    expect(split('uniques', aBranch(5, [aBranch(6, [anItem(7), aBranch(8, [anItem(9)])])]))).toMatchObject({ sets: [6] })
  })

  test('a board if lines score it, unless its organiser chose another view', () => {
    const board = { scoring_preset_id: 1 as never, further_preset_ids: [2] as never }
    expect(split(null, aBranch(5, [anItem(6)], board))).toMatchObject({ boards: [5], rows: [] })
    expect(split(null, aBranch(5, [anItem(6)], { ...board, extra: '{"layout":{"view":"list"}}' }))).toMatchObject({
      boards: [],
      rows: [6],
    })
  })

  test('a page of one card for an objective directly below the root', () => {
    expect(split(null, anItem(5))).toMatchObject({ cards: [5] })
  })

  test('a page lists objectives that open later, by time', () => {
    expect(split('dailies', aBranch(5, [aLockedObjective(5, 3), aLockedObjective(5, 1)])).locked).toBe(2)
  })
})
