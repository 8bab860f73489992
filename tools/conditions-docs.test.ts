import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fieldTypes, itemFields, operators } from '@muster/contract/conditions'
import { compileCondition } from '@muster/domain/conditions/compile'
import { validMappings } from '@muster/domain/conditions/mappings'
import { expect, test } from 'vitest'
import { root } from './places.ts'

const rows = readFileSync(join(root, 'docs', 'conditions.md'), 'utf8')
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

test('every operator has a row with the types that have it', () => {
  const documented = rows
    .filter(([name]) => operators.some((operator) => operator === name))
    .map(([name, types]) => [name, types] as const)
  const valid = operators.map((operator) => {
    const types = fieldTypes.filter((type) => validMappings.valid_operators[type].includes(operator))
    return [operator, types.map((type) => typeNames[type]).join(', ')] as const
  })
  expect(new Map(documented)).toEqual(new Map(valid))
  expect(documented).toHaveLength(operators.length)
})

test('every example of an operator is a condition that can be used', () => {
  const examples = rows
    .filter(([name]) => operators.some((operator) => operator === name))
    .map((row) => /^`(\S+) (\S+) (.+?)`/.exec(row[3] ?? ''))
  const compiled = examples.map((parts) =>
    compileCondition({ field: parts?.[1] ?? '', operator: parts?.[2] ?? '', value: parts?.[3] ?? '' }),
  )
  expect(compiled.filter((condition) => !condition.ok)).toEqual([])
  expect(compiled).toHaveLength(operators.length)
})
