import type { Objective } from '@muster/contract/objectives'
import { expect, test } from 'vitest'
import { aCategory, anObjective } from '../../../test-event.tsx'
import { linkDefinition } from './definition.ts'
import { listShown, noPicks, pickAll, pickRange, type Picks, readTicks, togglePick } from './picks.ts'
import { listRows } from './tree-rows.ts'

const leaf = (id: number, parent_id: number, name: string) => anObjective({ id, parent_id, name })
const { root, by_id } = linkDefinition({
  ...aCategory({
    id: 1,
    children: [
      aCategory({
        id: 2,
        parent_id: 1,
        name: 'Belts',
        children: [leaf(20, 2, 'Mageblood'), leaf(21, 2, 'Headhunter'), leaf(22, 2, 'Bluebell')],
      }),
      aCategory({ id: 3, parent_id: 1, name: 'Rings', children: [leaf(30, 3, 'Blue ring'), leaf(31, 3, 'Red ring')] }),
      leaf(40, 1, 'Level 90'),
    ] as Objective[],
  }),
  parent_id: null,
})
const node = (id: number) => by_id.get(id) as typeof root
const rowsOf = (open: readonly number[], search = '') => listRows(root, new Set(open), search)
const idsOf = ({ ids }: Picks) => [...ids].toSorted((a, b) => a - b)
/** A range with the rows named by their ids. */
const range = (picks: Picks, rows: ReturnType<typeof rowsOf>, from: number, to: number) => {
  const at = (id: number) => rows.findIndex((row) => row.node.item.id === id)
  return pickRange(picks, rows, at(from), at(to))
}

test('a category ticks and clears all of its objectives, collapsed or not, and itself is never ticked', () => {
  const belts = togglePick(noPicks, node(2), null)
  expect(idsOf(belts)).toEqual([20, 21, 22])
  const less = togglePick(belts, node(21), null)
  expect(idsOf(less)).toEqual([20, 22])
  expect(idsOf(togglePick(less, node(2), null))).toEqual([20, 21, 22])
  expect(idsOf(togglePick(belts, node(2), null))).toEqual([])
  expect(idsOf(togglePick(noPicks, root, null))).toEqual([20, 21, 22, 30, 31, 40])
})

test('a range grows and shrinks from its first row, and keeps the ticks outside of it', () => {
  const rows = rowsOf([2, 3])
  const one = togglePick(noPicks, node(40), null)
  const begun = range({ ...one, anchor_id: null }, rows, 20, 22)
  expect(idsOf(begun)).toEqual([20, 21, 22, 40])
  expect(idsOf(range(begun, rows, 22, 21))).toEqual([20, 21, 40])
  const up = range(togglePick(noPicks, node(31), null), rows, 31, 22)
  expect(idsOf(up)).toEqual([22, 30, 31])
})

test('a range over a collapsed category includes its objectives, and an expanded one only its rows', () => {
  expect(idsOf(range(noPicks, rowsOf([2]), 22, 40))).toEqual([22, 30, 31, 40])
  expect(idsOf(range(noPicks, rowsOf([2, 3]), 2, 20))).toEqual([20])
})

test('a range whose first row a search hides begins at the given row', () => {
  const hidden = togglePick(noPicks, node(40), null)
  expect(idsOf(range(hidden, rowsOf([], 'blue'), 22, 30))).toEqual([22, 30, 40])
})

test('with a search, everything means the matches, and ticks of other objectives stay', () => {
  const rows = rowsOf([], 'blue')
  const shown = listShown(rows, 'blue')
  expect(shown).toEqual(new Set([22, 30]))
  const picks = pickAll(togglePick(noPicks, node(40), null), root, shown)
  expect(idsOf(picks)).toEqual([22, 30, 40])
  expect(idsOf(togglePick(picks, root, shown))).toEqual([40])
  expect(listShown(rowsOf([]), ' ')).toBeNull()
})

test('a category shows whether none, some or all of its shown objectives are ticked', () => {
  const ticks = (ids: number[], search = '') => {
    const read = readTicks(new Set(ids), by_id, listShown(rowsOf([], search), search))
    return [1, 2, 3, 40].map((id) => read(node(id)))
  }
  expect(ticks([])).toEqual(['false', 'false', 'false', 'false'])
  expect(ticks([20, 30, 31])).toEqual(['mixed', 'mixed', 'true', 'false'])
  expect(ticks([20, 21, 22, 30, 31, 40])).toEqual(['true', 'true', 'true', 'true'])
  expect(ticks([22, 30, 40], 'blue')).toEqual(['true', 'true', 'true', 'true'])
  expect(ticks([40], 'blue')).toEqual(['false', 'false', 'false', 'true'])
})
