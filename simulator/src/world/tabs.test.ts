import { expect, test } from 'vitest'
import { makeEquipment } from '../items/equipment.ts'
import { makeStack } from '../items/stackables.ts'
import { createDraws } from '../prng.ts'
import type { Tab } from './model.ts'
import { clearOut, createTab, putItem, takeItem } from './tabs.ts'

const draws = createDraws(7, 'tabs')
const aTab = (type: Tab['type'] = 'PremiumStash') =>
  createTab({ id: 'aa', name: 'dump', type, purpose: 'gear', league: 'League', index: 3, public: true })
const chaos = (count: number) => makeStack(draws, 'currency', 'Chaos Orb', count, 20)
const boots = () => makeEquipment(draws, { base: 'Slink Boots', rarity: 'Rare', ilvl: 80 })
const armour = () => makeEquipment(draws, { base: 'Astral Plate', rarity: 'Rare', ilvl: 80 })

test('items never overlap and never leave the grid', () => {
  const tab = aTab()
  while (putItem(tab, armour())) continue
  const taken = new Set<string>()
  for (const { item, x, y } of tab.items) {
    for (let row = y; row < y + item.h; row++) for (let column = x; column < x + item.w; column++) taken.add(`${column}/${row}`)
    expect(x + item.w).toBeLessThanOrEqual(12)
    expect(y + item.h).toBeLessThanOrEqual(12)
  }
  expect(tab.items).toHaveLength(24)
  expect(taken.size).toBe(144)
})

test('a stack merges into an existing one; the larger part keeps its id', () => {
  const tab = aTab()
  const [small, big] = [chaos(3), chaos(9)]
  putItem(tab, small)
  putItem(tab, big)
  expect(tab.items.map(({ item }) => [item.id, item.stack, item.properties?.[0]?.values])).toEqual([[big.id, 12, [['12/20', 0]]]])
})

test('the excess of a stack starts a new one with its own id', () => {
  const tab = aTab()
  const [there, more] = [chaos(15), chaos(9)]
  putItem(tab, there)
  putItem(tab, more)
  expect(tab.items.map(({ item }) => [item.id, item.stack])).toEqual([
    [there.id, 20],
    [more.id, 4],
  ])
})

test('a currency tab stacks far beyond the displayed stack size', () => {
  const tab = aTab('CurrencyStash')
  for (let i = 0; i < 11; i++) putItem(tab, chaos(19))
  expect(tab.items.map(({ item }) => [item.stack, item.max_stack, item.properties?.[0]?.values[0]?.[0]])).toEqual([
    [209, 20, '209/20'],
  ])
})

test('a removed item leaves room for the next', () => {
  const tab = aTab()
  while (putItem(tab, armour())) continue
  const gone = tab.items[5]?.item.id ?? ''
  expect(takeItem(tab, gone)?.id).toBe(gone)
  expect(takeItem(tab, gone)).toBeNull()
  expect(putItem(tab, armour())).not.toBeNull()
})

test('making room sells ordinary items before uniques', () => {
  const tab = aTab()
  const unique = makeEquipment(draws, { base: 'Simple Robe', rarity: 'Unique', name: 'Tabula Rasa', ilvl: 20 })
  putItem(tab, unique)
  for (let i = 0; i < 5; i++) putItem(tab, boots())
  expect(clearOut(tab, 5)).toBe(5)
  expect(tab.items.map(({ item }) => item.id)).toEqual([unique.id])
})
