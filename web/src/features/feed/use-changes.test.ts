import { expect, test } from 'vitest'
import { aChange } from '../../test-event.tsx'
import { mergeChanges } from './use-changes.ts'

test("pushed changes come before the server's list, for one team and once each", () => {
  const listed = [aChange(20, 1, 7, {}), aChange(20, 1, 3, {})]
  const pushed = [aChange(30, 1, 9, {}), aChange(30, 2, 8, {}), aChange(20, 1, 7, {}), aChange(20, 2, 6, {})]
  expect(mergeChanges(listed, pushed, 1).map(({ sequence }) => sequence)).toEqual([9, 7, 3])
  expect(mergeChanges([], pushed, 2).map(({ sequence }) => sequence)).toEqual([8, 6])
})
