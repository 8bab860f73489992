import type { PresetParameters } from '@muster/contract/preset-parameters'
import { scoringMethods } from '@muster/contract/scoring-presets'
import { describe, expect, test } from 'vitest'
import { methods } from '../scoring/methods/index.ts'
import { lineText, listPresetProblems, readParameter, writeParameter } from './preset-parameters.ts'

describe('the parameters of a preset', () => {
  test.each<[string, PresetParameters, readonly string[]]>([
    ['must not be missing if they are required', {}, ['parameters.thresholds: is required for POINTS_BY_THRESHOLD']],
    [
      'must belong to the method',
      { thresholds: [1, 2], required_percent: 50 },
      ['parameters.required_percent: is not a parameter of POINTS_BY_THRESHOLD'],
    ],
    [
      'have a value for each of the points',
      { thresholds: [1] },
      ['parameters.thresholds: must have as many values as points: it has 1, and points has 2'],
    ],
    ['may be complete', { thresholds: [1, 2] }, []],
  ])('%s', (_, parameters, problems) => {
    const found = [...listPresetProblems({ scoring_method: 'POINTS_BY_THRESHOLD', points: [5, 9], parameters })]
    expect(found.map(({ field, problem }) => `${field}: ${problem}`)).toEqual(problems)
  })

  test('are not needed by methods that require none', () => {
    const simple = scoringMethods.filter((method) => !Object.values(methods[method].takes).includes('required'))
    for (const scoring_method of simple) expect([...listPresetProblems({ scoring_method, points: [] })]).toEqual([])
  })
})

test.each([
  ['required_children', ' 3 ', 3, '3'],
  ['required_percent', '100', 100, '100'],
  ['thresholds', '50, 75;90', [50, 75, 90], '50, 75, 90'],
] as const)('%s is read from %j', (name, text, value, written) => {
  expect(readParameter(name, text)).toEqual(value)
  expect(writeParameter(name, { [name]: value })).toBe(written)
  expect(writeParameter(name, {})).toBe('')
})

test.each([
  ['required_children', '0'],
  ['required_children', '1.5'],
  ['required_children', '10001'],
  ['required_percent', '101'],
  ['required_percent', '75 %'],
  ['thresholds', ''],
  ['thresholds', '75, 50'],
  ['thresholds', '50, 50'],
  ['thresholds', '50, many'],
] as const)('%s is not read from %j', (name, text) => {
  expect(readParameter(name, text)).toBeNull()
})

test('a line of a board is read from its cells', () => {
  expect(lineText.read(' 0,0  1,1 19,2')).toEqual([
    [0, 0],
    [1, 1],
    [19, 2],
  ])
  expect(lineText.write([[0, 4]])).toBe('0,4')
  for (const text of ['', '0', '0,0,0', '0,20', '-1,0', '0, 0', '0,0;1,1']) expect(lineText.read(text)).toBeNull()
})
