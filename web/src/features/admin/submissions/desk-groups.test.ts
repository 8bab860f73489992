import type { Submission } from '@muster/contract/submissions'
import { describe, expect, it } from 'vitest'
import { groupQueue, pickBatch, stepGroup } from './desk-groups.ts'

const aSubmission = (id: number, user_id: number, fields: Partial<Record<keyof Submission, unknown>> = {}) =>
  ({ id, user_id, item_name: 'Tabula Rasa', same_item_as: null, suspicions: [], recheck: null, ...fields }) as Submission
const kindOf = ({ item_name }: Submission) => (item_name === null ? 'SUBMISSION' : 'ITEM')
const queue = [aSubmission(1, 10), aSubmission(2, 20), aSubmission(3, 10, { item_name: null }), aSubmission(4, 10)]
const show = (groups: ReturnType<typeof groupQueue>) =>
  groups.map(({ key, submissions }) => [key, ...submissions.map(({ id }) => id)])

describe('the queue by player and kind', () => {
  it('has the group with the longest wait first', () => {
    expect(show(groupQueue(queue, kindOf))).toEqual([
      ['10 ITEM', 1, 4],
      ['20 ITEM', 2],
      ['10 SUBMISSION', 3],
    ])
  })

  it('keeps its order while the judge decides, and adds new groups at the end', () => {
    const order = groupQueue(queue, kindOf).map(({ key }) => key)
    const later = [...queue.slice(1), aSubmission(5, 30)]
    expect(show(groupQueue(later, kindOf, order))).toEqual([
      ['10 ITEM', 4],
      ['20 ITEM', 2],
      ['10 SUBMISSION', 3],
      ['30 ITEM', 5],
    ])
  })

  it('is stepped through by group, from the last to the first', () => {
    const groups = groupQueue(queue, kindOf)
    expect(stepGroup(groups, 4)).toBe(2)
    expect(stepGroup(groups, 3)).toBe(1)
    expect(stepGroup(groups, undefined)).toBe(1)
    expect(stepGroup([], 3)).toBeUndefined()
  })
})

it("a batch leaves out the judge's team, claims of other judges, and doubles", () => {
  const [group] = groupQueue([...queue, aSubmission(6, 10), aSubmission(7, 10, { same_item_as: 1 })], kindOf)
  const batch =
    group &&
    pickBatch(
      group,
      ({ id }) => id === 4,
      ({ id }) => id === 6,
    )
  expect(batch).toMatchObject({ own_team: 1, claimed: 1, doubled: 1 })
  expect(batch?.plain.map(({ id }) => id)).toEqual([1])
})
