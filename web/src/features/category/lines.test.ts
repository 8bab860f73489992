import { describe, expect, test } from 'vitest'
import type { ObjectiveNode } from '../../api/scores/score-tree.ts'
import type { BranchParts } from './arrangement.ts'
import { listGroups, listLines, matchesSearch } from './lines.ts'

const aNode = (id: number, name: string, children: ObjectiveNode[] = []) =>
  ({ item: { id, name, base_type: '', note: '' }, children }) as unknown as ObjectiveNode
const rings = aNode(1, 'Rings', [aNode(2, 'Blackheart'), aNode(3, 'Mokou’s Embrace')])
const boots = aNode(4, 'Boots', [aNode(5, 'Wanderlust', [aNode(6, 'Variant')])])
const branches = [{ sets: [rings, boots], rows: [aNode(7, 'Alone')], cards: [], locked: [] }] as unknown as BranchParts[]
const namesOf = (selected: number | null, search = '') =>
  listGroups(branches, selected, search).map(({ set, rows }) => [set?.item.name ?? null, ...rows.map(({ item }) => item.name)])

describe('the groups of the item table', () => {
  test('are all sets, items without a set first', () => {
    expect(namesOf(null)).toEqual([
      [null, 'Alone'],
      ['Rings', 'Blackheart', 'Mokou’s Embrace'],
      ['Boots', 'Wanderlust'],
    ])
  })

  test('are the selected set alone', () => {
    expect(namesOf(4)).toEqual([['Boots', 'Wanderlust']])
  })

  test('keep matches of the search, by the name of the item or its set', () => {
    expect(namesOf(null, 'ring black')).toEqual([['Rings', 'Blackheart']])
    expect(namesOf(null, 'nothing like it')).toEqual([])
  })
})

test('a search ignores case, accents and the order of words', () => {
  expect(matchesSearch('EMBRACE mök', 'Mokou’s Embrace')).toBe(true)
  expect(matchesSearch('', 'anything')).toBe(true)
  expect(matchesSearch('embraces', 'Mokou’s Embrace')).toBe(false)
})

describe('the lines of the item table', () => {
  const kinds = (selected: number | null, ...open: number[]) =>
    listLines(listGroups(branches, selected, ''), new Set(open)).map(({ kind, node }) => `${kind} ${node.item.id}`)

  test('have headings if there is more than one group', () => {
    expect(kinds(null)).toEqual(['item 7', 'group 1', 'item 2', 'item 3', 'group 4', 'item 5'])
    expect(kinds(1)).toEqual(['item 2', 'item 3'])
  })

  test('include variants and details of open items', () => {
    expect(kinds(4, 5)).toEqual(['item 5', 'part 6', 'detail 5'])
  })
})
