import { expect, it } from 'vitest'
import { readTeams } from './sort-draft.ts'
import { findUnknownNames, listPairedIds, listShown, readNames, type Shown } from './sort-filter.ts'
import { aDraft, aPerson } from './test-people.ts'

const people = [
  aPerson(0, { partner_id: 4 }),
  aPerson(1, {}, { needs_help: true }),
  aPerson(2, { application_status: 'waitlisted', partner_id: 1 }),
  aPerson(3, { partner_id: 1 }, { present_team_id: 2, wants_to_help: true }),
]
const draft = aDraft(people, { moves: [{ user_id: 2, team_id: 2 }] })
const facts = { draft, teams: readTeams(people, draft), paired: listPairedIds(people) }
const show = (shown: Partial<Shown>) =>
  listShown(people, { text: '', names: '', filters: new Set(), team_id: null, ...shown }, facts).map((one) => one.user.id)

it('shows mutual partners first and side by side; a one-sided request is not a pair', () => {
  expect(show({})).toEqual([1, 4, 2, 3])
})

it('finds by a part of the name, and by several pasted account names, ignoring their number', () => {
  expect(show({ text: 'acc3' })).toEqual([3])
  expect(show({ names: 'ACC1#9999, acc4\nnobody' })).toEqual([1, 4])
  expect(findUnknownNames(people, 'ACC1#9999 nobody')).toEqual(['nobody'])
  expect(readNames('  a#1, b;;c\n\na ')).toEqual(['a', 'b', 'c'])
})

it('shows everyone again when the pasted names are cleared', () => {
  expect(show({ names: ' \n ' })).toHaveLength(4)
})

it.each([
  ['changed', [2]],
  ['pairs', [1, 4]],
  ['newcomers', [2]],
  ['helpers', [4]],
  ['owners', []],
  ['no_team', [1, 3]],
  ['waitlist', [3]],
] as const)('the filter %s shows %j', (filter, ids) => {
  expect(show({ filters: new Set([filter]) })).toEqual(ids)
})

it('shows one team of the draft', () => {
  expect(show({ team_id: 2 })).toEqual([4, 2])
})
