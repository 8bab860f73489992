import { expect, test } from 'vitest'
import { filterGoals, type GoalFilter, type ListedGoal } from './goal-filter.ts'

const now = 1_000_000_000
const hour = 3_600_000
const everything: GoalFilter = { search: '', category_id: null, closesSoon: false, nearlyDone: false, sort: 'name' }
const aGoal = (name: string, more: Partial<ListedGoal> = {}): ListedGoal => ({
  objective_id: 1,
  state: 'open',
  done: 0,
  of: 10,
  missing_ids: [],
  points: 10,
  finished_teams: 0,
  rival: null,
  opens_at: null,
  closes_at: null,
  path: ['Shelves'],
  category_id: 2,
  rank: Number.MAX_SAFE_INTEGER,
  name,
  ...more,
})
const goals = [
  aGoal('Alva', { points: 5, done: 9, rank: 0 }),
  aGoal('Boots', { points: 30, closes_at: now + hour, category_id: 3, path: ['Uniques'] }),
  aGoal('Cards', { points: 20, closes_at: now + 20 * hour, done: 2, of: 4 }),
  aGoal('Done', { state: 'done' }),
  aGoal('Too late', { state: 'closed' }),
]
const list = (filter: Partial<GoalFilter>) => filterGoals(goals, { ...everything, ...filter }, now).map(({ name }) => name)

test('completed and closed objectives cannot be planned', () => {
  expect(list({})).toEqual(['Alva', 'Boots', 'Cards'])
})

test.each<[Partial<GoalFilter>, string[]]>([
  [{ sort: 'worth' }, ['Alva', 'Boots', 'Cards']],
  [{ sort: 'points' }, ['Boots', 'Cards', 'Alva']],
  [{ sort: 'nearest' }, ['Alva', 'Cards', 'Boots']],
  [{ sort: 'closes' }, ['Boots', 'Cards', 'Alva']],
  [{ category_id: 3 }, ['Boots']],
  [{ closesSoon: true }, ['Boots']],
  [{ nearlyDone: true }, ['Alva', 'Cards']],
  [{ search: ' UNIQUES boo ' }, ['Boots']],
  [{ search: 'nothing like it' }, []],
])('%o', (filter, names) => {
  expect(list(filter)).toEqual(names)
})
