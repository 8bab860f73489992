import type { GuildStashTabContent } from '@muster/contract/guild-stash'
import { describe, expect, test } from 'vitest'
import { arrangeTab, findNext, listParts } from './read-boards.ts'

const anItem = (more: Record<string, unknown> = {}) => ({
  id: 'a',
  w: 1,
  h: 1,
  x: 0,
  y: 0,
  typeLine: 'Chaos Orb',
  frameType: 5,
  ...more,
})
const aTab = (more: Partial<GuildStashTabContent> = {}): GuildStashTabContent => ({
  id: 'tab',
  name: 'Bank',
  type: 'PremiumStash',
  metadata: {},
  items: [],
  children: [],
  ...more,
})

describe('an even grid', () => {
  test('normal and premium tabs have 12 cells a side, quad tabs 24, with or without a layout of "true"', () => {
    const cellsOf = (type: string, layout?: unknown) =>
      arrangeTab(aTab({ type, metadata: layout === undefined ? {} : { layout } })).boards[0]?.cells
    expect(['NormalStash', 'PremiumStash', 'QuadStash'].map((type) => cellsOf(type))).toEqual([12, 12, 24])
    expect(cellsOf('QuadStash', true)).toBe(24)
    expect(cellsOf('TabOfTomorrow', true)).toBe(12)
  })

  test('items stay at their cells within the board, in reading order', () => {
    const items = [anItem({ id: 'b', x: 11, y: 6, w: 2, h: 3 }), anItem({ id: 'a', x: 3, y: 6 })]
    const [board] = arrangeTab(aTab({ items })).boards
    expect(board?.placed.map(({ item }) => item.key)).toEqual(['a', 'b'])
    expect(board?.placed[0]?.place).toEqual({ left: 25, top: 50, width: 100 / 12, height: 100 / 12 })
    expect(board?.placed[1]?.place.width).toBeCloseTo(100 / 12)
  })

  test('items without a position on the board are listed', () => {
    const { boards, unplaced } = arrangeTab(aTab({ items: [anItem({ x: 12 }), anItem({ id: 'b', x: undefined })] }))
    expect(boards[0]?.placed).toEqual([])
    expect(unplaced.map(({ key }) => key)).toEqual(['a', 'b'])
  })
})

describe('a layout of slots', () => {
  const layout = {
    0: { x: 30, y: 60, w: 1, h: 1, scale: 1 },
    1: { x: 300, y: 60, w: 2, h: 1, scale: 1.4 },
    2: { x: 0, y: 0, hidden: true },
  }

  test('a slot is a fourteenth of 600 units times its scale, and items are placed in the slot of their number', () => {
    const [board] = arrangeTab(aTab({ type: 'DelveStash', metadata: { layout }, items: [anItem({ x: 1 })] })).boards
    expect(board?.cells).toBeNull()
    expect(board?.placed[0]?.place.left).toBe(50)
    expect(board?.placed[0]?.place.width).toBeCloseTo((100 * 2 * 1.4) / 14)
    expect(board?.slots).toHaveLength(1)
  })

  test('hidden slots are skipped, and their items are listed', () => {
    const { boards, unplaced } = arrangeTab(aTab({ type: 'DelveStash', metadata: { layout }, items: [anItem({ x: 2 })] }))
    expect(boards[0]?.placed).toEqual([])
    expect(unplaced).toHaveLength(1)
  })

  test('sections are separate boards', () => {
    const sectioned = {
      sections: ['general', 'other'],
      layout: { 0: { x: 0, y: 0, section: 'general' }, 1: { x: 0, y: 0, section: 'other' } },
    }
    const items = [anItem({ x: 1 })]
    const { boards } = arrangeTab(aTab({ type: 'CurrencyStash', metadata: { layout: sectioned }, items }))
    expect(boards.map(({ section, placed }) => [section, placed.length])).toEqual([
      ['general', 0],
      ['other', 1],
    ])
  })

  test.each([undefined, false, 'grid', [], {}, { sections: ['a'] }, { layout: { a: 1 } }, { 0: { x: 'left' } }])(
    'an unknown layout is a list: %o',
    (strange) => {
      const { boards, unplaced } = arrangeTab(aTab({ type: 'LanternStash', metadata: { layout: strange }, items: [anItem()] }))
      expect([boards.length, unplaced.length]).toEqual([0, 1])
    },
  )
})

test('parts of a collection are named after their class or series, and the collection’s own items form a part, too', () => {
  const part = (name: string, more: Partial<GuildStashTabContent> = {}) => aTab({ id: name, name, type: 'UniqueStash', ...more })
  const tab = aTab({
    type: 'UniqueStash',
    name: 'Uniques',
    items: [anItem({ objectives: [5] })],
    children: [
      part('One Hand Axe'),
      part('UtilityFlask'),
      part('7', { metadata: { map: { name: 'Tier 11' } } }),
      part('8', { metadata: { map: { name: 'Tier 7' } } }),
    ],
  })
  const namesOf = (shown: GuildStashTabContent) => listParts(shown).map(({ name, count, scoring }) => [name, count, scoring])
  expect(namesOf({ ...tab, items: [] })).toEqual([
    ['Axe', 0, 0],
    ['Flasks', 0, 0],
    ['Tier 7', 0, 0],
    ['Tier 11', 0, 0],
  ])
  expect(namesOf(tab)).toEqual([['Uniques', 1, 1]])
})

test('arrow keys move to the nearest item in their direction, and stay if there is none', () => {
  const items = [
    anItem({ id: 'left', x: 0, y: 5 }),
    anItem({ id: 'middle', x: 5, y: 5, w: 2, h: 2 }),
    anItem({ id: 'aside', x: 7, y: 11 }),
    anItem({ id: 'right', x: 9, y: 5 }),
  ]
  const placed = arrangeTab(aTab({ items })).boards[0]?.placed ?? []
  const from = (key: string) => placed.find(({ item }) => item.key === key) as (typeof placed)[number]
  const next = (key: string, arrow: string) => findNext(placed, from(key), arrow)?.item.key
  expect(next('middle', 'ArrowRight')).toBe('right')
  expect(next('middle', 'ArrowLeft')).toBe('left')
  expect(next('middle', 'ArrowDown')).toBe('aside')
  expect(next('middle', 'ArrowUp')).toBe('right')
  expect(next('left', 'ArrowLeft')).toBeUndefined()
  expect(next('left', 'Enter')).toBeUndefined()
})
