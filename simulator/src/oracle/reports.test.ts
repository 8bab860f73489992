import type { Objective } from '@muster/contract/objectives'
import { expect, test } from 'vitest'
import type { WorldItem } from '../items/item.ts'
import type { ItemReport } from './contest.ts'
import { createReportCounter } from './reports.ts'

const objective = (more: Partial<Objective>) => ({ objective_type: 'ITEM', conditions: [], ...more }) as Objective
const asksFor = (value: string) => [{ id: 1 as never, field: 'BASE_TYPE' as const, operator: 'EQ' as const, value, any_of: null }]
const count = createReportCounter([
  objective({ id: 1, conditions: asksFor('Chaos Orb') }),
  objective({ id: 2 }),
  objective({ id: 3, objective_type: 'SUBMISSION', conditions: asksFor('Chaos Orb') }),
])

const item = (more: Partial<WorldItem> = {}) => ({ base_type: 'Chaos Orb', ...more }) as WorldItem
const report = (at_ms: number, more: Partial<ItemReport> = {}): ItemReport => ({
  team: 0,
  account: 7,
  at_ms,
  item: item(),
  ...more,
})
const listChanges = (...reports: readonly ItemReport[]) =>
  count(reports, 1, 0).map(({ account, changes }) => [account, changes.map(({ at, number }) => [at, number])])

test('the reports of a player add up in the order of their times, each as many as its stack', () => {
  const changes = listChanges(report(30), report(10, { item: item({ stack: 5 }) }), report(20, { item: item({ stack: 2 }) }))
  expect(changes).toEqual([
    [
      7,
      [
        [10, 5],
        [20, 7],
        [30, 8],
      ],
    ],
  ])
})

test('each player of a team has numbers of their own, and other teams are left out', () => {
  expect(listChanges(report(10), report(20, { account: 8 }), report(30, { team: 1, account: 9 }))).toEqual([
    [7, [[10, 1]]],
    [8, [[20, 1]]],
  ])
})

test('only items that fit the conditions of an objective for items count', () => {
  expect(listChanges(report(10, { item: item({ base_type: 'Divine Orb' }) }))).toEqual([])
  expect([2, 3, 4].map((id) => count([report(10)], id, 0))).toEqual([[], [], []])
})
