import '../../../messages/admin-team-sort.ts'
import { expect, it } from 'vitest'
import { writeCsv } from '../../../lib/text/csv.ts'
import { sortColumnNames, writeRows } from './sort-columns.ts'
import { aPerson } from './test-people.ts'

it('writes the chosen columns of the people shown, with the draft’s teams, and no formula', () => {
  const person = aPerson(0, { user: { ...aPerson(0).user, display_name: '=HYPERLINK("x"),\n"A"', account_name: '+Ada#1' } })
  const csv = writeCsv(writeRows([person], () => 'Lanterns', ['team', 'display_name', 'account_name', 'expected_hours']))
  expect(csv).toBe('Team,Display name,Game account,Hours a day\r\nLanterns,"\'=HYPERLINK(""x""),\n""A""",\'+Ada#1,8\r\n')
})

it('has a name for each column', () => {
  const [head] = writeRows([], () => '', sortColumnNames)
  expect(head).toHaveLength(15)
  expect(head?.filter((name) => String(name).startsWith('sort.'))).toEqual([])
})
