import '../../../messages/admin-team-sort.ts'
import type { SignupQuestion } from '@muster/contract/signup-questions'
import { expect, it } from 'vitest'
import { writeCsv } from '@muster/domain/objective-sheet/table'
import { sortColumnNames, writeRows } from './sort-columns.ts'
import { aPerson } from './test-people.ts'

it('writes the chosen columns of the people shown, with the draft’s teams, and no formula', () => {
  const person = aPerson(0, { user: { ...aPerson(0).user, display_name: '=HYPERLINK("x"),\n"A"', account_name: '+Ada#1' } })
  const csv = writeCsv(writeRows([person], () => 'Lanterns', ['team', 'display_name', 'account_name', 'expected_hours']))
  expect(csv).toBe('Team,Display name,Game account,Hours a day\r\nLanterns,"\'=HYPERLINK(""x""),\n""A""",\'+Ada#1,8\r\n')
})

it('writes answers at signup: texts never as formulas, numbers as numbers', () => {
  const asked = (id: number, text: string, kind: 'text' | 'number') => ({ id, text, kind }) as SignupQuestion
  const answers = [
    { question_id: 1, answer: '@SUM(A1)' },
    { question_id: 2, answer: '-7.50' },
  ]
  const people = [aPerson(0, { answers }), aPerson(1)]
  const questions = [asked(1, '=Why?', 'text'), asked(2, 'Hours', 'number')]
  const csv = writeCsv(writeRows(people, () => '', ['display_name'], questions))
  expect(csv).toBe("Display name,'=Why?,Hours\r\nPlayer 1,'@SUM(A1),-7.5\r\nPlayer 2,,\r\n")
})

it('has a name for each column', () => {
  const [head] = writeRows([], () => '', sortColumnNames)
  expect(head).toHaveLength(15)
  expect(head?.filter((name) => String(name).startsWith('sort.'))).toEqual([])
})
