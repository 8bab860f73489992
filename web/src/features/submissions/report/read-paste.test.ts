import { expect, test } from 'vitest'
import { listItemObjectives } from '../../../api/items/item-objectives.ts'
import { aCategory, aLockedObjective, anEvent, anObjective, aTree, now_ms } from '../../../test-event.tsx'
import { createPasteReader, listReports, type ReadItem } from './read-paste.ts'

const asks = (field: string, operator: string, value: string) => ({ field, operator, value, any_of: null })
const hours = (count: number) => new Date(now_ms + count * 3_600_000).toISOString()
const belt = asks('ITEM_CLASS', 'EQ', 'Belt')
const high = asks('ILVL', 'GT', '79')
const objectives = listItemObjectives(
  aTree(
    aCategory({ id: 5, name: 'Belts', children: [anObjective({ id: 50, name: 'Any belt', conditions: [belt] })] }),
    anObjective({ id: 51, name: 'High belt', conditions: [belt, high] }),
    anObjective({ id: 52, name: 'Belt of the day', conditions: [belt], valid_from: hours(-2), valid_to: hours(-1) }),
    anObjective({ id: 53, name: 'Bounty', objective_type: 'SUBMISSION' }),
    anObjective({ id: 54, name: 'Other', conditions: [asks('NAME', 'EQ', 'Tulfall')] }),
    aLockedObjective(2, 3),
  ),
  anEvent,
)
const gale = 'Item Class: Belts\nRarity: Rare\nGale Cord\nHeavy Belt\n--------\nItem Level: 79\n--------\nUnheard of'
const read = (text: string, at = now_ms) => createPasteReader(objectives, 'poe1', at)(text)
const summarise = ({ hits, closed, near }: ReadItem) =>
  [hits, closed, near].map((verdicts) => verdicts.map(({ definition, path }) => [...path, definition.name].join(' / ')))

test('an item counts for the objectives that were open, and shows the closed ones and the near misses apart', () => {
  const paste = read(gale)
  expect(paste.items).toHaveLength(1)
  const [item] = paste.items as [ReadItem]
  expect(item.name).toBe('Gale Cord, Heavy Belt')
  expect(summarise(item)).toEqual([['Shelves / Belts / Any belt'], ['Shelves / Belt of the day'], ['Shelves / High belt']])
  expect(item.near[0]?.trial).toMatchObject({ holding: 1, failing: 1, conditions: [{ holds: true }, { holds: false, seen: 79 }] })
  expect(listReports(paste)).toHaveLength(1)
})

test('the time of the find decides which objectives were open', () => {
  const [item] = read(gale, now_ms - 1.5 * 3_600_000).items as [ReadItem]
  expect(summarise(item)[0]).toEqual(['Shelves / Belts / Any belt', 'Shelves / Belt of the day'])
})

test('an unreadable item names its line in the paste, and leaves the others', () => {
  const { items } = read(`${gale}\n\nRarity: Sparkling\nThing\n${gale}`)
  expect(items.map(({ line, problem }) => [line, problem?.line])).toEqual([
    [1, undefined],
    [10, 10],
    [12, undefined],
  ])
})

test('items beyond the fiftieth are left out and counted', () => {
  const paste = read(`${gale}\n`.repeat(52))
  expect(paste.items).toHaveLength(50)
  expect([paste.left_out, listReports(paste).length]).toEqual([2, 50])
})
