import { expect, test } from 'vitest'
import { acceptCondition, describeRefusal } from './accept.ts'

const refusalOf = (field: string, operator: string, value: string) => {
  const accepted = acceptCondition({ field, operator, value })
  return accepted.ok ? null : describeRefusal(accepted)
}

test.each([
  ['NAME', 'EQ', ' Goldrim', 'Goldrim'],
  ['BASE_TYPE', 'NEQ', 'Vaal Orb ', 'Vaal Orb'],
  ['ILVL', 'EQ', ' 84 ', '84'],
  ['IS_CORRUPTED', 'EQ', 'true ', 'true'],
  ['EXPLICIT_MODS', 'CONTAINS', ' to maximum Life', ' to maximum Life'],
  ['NAME', 'MATCHES', '^Eagle ', '^Eagle '],
  ['BASE_TYPE', 'IN', 'Vaal Orb, Divine Orb', 'Vaal Orb, Divine Orb'],
])('stores %s %s "%s" as "%s"', (field, operator, value, kept) => {
  expect(acceptCondition({ field, operator, value })).toEqual({ ok: true, condition: { field, operator, value: kept } })
})

test('stores a group, its count and an amount only where they change something', () => {
  const accept = (more: object) => {
    const accepted = acceptCondition({ field: 'ILVL', operator: 'GT', value: '83', ...more })
    return accepted.ok && Object.keys(accepted.condition).slice(3)
  }
  expect(accept({ any_of: 1, at_least: 2, counts_as: 40 })).toEqual(['any_of', 'at_least', 'counts_as'])
  expect(accept({ any_of: 1, at_least: 1, counts_as: 1 })).toEqual(['any_of'])
  expect(accept({ any_of: null, at_least: 2, counts_as: null })).toEqual([])
  expect(acceptCondition({ field: 'AREA', operator: 'EQ', value: 'X', counts_as: 2 })).toMatchObject({
    reason: 'a line of the log counts once',
  })
})

test.each([
  ['FRAME_TYPE', 'MATCHES', '3', 'FRAME_TYPE MATCHES: FRAME_TYPE is of type int'],
  ['NAME', 'EQ', '  ', 'NAME EQ: the text is empty'],
  ['ILVL', 'GT', 'high', 'ILVL GT: "high" is not a whole number'],
  ['ILVL', 'GT', '1, 2', 'ILVL GT: expected one whole number'],
  ['NAME', 'MATCHES', '(', 'NAME MATCHES: the pattern is not accepted'],
  ['NAME', 'MATCHES', '(?=x)', 'NAME MATCHES: the pattern is not accepted'],
  ['EXPLICIT_MODS', 'CONTAINS_MATCH', '(x?){1000}x{1000}$', 'EXPLICIT_MODS CONTAINS_MATCH: the pattern is too large'],
  ['NAME', 'DOES_NOT_MATCH', `(?:${'a'.repeat(480)}){1000}`, 'NAME DOES_NOT_MATCH: the pattern is too large'],
  ['NAME', 'MATCHES', '\\pL'.repeat(100), 'NAME MATCHES: the pattern is too large'],
  ['NAME', 'IN', ' , ,', 'NAME IN: the list is empty'],
])('rejects %s %s "%s", naming field, operator and reason', (field, operator, value, reason) => {
  expect(refusalOf(field, operator, value)).toContain(reason)
})
