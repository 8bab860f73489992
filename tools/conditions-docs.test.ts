import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fieldTypes, itemFields, operators } from '@muster/contract/conditions'
import { compileCondition } from '@muster/domain/conditions/compile'
import { validMappings } from '@muster/domain/conditions/mappings'
import { operatorRows } from '@muster/domain/conditions/operators'
import { expect, test } from 'vitest'
import { root } from './places.ts'

const file = join(root, 'docs', 'conditions.md')
const rows = readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) =>
    line
      .slice(2, -2)
      .replaceAll('\\|', '\u0000')
      .split(' | ')
      .map((cell) => cell.replaceAll('\u0000', '|')),
  )
const typeNames = { string: 'text', int: 'number', bool: 'yes/no', 'string[]': 'list' } as const

test('every field has a row with its type and an example', () => {
  const documented = rows.filter(([name]) => itemFields.some((field) => field === name))
  expect(new Map(documented.map(([name, type]) => [name, type]))).toEqual(
    new Map(itemFields.map((field) => [field, typeNames[validMappings.field_to_type[field]]])),
  )
  expect(documented).toHaveLength(itemFields.length)
  expect(documented.filter((row) => !/^`.+`$/.test(row[3] ?? ''))).toEqual([])
})

test('the table of operators equals the code; UPDATE_CONDITIONS=1 rewrites it', () => {
  const lines = operators.map((operator) => {
    const types = fieldTypes.filter((type) => validMappings.valid_operators[type].includes(operator))
    const { holds_when, example } = operatorRows[operator]
    const cells = [operator, types.map((type) => typeNames[type]).join(', '), holds_when, example]
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  })
  const table = ['| Operator | Types | Holds when | Example |', '|---|---|---|---|', ...lines].join('\n')
  const text = readFileSync(file, 'utf8')
  const written = text.replace(/^\| Operator \|.*\n(?:\|.*\n)*/m, () => `${table}\n`)
  if (process.env['UPDATE_CONDITIONS']) writeFileSync(file, written)
  expect(readFileSync(file, 'utf8')).toBe(written)
})

test('every example of an operator is a valid condition', () => {
  const compiled = operators.map((operator) => {
    const [, field = '', named, value = ''] = /^`(\S+) (\S+) (.+?)`/.exec(operatorRows[operator].example) ?? []
    expect(named).toBe(operator)
    return compileCondition({ field, operator, value })
  })
  expect(compiled.filter((condition) => !condition.ok)).toEqual([])
})
