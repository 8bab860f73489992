import type { ScoreChange } from '@muster/contract/scores'
import { expect, test } from 'vitest'
import { mergeChanges } from './use-changes.ts'

const known = (isEnd: boolean, ...sequences: number[]) => ({
  changes: sequences.map((sequence) => ({ sequence }) as ScoreChange),
  isEnd,
})
const sequencesOf = ({ changes }: ReturnType<typeof known>) => changes.map(({ sequence }) => sequence)

test('a newer page and an older one become one list, each change once', () => {
  expect(sequencesOf(mergeChanges(known(false, 5, 4, 3), known(false, 7, 6, 5)) as never)).toEqual([7, 6, 5, 4, 3])
  expect(sequencesOf(mergeChanges(known(false, 5, 4), known(true, 3, 2)) as never)).toEqual([5, 4, 3, 2])
})

test('an end once found stays found', () => {
  expect(mergeChanges(known(true, 2), known(false, 5)).isEnd).toBe(true)
})
