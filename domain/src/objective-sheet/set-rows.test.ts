import { nameKinds } from '@muster/contract/item-names'
import { expect, test } from 'vitest'
import { mergeRows } from './merge-rows.ts'
import { listSetRows } from './set-rows.ts'

const clock = { read: () => null, write: () => '' }
const empty = { event: null, scoring_presets: null, objectives: [], rules: null }

test.each(nameKinds)('rows of names of the kind %s are objectives that ask for these items', (kind) => {
  const rows = listSetRows(['Headhunter', "Chayula's Presence"], kind, { category: 'Season > Sets', scoring_preset: '' })
  const { document, problems, newCategories } = mergeRows(empty, rows, clock)
  expect([problems, newCategories]).toEqual([[], 2])
  const [season] = document.objectives ?? []
  expect(season?.children[0]?.children.map(({ name, conditions }) => [name, conditions])).toEqual(
    ['Headhunter', "Chayula's Presence"].map((name) => [
      name,
      [{ field: kind === 'unique' ? 'NAME' : 'BASE_TYPE', operator: 'EQ', value: name, any_of: null }],
    ]),
  )
})
