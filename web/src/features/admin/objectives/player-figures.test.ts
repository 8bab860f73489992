import { expect, test } from 'vitest'
import { aCategory, anObjective } from '../../../test-event.tsx'
import { linkDefinition } from './definition.ts'
import { listFigures } from './player-figures.ts'
import { readValues, writeDraft } from './values.ts'

const player = (id: number, required_number: number, objective_type = 'PLAYER') =>
  anObjective({ id, name: `Level ${required_number}`, objective_type, number_field: 'PLAYER_LEVEL', required_number })
const items = [player(2, 95), player(3, 80), player(4, 300, 'TEAM'), anObjective({ id: 5, number_field: 'STACK_SIZE' })]
const definition = linkDefinition({ ...aCategory({ id: 1, children: items }), parent_id: null })
const level90 = (field: string) => (field === 'PLAYER_LEVEL' ? 90 : null)

test('lists completed objectives first, then the closest; a team is that many players', () => {
  expect(listFigures(definition, undefined, level90, 2).map(({ id, number, isDone }) => [id, number, isDone])).toEqual([
    [3, 90, true],
    [2, 90, false],
    [4, 180, false],
  ])
})

test('the objective in the editor is tried as typed instead of as saved, and is first', () => {
  const saved = definition.by_id.get(2)?.item
  if (!saved) throw new Error('it was made')
  const draft = writeDraft({ ...readValues(saved), required_number: '85' }, 2)
  const [first, ...others] = listFigures(definition, draft, level90, 1)
  expect(first).toEqual({ id: 2, name: 'Level 95', isDraft: true, number: 90, required: 85, isDone: true })
  expect(others.map(({ id }) => id)).toEqual([3, 4])
})
