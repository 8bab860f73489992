import { expect, test } from 'vitest'
import { aCategory, anObjective } from '../../../test-event.tsx'
import { describeChanges } from './change-lines.ts'
import { linkDefinition } from './definition.ts'
import { listChanges, listTicked, type ManyInput, noInput } from './many-changes.ts'

const leaf = (id: number, more: object = {}) =>
  anObjective({ id, parent_id: 2, required_number: 1, valid_from: '2026-11-28T18:00:00Z', scoring_preset_id: 5, ...more })
const tree = linkDefinition({
  ...aCategory({
    id: 1,
    children: [
      aCategory({ id: 2, parent_id: 1, children: [leaf(20), leaf(21), leaf(22, { valid_from: null, scoring_preset_id: null })] }),
      aCategory({ id: 3, parent_id: 1, name: 'Week 2' }),
    ],
  }),
  parent_id: null,
})
const nodes = listTicked(tree, new Set([20, 21, 22]))
const presets = [{ id: 6, name: 'Race' }] as never
const describe = (input: Partial<ManyInput>) => {
  const whole = { ...noInput, ...input }
  const changes = listChanges(nodes, whole, 'UTC')
  const known = { ...tree, presets, ticked: 3, input: whole, scored: new Set([20, 99]), unsaved: new Set(['21', '22', 'new:x']) }
  return describeChanges(changes, known)
}
const both = '1 of them counts points already.'

test.each<[Partial<ManyInput>, string[]]>([
  [{}, []],
  [{ parent_id: '3' }, ['Moves 3 objectives into Week 2.', both]],
  [{ scoring_preset_id: '6' }, ['Gives 3 objectives the preset Race.', both]],
  [{ scoring_preset_id: '6', rule_mode: 'add' }, ['Adds the preset Race to 3 objectives.', both]],
  [{ scoring_preset_id: '5', rule_mode: 'remove' }, ['2 objectives are left without a preset and pay nothing.', both]],
  [{ scoring_preset_id: '' }, ['2 objectives are left without a preset and pay nothing.', both]],
  [{ required_number: '1200' }, ['Requires 1,200 in 3 objectives.', both]],
  [{ hide_progress: 'hide' }, ['Hides other teams’ progress in 3 objectives.', both]],
  [{ times: 'set', valid_to: '2026-11-29T18:00:00Z' }, ['Sets the times of 3 objectives.', both]],
  [{ times: 'remove' }, ['Removes the times of 2 objectives.', both]],
  [{ times: 'shift', shift: '1', shift_unit: '-hours' }, ['Moves the times of 2 objectives 1 hour earlier.', both]],
  [{ times: 'shift', shift: '3' }, ['Moves the times of 2 objectives 3 days later.', both]],
])('%j states its consequences', (input, lines) => {
  expect(describe(input).filter((line) => !/editor|stays? as/.test(line))).toEqual(lines)
})

test('presets that objectives lose or keep are named', () => {
  const rich = linkDefinition({
    ...aCategory({ id: 1, children: [leaf(20, { further_preset_ids: [6] }), leaf(21)] }),
    parent_id: null,
  })
  const say = (input: Partial<ManyInput>) => {
    const whole = { ...noInput, ...input }
    const changes = listChanges(listTicked(rich, new Set([20, 21])), whole, 'UTC')
    return describeChanges(changes, { ...rich, presets, ticked: 2, input: whole, scored: new Set(), unsaved: new Set() })
  }
  expect(say({ scoring_preset_id: '6' })).toEqual([
    'Gives 2 objectives the preset Race.',
    '1 objective loses all its other presets.',
  ])
  expect(say({ scoring_preset_id: '6', rule_mode: 'remove' })).toEqual([
    'Takes the preset Race from 1 objective, which keeps its others.',
    '1 objective stays as it is.',
  ])
})

test('unsaved input and objectives without a change are named last', () => {
  expect(describe({ times: 'shift' }).slice(-2)).toEqual([
    '1 of them has unsaved changes in the editor, which stay there.',
    '1 objective stays as it is.',
  ])
})
