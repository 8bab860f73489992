import { ScoreDiff } from '@muster/contract/scores'
import { expect, test } from 'vitest'
import { recordChange, showChange } from './recorded-change.ts'
import type { TeamScore } from './score.ts'
import { aScore } from './testing/builders.ts'

const open = aScore({ points: 4, finished: false, number: 4, timestamp: 9_999, user_id: 3 })
const done = aScore({ points: 9, finished: true, number: 9 })
const record = (before: TeamScore | null, after: TeamScore | null, hid = true, hides = hid) =>
  recordChange({ objective_id: 2, team_id: 1, before, after }, 5, { before: hid, after: hides })
/** The message to an audience; null = none. */
const send = (audience: number | null, change: ReturnType<typeof record>) => showChange(change, audience)?.diff ?? null

test('a new score is Added, without field names, and matches the contract', () => {
  const diff = send(1, record(null, open))
  const score = { points: 4, rank: 0, user_id: 3, number: 4, finished: false, timestamp: 9 }
  expect(diff).toEqual({ objective_id: 2, team_id: 1, diff_type: 'Added', score, sequence: 5 })
  expect(ScoreDiff.safeParse(diff).success).toBe(true)
})

test('a deleted score is Removed and sent with its last value', () => {
  expect(send(null, record(open, null, false))).toMatchObject({ diff_type: 'Removed', score: { points: 4, number: 4 } })
})

test('an empty change is rejected', () => {
  expect(() => record(open, { ...open })).toThrow('a change that changes nothing')
  expect(() => record(null, null)).toThrow('a change that changes nothing')
})

test('a hidden change is sent to its own team only', () => {
  expect(send(1, record(null, open))).toMatchObject({ diff_type: 'Added', sequence: 5 })
  expect(send(2, record(null, open))).toBeNull()
  expect(send(null, record(open, { ...open, number: 5 }))).toBeNull()
})

test('a hidden score that becomes finished is Added for others, and Changed for its team', () => {
  expect(send(1, record(open, done))).toMatchObject({ diff_type: 'Changed', score: { points: 9 } })
  expect(showChange(record(open, done), 1)?.points_before).toBe(4)
  expect(send(null, record(open, done))).toMatchObject({ diff_type: 'Added', score: { points: 9 } })
  expect(showChange(record(open, done), null)?.points_before).toBe(0)
})

test('V2: a finished hidden score that becomes unfinished is Removed for others, with the points they last saw', () => {
  const gone = { points: 9, rank: 0, number: 0, finished: true }
  expect(send(2, record(done, open))).toMatchObject({ diff_type: 'Removed', score: gone })
  expect(send(1, record(done, open))).toMatchObject({ diff_type: 'Changed', score: { points: 4 } })
})

test('if an edit reveals a score others get it, if an edit hides it they lose it, and its team is sent nothing', () => {
  const [shown, hidden] = [record(open, open, true, false), record(open, open, false, true)]
  expect([send(2, shown)?.diff_type, send(2, hidden)?.diff_type]).toEqual(['Added', 'Removed'])
  expect([send(1, shown), send(1, hidden)]).toEqual([null, null])
})

test('a change without a record of whether progress was hidden uses the current setting', () => {
  const change = { ...record(done, open), hid_before: null }
  expect(send(2, change)?.diff_type).toBe('Removed')
})
