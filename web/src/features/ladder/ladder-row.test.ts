import type { LadderEntry } from '@muster/contract/ladder'
import { describe, expect, test } from 'vitest'
import type { Participant, TeamView } from '../../api/scores/event.ts'
import { columns, listColumns, sortRows } from './columns.tsx'
import { filterRows, joinRows } from './ladder-row.ts'
import { readPersonalPoints } from './personal-points.ts'

const anEntry = (rank: number, rest: object = {}) =>
  ({
    rank,
    account_name: `Account#${rank}`,
    character_name: `Character${rank}`,
    character_class: 'Witch',
    level: 90,
    experience: 1000 - rank,
    delve: 0,
    user_id: rank,
    twitch_account: null,
    last_active: null,
    character: null,
    stats: null,
    ...rest,
  }) as unknown as LadderEntry
const aTeam = (id: number, name: string) => ({ id, name, abbreviation: name }) as unknown as TeamView
const teams = [aTeam(1, 'A'), aTeam(2, 'AB')]
const participants = new Map<number, Participant>(
  [
    [1, 1],
    [2, 2],
    [3, 2],
  ].map(([id = 0, team_id = 0]) => [id, { id, team_id, display_name: '' } as unknown as Participant]),
)
const rowsOf = (...entries: LadderEntry[]) =>
  joinRows(entries, participants, teams, 2, { game_version: 'poe1', personal_objectives: null }, readPersonalPoints)
const ranksOf = (rows: readonly { entry: LadderEntry }[]) => rows.map(({ entry }) => entry.rank)
const columnOf = (id: string) => columns.find((column) => column.id === id) ?? columns[0]

test('a game has columns for its data only', () => {
  const missing = (game: 'poe1' | 'poe2') => columns.filter((column) => !listColumns(game).includes(column)).map(({ id }) => id)
  expect(missing('poe1')).toEqual([])
  expect(missing('poe2')).toEqual(['delve', 'pantheon', 'uber_lab', 'atlas'])
})

describe('rows of the ladder', () => {
  test("know their team and whether they are the viewer's, and accept unknown users", () => {
    const rows = rowsOf(anEntry(1), anEntry(2), anEntry(9), anEntry(10, { user_id: null }))
    expect(rows.map(({ team, is_own }) => [team?.name, is_own])).toEqual([
      ['A', false],
      ['AB', true],
      [undefined, false],
      [undefined, false],
    ])
  })

  test('are filtered by exactly the chosen teams', () => {
    const rows = rowsOf(anEntry(1), anEntry(2), anEntry(3), anEntry(9))
    expect(ranksOf(filterRows(rows, { text: '', team_ids: [1] }))).toEqual([1])
    expect(ranksOf(filterRows(rows, { text: '', team_ids: [2] }))).toEqual([2, 3])
  })

  test('are found by words of account, character, class and skill in any order and case', () => {
    const rows = rowsOf(anEntry(1, { character: { ascendancy: 'Occultist', main_skill: 'Detonate Dead' } }), anEntry(2))
    expect(ranksOf(filterRows(rows, { text: 'DEAD character1', team_ids: [] }))).toEqual([1])
    expect(ranksOf(filterRows(rows, { text: 'account#2', team_ids: [] }))).toEqual([2])
    expect(filterRows(rows, { text: 'nobody', team_ids: [] })).toEqual([])
    expect(filterRows(rows, { text: ' .*[( ', team_ids: [] })).toEqual([])
  })

  test('sort by figures with unknown ones at the end, in both directions', () => {
    const rows = rowsOf(anEntry(1), anEntry(2, { stats: { hp: 1, dps: 5 } }), anEntry(3, { stats: { hp: 1, dps: 9 } }))
    const dps = columnOf('dps')
    expect(dps && ranksOf(sortRows(rows, dps, 'desc'))).toEqual([3, 2, 1])
    expect(dps && ranksOf(sortRows(rows, dps, 'asc'))).toEqual([2, 3, 1])
  })

  test('sort levels by experience', () => {
    const rows = rowsOf(anEntry(1, { level: 95, experience: 10 }), anEntry(2, { level: 95, experience: 20 }))
    const level = columnOf('level')
    expect(level && ranksOf(sortRows(rows, level, 'desc'))).toEqual([2, 1])
  })
})

test('figures not calculated are unknown, not zero', () => {
  const [calculated, unknown] = rowsOf(anEntry(1, { stats: { hp: 4000, dps: 0 } }), anEntry(2, { stats: { hp: 0, dps: 0 } }))
  expect(calculated?.build?.dps).toBe(0)
  expect(unknown?.build).toBeNull()
})
