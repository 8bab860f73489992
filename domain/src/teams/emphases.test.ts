import type { TeamId } from '@muster/contract/ids'
import { expect, test } from 'vitest'
import { usualAims } from './aims.ts'
import { listEmphases } from './emphases.ts'
import { anEntry, anInput, rowOf } from './testing/pools.ts'

const one = 1 as TeamId
const names = (input: Parameters<typeof listEmphases>[0]) => listEmphases(input).map(({ emphasis }) => emphasis)
const placed = [anEntry(0, { present_team_id: one, needs_help: true }), anEntry(1, { wants_to_help: true })]

test('there are the stated aims and two variants of them', () => {
  const [stated, stay, help] = listEmphases(anInput([1, 2], placed))
  expect(stated).toEqual({ emphasis: 'stated', aims: usualAims })
  expect(stay).toEqual({ emphasis: 'stay', aims: { ...usualAims, stay: 5 } })
  expect(help).toEqual({ emphasis: 'help', aims: { ...usualAims, help: 5 } })
})

test('staying is not a variant if no player can move away', () => {
  expect(
    names(
      anInput(
        [1, 2],
        placed.map((entry) => ({ ...entry, present_team_id: null })),
      ),
    ),
  ).toEqual(['stated', 'help', 'hours'])
  expect(names(anInput([1, 2], placed, { locks: [{ row: rowOf(0), team_id: one }] }))).toEqual(['stated', 'help', 'hours'])
})

test('help is not a variant if no player needs or offers it', () => {
  expect(names(anInput([1, 2], placed.slice(0, 1)))).toEqual(['stated', 'stay', 'hours'])
  expect(names(anInput([1, 2], placed.slice(1)))).toEqual(['stated', 'hours'])
})

test('an aim that already comes first is not a variant', () => {
  const aims = { ...usualAims, help: 5, expected_hours: 5, likely_hours: 5 }
  expect(names({ ...anInput([1, 2], placed), aims })).toEqual(['stated', 'stay'])
})
