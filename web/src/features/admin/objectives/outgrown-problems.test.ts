import type { DefinitionProblems } from '@muster/contract/definition-problems'
import { expect, test } from 'vitest'
import { aCategory, anObjective } from '../../../test-event.tsx'
import { linkDefinition } from './definition.ts'
import { dropOutgrown } from './outgrown-problems.ts'

const { by_id } = linkDefinition(
  aCategory({
    id: 1,
    children: [
      aCategory({ id: 2, parent_id: 1, children: [anObjective({ id: 20, parent_id: 2 })] }),
      aCategory({ id: 3, parent_id: 1 }),
    ],
  }),
)
type Found = readonly [code: string, objective_id: number | null]
const find = (...problems: Found[]) =>
  ({
    problems: problems.map(([code, objective_id]) => ({
      code,
      objective_id,
      preset_id: null,
      severity: 'warning',
      sentence: [],
    })),
    counts: { error: 0, warning: problems.length, notice: 0 },
  }) as unknown as DefinitionProblems
const left = (...problems: Found[]) => {
  const { problems: present, counts } = dropOutgrown(find(...problems), by_id)
  return [present.map(({ objective_id }) => objective_id), counts.warning]
}

test('a category that was filled after the check is not called empty', () => {
  expect(left(['empty_category', 2], ['empty_category', 3])).toEqual([[3], 1])
})

test('a deleted objective has no findings, and the others stay', () => {
  expect(left(['never_matches', 99], ['never_matches', 20], ['overlap', null])).toEqual([[20, null], 2])
})

test('findings that all hold are the same answer', () => {
  const found = find(['never_matches', 20])
  expect(dropOutgrown(found, by_id)).toBe(found)
})
