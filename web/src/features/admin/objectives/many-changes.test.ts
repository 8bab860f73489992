import type { DefinitionEditInput } from '@muster/contract/definition'
import { maxEdits } from '@muster/contract/definition'
import type { Objective } from '@muster/contract/objectives'
import { expect, test } from 'vitest'
import { aCategory, anObjective } from '../../../test-event.tsx'
import { linkDefinition, type Node } from './definition.ts'
import {
  countTooMany,
  listChanges,
  listRefusals,
  listTicked,
  type ManyInput,
  noInput,
  writeChanges,
  writeUndo,
} from './many-changes.ts'

const opens = '2026-10-24T16:00:00Z'
const closes = '2026-10-25T16:00:00Z'
const leaf = (id: number, more: object = {}) =>
  anObjective({ id, parent_id: 2, version: id, required_number: 1, scoring_preset_id: 5, ...more })
const treeOf = (...children: Objective[]) =>
  linkDefinition({
    ...aCategory({
      id: 1,
      children: [aCategory({ id: 2, parent_id: 1, children }), aCategory({ id: 3, parent_id: 1, name: 'Week 2', children: [] })],
    }),
    parent_id: null,
  })
const nodesOf = (tree: ReturnType<typeof treeOf>, ...ids: number[]): readonly Node[] => listTicked(tree, new Set(ids))
const plain = (edits: DefinitionEditInput[]) =>
  edits.map((edit) => ('objective' in edit ? { ...edit.objective, other_conditions: edit.other_conditions } : edit))

test('only objectives whose fields differ are changed, in the order of the tree, and categories are not objectives', () => {
  const tree = treeOf(leaf(20), leaf(21, { scoring_preset_id: 6 }), leaf(22))
  const changes = listChanges(nodesOf(tree, 22, 21, 20, 2), { ...noInput, scoring_preset_id: '6' }, 'UTC')
  expect(changes.map(({ node, fields }) => [node.item.id, fields])).toEqual([
    [20, { scoring_preset_id: 6 }],
    [22, { scoring_preset_id: 6 }],
  ])
  expect(listChanges(nodesOf(tree, 20), noInput, 'UTC')).toEqual([])
})

test('a change is one edit from the version shown, with all other fields and the conditions as they are', () => {
  const tree = treeOf(leaf(20, { extra: 'a clip', valid_to: closes, conditions: [{ id: 9 }] }))
  const input = { ...noInput, parent_id: '3', required_number: '4', hide_progress: 'hide', scoring_preset_id: '' } as const
  expect(plain(writeChanges(listChanges(nodesOf(tree, 20), input, 'UTC')))).toMatchObject([
    {
      id: 20,
      base_version: 20,
      parent_id: 3,
      required_number: 4,
      hide_progress: true,
      scoring_preset_id: null,
      extra: 'a clip',
      valid_from: null,
      valid_to: closes,
      conditions: [],
      other_conditions: 'keep',
    },
  ])
})

test('a preset replaces all rules, is added as the last one, or is removed wherever it is', () => {
  const tree = treeOf(leaf(20, { further_preset_ids: [6, 7], finished_by: 'first' }), leaf(21, { scoring_preset_id: null }))
  const rules = (id: number, preset: string, rule_mode: ManyInput['rule_mode']) => {
    const changes = listChanges(nodesOf(tree, id), { ...noInput, scoring_preset_id: preset, rule_mode }, 'UTC')
    return plain(writeChanges(changes)).map((edit) => {
      const { scoring_preset_id, further_preset_ids } = edit as Partial<Objective>
      return [scoring_preset_id, further_preset_ids]
    })
  }
  expect(rules(20, '6', 'replace')).toEqual([[6, []]])
  expect(rules(20, '', 'replace')).toEqual([[null, []]])
  expect(rules(20, '8', 'add')).toEqual([[5, [6, 7, 8]]])
  expect(rules(20, '6', 'add')).toEqual([])
  expect(rules(21, '8', 'add')).toEqual([[8, []]])
  expect(rules(20, '5', 'remove')).toEqual([[6, [7]]])
  expect(rules(20, '7', 'remove')).toEqual([[5, [6]]])
  expect(rules(20, '8', 'remove')).toEqual([])
  expect(rules(21, '8', 'remove')).toEqual([])
})

