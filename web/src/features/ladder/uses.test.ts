import type { LadderUses } from '@muster/contract/ladder'
import { describe, expect, test } from 'vitest'
import type { LadderRow } from './ladder-row.ts'
import { filterByUses, indexUses, listOptions, toggleUse } from './uses.ts'

const row = (name: string | null): LadderRow =>
  ({ entry: { character_name: name ?? 'stranger', character: name === null ? null : { name } } }) as LadderRow
const uses: LadderUses = {
  uniques: ['Headhunter', 'Tabula Rasa'],
  gems: ['Arc', 'Cleave'],
  characters: [
    { character_name: 'a', uniques: [0, 1], gems: [0] },
    { character_name: 'b', uniques: [0], gems: [0, 1] },
    { character_name: 'c', uniques: [], gems: [1] },
  ],
}
const index = indexUses(uses)
const rows = [row('a'), row('b'), row('c'), row('unknown build'), row(null)]
const none = { uniques: [], gems: [] }
const namesOf = (left: readonly LadderRow[]) => left.map(({ entry }) => entry.character_name)

describe('the filter by uniques and gems', () => {
  test('leaves all rows without a choice', () => {
    expect(filterByUses(rows, none, index)).toBe(rows)
  })

  test('leaves characters that use all chosen names', () => {
    expect(namesOf(filterByUses(rows, { uniques: ['Headhunter'], gems: [] }, index))).toEqual(['a', 'b'])
    expect(namesOf(filterByUses(rows, { uniques: ['Headhunter'], gems: ['Cleave'] }, index))).toEqual(['b'])
    expect(namesOf(filterByUses(rows, { uniques: ['Nobody’s'], gems: [] }, index))).toEqual([])
  })
})

describe('the share of a name', () => {
  const shares = (chosen: Parameters<typeof listOptions>[1], kind: 'uniques' | 'gems', left = rows) =>
    listOptions(left, chosen, index, kind).map(({ name, is_chosen, count, share }) => [name, is_chosen, count, share])

  test('counts only characters with a known build', () => {
    expect(shares(none, 'uniques')).toEqual([
      ['Headhunter', false, 2, 2 / 3],
      ['Tabula Rasa', false, 1, 1 / 3],
    ])
  })

  test('is of the characters that the other filters leave', () => {
    expect(shares({ uniques: [], gems: ['Cleave'] }, 'uniques')).toEqual([['Headhunter', false, 1, 1 / 2]])
    expect(shares(none, 'gems', [row('a')])).toEqual([['Arc', false, 1, 1]])
  })

  test('of a chosen name ignores that choice itself', () => {
    expect(shares({ uniques: ['Headhunter'], gems: [] }, 'uniques')).toEqual([
      ['Headhunter', true, 2, 2 / 3],
      ['Tabula Rasa', false, 1, 1 / 2],
    ])
  })

  test('of every name is what the filter leaves of the rows with it and without it', () => {
    const names = ['p', 'q', 'r']
    const subsets = Array.from({ length: 8 }, (_, bits) => names.filter((__, place) => bits & (1 << place)))
    // One character for each pair of subsets, so that every combination occurs.
    const listed = subsets.flatMap((uniques) =>
      subsets.map((gems) => {
        const places = (some: readonly string[]) => some.map((name) => names.indexOf(name))
        return { character_name: `${uniques.join('')}/${gems.join('')}`, uniques: places(uniques), gems: places(gems) }
      }),
    )
    const known = indexUses({ uniques: names, gems: names, characters: listed })
    const all = listed.map(({ character_name }) => row(character_name))
    for (const uniques of subsets) {
      for (const gems of subsets) {
        const chosen = { uniques, gems }
        for (const { name, is_chosen, count, share } of listOptions(all, chosen, known, 'gems')) {
          const without = is_chosen ? toggleUse(chosen, 'gems', name) : chosen
          const base = filterByUses(all, without, known).length
          const withIt = filterByUses(all, is_chosen ? chosen : toggleUse(chosen, 'gems', name), known).length
          expect([count, share]).toEqual([withIt, withIt / base])
        }
      }
    }
  })
})
