import type { Submission } from '@muster/contract/submissions'
import { describe, expect, it } from 'vitest'
import { checkSubmission, isPicture, listLinks, listQueue, stepAfter, stepFrom } from './desk.ts'
import { readDeskSearch } from './desk-search.ts'

const at = (minutes: number) => new Date(Date.UTC(2026, 10, 21, 12) + minutes * 60_000).toISOString()
const aSubmission = (fields: Partial<Record<keyof Submission, unknown>> = {}) =>
  ({
    id: 1,
    objective_id: 50,
    team_id: 1,
    user_id: 10,
    timestamp: at(0),
    number: 1,
    proof: 'https://clips.example/1',
    comment: '',
    item_name: null,
    suspicions: [],
    recheck: null,
    recheck_at: null,
    submitted_at: at(5),
    approval_status: 'PENDING',
    review_comment: null,
    reviewer_id: null,
    reviewed_at: null,
    version: 1,
    ...fields,
  }) as Submission

const queue = [
  aSubmission({ id: 1, submitted_at: at(20) }),
  aSubmission({ id: 2, submitted_at: at(10) }),
  aSubmission({ id: 3, approval_status: 'APPROVED', reviewed_at: at(30), reviewer_id: 7 }),
  aSubmission({ id: 4, approval_status: 'REJECTED', reviewed_at: at(40), reviewer_id: 8 }),
]
const ids = (list: readonly Submission[]) => list.map(({ id }) => id)

describe('the queue', () => {
  it('has the longest wait first, and the latest decision first', () => {
    expect(ids(listQueue(queue, 'waiting', 7))).toEqual([2, 1])
    expect(ids(listQueue(queue, 'decided', 7))).toEqual([4, 3])
    expect(ids(listQueue(queue, 'mine', 7))).toEqual([3])
  })

  it('stops at its ends', () => {
    const waiting = listQueue(queue, 'waiting', 7)
    expect(stepFrom(waiting, undefined, 1)).toBe(2)
    expect(stepFrom(waiting, 2, 1)).toBe(1)
    expect(stepFrom(waiting, 1, 1)).toBe(1)
    expect(stepFrom(waiting, 2, -1)).toBe(2)
    expect(stepFrom([], 2, 1)).toBeUndefined()
  })

  it('continues with the next entry after a decision, and with the previous one at its end', () => {
    const waiting = listQueue(queue, 'waiting', 7)
    expect(stepAfter(waiting, 2)).toBe(1)
    expect(stepAfter(waiting, 1)).toBe(2)
    expect(stepAfter(waiting.slice(0, 1), 2)).toBeUndefined()
  })

  it('ignores unknown values of the address', () => {
    expect(readDeskSearch({ view: 'all', by: 'team', submission: '-1' })).toEqual({
      view: undefined,
      by: undefined,
      submission: undefined,
    })
    expect(readDeskSearch({ view: 'mine', by: 'player', submission: '12' })).toEqual({
      view: 'mine',
      by: 'player',
      submission: 12,
    })
  })
})

describe('a proof', () => {
  it('is searched for its addresses, each once', () => {
    const text = 'https://a.example/1.png, then https://b.example and https://a.example/1.png; javascript:alert(1) http://%'
    expect(listLinks(text).map(({ href }) => href)).toEqual(['https://a.example/1.png', 'https://b.example/'])
  })

  it.each([
    ['https://a.example/1.png', true],
    ['https://a.example/1.JPEG?size=2', true],
    ['http://a.example/1.png', false],
    ['https://a.example/1.svg', false],
    ['https://a.example/page?name=1.png', false],
  ])('at %s is a picture: %s', (href, expected) => {
    expect(isPicture(href)).toBe(expected)
  })
})

describe('the checks', () => {
  const setting = {
    all: [] as Submission[],
    event: { from: Date.parse(at(-60)), to: Date.parse(at(60)) },
    objective: { valid_from: null as number | null, valid_to: null as number | null, required_number: 1 },
    hasValue: true,
  }
  const kinds = (submission: Submission, more: Partial<typeof setting> = {}) =>
    checkSubmission(submission, { ...setting, ...more }).map(({ kind }) => kind)

  it('find nothing in a good one', () => {
    expect(kinds(aSubmission())).toEqual(['in_time', 'has_proof'])
  })

  it.each([
    ['a time before the event', { timestamp: at(-61) }, {}, 'outside_event'],
    [
      'a time after the objective',
      {},
      { objective: { ...setting.objective, valid_to: Date.parse(at(-1)) } },
      'outside_objective',
    ],
    ['a late claim', { submitted_at: at(361) }, {}, 'sent_later'],
    ['a value that is too low', { number: 0 }, {}, 'too_low'],
    ['no proof', { proof: ' ' }, {}, 'no_proof'],
    ['a proof without a link', { proof: 'ask Ada' }, {}, 'no_link'],
    ['another submission’s proof', {}, { all: [aSubmission({ id: 9, team_id: 2 })] }, 'same_proof'],
    [
      'a team that already has one',
      {},
      { all: [aSubmission({ id: 9, proof: '', approval_status: 'APPROVED' })] },
      'has_approved',
    ],
  ])('name %s', (_, fields, more, kind) => {
    expect(kinds(aSubmission(fields), more)).toContain(kind)
  })

  it('do not compare the submissions of one report, and items add up', () => {
    const report = { item_name: 'Chaos Orb', number: 0 }
    const all = [aSubmission({ ...report, id: 9, objective_id: 51 })]
    expect(kinds(aSubmission(report), { all })).toEqual(['in_time', 'has_proof'])
    expect(kinds(aSubmission(report), { all: [aSubmission({ ...report, id: 9, user_id: 11 })] })).toContain('same_proof')
  })

  it('do not check a value if none is required, and do not compare a submission with itself', () => {
    expect(kinds(aSubmission({ number: 0 }), { hasValue: false })).toEqual(['in_time', 'has_proof'])
    expect(kinds(aSubmission(), { all: [aSubmission()] })).toEqual(['in_time', 'has_proof'])
  })
})