test('a ninth preset is refused', () => {
  const tree = treeOf(leaf(20, { further_preset_ids: [6, 7, 8, 9, 10, 11, 12] }))
  const changes = listChanges(nodesOf(tree, 20), { ...noInput, scoring_preset_id: '13', rule_mode: 'add' }, 'UTC')
  expect(listRefusals(changes)).toMatchObject([{ field: 'scoring_preset_id', problem: 'has more than 8 presets' }])
})

test('the undo gives all rules back, unless another person has changed one of them since', () => {
  const tree = treeOf(leaf(20, { further_preset_ids: [6] }))
  const changes = listChanges(nodesOf(tree, 20), { ...noInput, scoring_preset_id: '5', rule_mode: 'remove' }, 'UTC')
  const undo = (now: object) => plain(writeUndo(changes, treeOf(leaf(20, now)).by_id))
  expect(undo({ scoring_preset_id: 6 })).toMatchObject([{ scoring_preset_id: 5, further_preset_ids: [6] }])
  expect(undo({ scoring_preset_id: 6, further_preset_ids: [5] })).toEqual([])
})

test('times are set end by end, removed, or, where they exist, shifted by wall-clock time', () => {
  const tree = treeOf(leaf(20, { valid_from: opens, valid_to: closes }), leaf(21))
  const fields = (input: object) =>
    listChanges(nodesOf(tree, 20, 21), { ...noInput, ...input }, 'Europe/Vienna').map((change) => change.fields)
  expect(fields({ times: 'set', valid_to: closes })).toEqual([{ valid_to: closes }])
  expect(fields({ times: 'remove' })).toEqual([{ valid_from: null, valid_to: null }])
  // Clocks go back in the night to the 25th: 18:00 stays 18:00 with the new offset, and 17:00 stays 17:00.
  expect(fields({ times: 'shift', shift: '1' })).toEqual([
    { valid_from: '2026-10-25T17:00:00.000Z', valid_to: '2026-10-26T16:00:00.000Z' },
  ])
  expect(fields({ times: 'shift', shift: '24', shift_unit: '-hours' })).toEqual([
    { valid_from: '2026-10-23T16:00:00.000Z', valid_to: '2026-10-24T16:00:00.000Z' },
  ])
  for (const shift of ['x', '', '0', '1.5', '100000']) expect(fields({ times: 'shift', shift })).toEqual([])
})

test('the undo restores fields and places, except for fields changed since and deleted objectives', () => {
  const before = treeOf(leaf(20), leaf(21), leaf(22), leaf(23))
  const input = { ...noInput, parent_id: '3', required_number: '4' }
  const changes = listChanges(nodesOf(before, 20, 21, 23), input, 'UTC')
  const moved = (id: number, more: object = {}) => leaf(id, { parent_id: 3, version: 50, required_number: 4, ...more })
  const now = linkDefinition({
    ...aCategory({
      id: 1,
      children: [
        aCategory({ id: 2, parent_id: 1, children: [leaf(22)] }),
        aCategory({ id: 3, parent_id: 1, children: [moved(20, { required_number: 7 }), moved(21, { name: 'Renamed' })] }),
      ],
    }),
    parent_id: null,
  })
  expect(plain(writeUndo(changes, now.by_id))).toMatchObject([
    { kind: 'place_objective', id: 20, parent_id: 2, before_id: 22, base_version: 50 },
    { id: 21, name: 'Renamed', required_number: 1, parent_id: 3, base_version: 50 },
    { kind: 'place_objective', id: 21, parent_id: 2, before_id: 22, base_version: 50 },
  ])
  expect(writeUndo(changes, linkDefinition(treeOf().root.item).by_id)).toEqual([])
})

test('more edits than one save takes are counted for the change and for its undo', () => {
  const tree = treeOf(...Array.from({ length: maxEdits }, (_, at) => leaf(at + 100)))
  const nodes = nodesOf(tree, ...tree.by_id.keys())
  const count = (input: object) => countTooMany(listChanges(nodes, { ...noInput, ...input }, 'UTC'))
  expect(count({ parent_id: '3' })).toBeNull()
  expect(count({ parent_id: '3', required_number: '9' })).toBe(2 * maxEdits)
})

test('a field that the server would refuse is named with its objective before the save', () => {
  const tree = treeOf(leaf(20, { valid_from: closes }), leaf(21))
  const changes = listChanges(nodesOf(tree, 20, 21), { ...noInput, times: 'set', valid_to: opens }, 'UTC')
  expect(listRefusals(changes)).toMatchObject([{ name: 'Objective 20', field: 'valid_to' }])
})
