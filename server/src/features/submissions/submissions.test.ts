import { describe, expect, it } from 'vitest'
import {
  aMember,
  anEvent,
  anObjective,
  aScoreChange,
  aTeam,
  aUser,
  eventEnd,
  eventStart,
  testNow,
} from '../../testing/builders.ts'
import { answerOf, timeText, useBountyEvent } from '../../testing/bounties.ts'
import { useTestServer } from '../../testing/use-server.ts'

const server = useTestServer()
const world = useBountyEvent(server)

describe('a submission', () => {
  it('is answered with 201, waits for review, and does not count yet', async () => {
    const helpers = { 'timestamp-date': '2026-01-16', 'timestamp-time': '19:00' }
    const answer = await world.submit(world.ada, world.claim({ comment: 'in one go', id: null, ...helpers }))
    expect(answer.statusCode).toBe(201)
    const submission = {
      id: expect.any(Number),
      objective_id: world.bounty.id,
      team_id: world.red.id,
      user_id: world.ada.id,
      timestamp: timeText(testNow - 1000),
      number: 7,
      proof: 'https://clips.test/1',
      comment: 'in one go',
      item_name: null,
      counts_as: null,
      same_item_as: null,
      suspicions: [],
      recheck: null,
      recheck_at: null,
      is_appealed: false,
      submitted_at: timeText(testNow),
      approval_status: 'PENDING',
      review_comment: null,
      reviewer_id: null,
      reviewed_at: null,
      version: 1,
    }
    expect(answer.json()).toEqual(submission)
    expect(await world.list()).toEqual([submission])
    expect((await world.readLedger()).rows).toEqual([])
  })

  it('needs neither a number nor a comment', async () => {
    const { objective_id, timestamp } = world.claim()
    const answer = await world.submit(world.ada, { objective_id, timestamp, number: null })
    expect(answer.json()).toMatchObject({ number: 0, proof: '', comment: '' })
  })

  it('is for members of a team only', async () => {
    expect(answerOf(await world.submit(await aUser(server.db)))).toEqual([403, 'not_allowed'])
    expect(answerOf(await world.submit(world.judge))).toEqual([403, 'not_allowed'])
  })

  it('that repeats an earlier one is refused', async () => {
    await world.submit(world.ada)
    const again = await world.submit(world.ada, world.claim({ number: 8 }))
    expect(answerOf(again)).toEqual([400, 'invalid_request'])
    expect(again.json()).toMatchObject({ problems: [{ field: 'timestamp' }] })
  })

  it.each([
    ['no objective', { objective_id: undefined }, 'objective_id'],
    ['the objective 0', { objective_id: 0 }, 'objective_id'],
    ['no time', { timestamp: undefined }, 'timestamp'],
    ['an empty time', { timestamp: '' }, 'timestamp'],
    ['a time without a zone', { timestamp: '2026-01-16T19:00:00' }, 'timestamp'],
    ['D-12: a negative number', { number: -1 }, 'number'],
    ['D-12: a broken number', { number: 1.5 }, 'number'],
    ['D-12: a number beyond all limits', { number: 1e16 }, 'number'],
    ['D-28: the id 0', { id: 0 }, 'id'],
    ['a book as proof', { proof: 'x'.repeat(4001) }, 'proof'],
  ])('with %s names the field', async (_, more, field) => {
    const answer = await world.submit(world.ada, world.claim(more))
    expect(answerOf(answer)).toEqual([400, 'invalid_request'])
    expect(answer.json()).toMatchObject({ problems: [{ field }] })
  })
})

describe('D-12: the objective and the time', () => {
  it.each([
    ['the future', testNow + 60_001],
    ['before the event', eventStart - 1],
    ['after the event', eventEnd + 1],
  ])('cannot be from %s', async (_, at) => {
    const answer = await world.submit(world.ada, world.claim({ timestamp: timeText(at) }))
    expect(answer.json()).toMatchObject({ code: 'invalid_request', problems: [{ field: 'timestamp' }] })
  })

  it('accepts a clock that is a little fast', async () => {
    expect(await world.submitted(world.ada, world.claim({ timestamp: timeText(testNow + 5000) }))).toMatchObject({
      timestamp: timeText(testNow),
    })
  })

  it('must be within the window of the objective', async () => {
    const { id: objective_id } = await world.aBounty({ valid_from: new Date(testNow - 500), valid_to: new Date(testNow + 500) })
    expect(answerOf(await world.submit(world.ada, world.claim({ objective_id })))).toEqual([400, 'invalid_request'])
    expect((await world.submit(world.ada, world.claim({ objective_id, timestamp: timeText(testNow) }))).statusCode).toBe(201)
  })

  it('ends with the event', async () => {
    server.setNow(eventEnd + 1)
    expect(answerOf(await world.submit(world.ada, world.claim({ timestamp: timeText(eventEnd) })))).toEqual([400, 'event_over'])
  })

  it('needs an objective with submissions', async () => {
    const { id: objective_id } = await anObjective(server.db, world.event.id, { parent_id: world.root.id })
    const answer = await world.submit(world.ada, world.claim({ objective_id }))
    expect(answer.json()).toMatchObject({ code: 'invalid_request', problems: [{ field: 'objective_id' }] })
  })

  it('D-11: is not found if it belongs to another event, or to none', async () => {
    const other = await anEvent(server.db)
    const { id } = await world.aBounty({ parent_id: null }, other.id)
    expect(answerOf(await world.submit(world.ada, world.claim({ objective_id: id })))).toEqual([404, 'objective_not_found'])
    expect(answerOf(await world.submit(world.ada, world.claim({ objective_id: 999_999 })))).toEqual([404, 'objective_not_found'])
  })

  it('is not found before it opens, nor below an unopened parent', async () => {
    const later = await world.aBounty({ valid_from: new Date(testNow + 1) })
    const below = await world.aBounty({ parent_id: later.id })
    for (const { id } of [later, below]) {
      expect(answerOf(await world.submit(world.ada, world.claim({ objective_id: id })))).toEqual([404, 'objective_not_found'])
    }
  })
})

describe('an edit', () => {
  it('replaces the content, and keeps team and review', async () => {
    const { id } = await world.submitted(world.ada)
    await world.review(id, 'REJECTED', world.judge, { review_comment: 'which one?' })
    await server.db.updateTable('team_users').set({ team_id: world.blue.id }).where('user_id', '=', world.ada.id).execute()
    const second = await world.aBounty()
    server.setNow(testNow + 5000)
    const body = { id, objective_id: second.id, timestamp: timeText(testNow), number: 9, proof: 'b', comment: 'c' }
    const answer = await world.submit(world.ada, body)
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toEqual({
      ...body,
      team_id: world.red.id,
      user_id: world.ada.id,
      item_name: null,
      counts_as: null,
      same_item_as: null,
      suspicions: [],
      recheck: null,
      recheck_at: null,
      is_appealed: false,
      submitted_at: timeText(testNow + 5000),
      approval_status: 'REJECTED',
      review_comment: 'which one?',
      reviewer_id: world.judge.id,
      reviewed_at: timeText(testNow),
      version: 3,
    })
  })

  it('of an approved one makes it pending and retracts its facts', async () => {
    const { id } = await world.submitted(world.ada)
    await world.review(id, 'APPROVED')
    expect((await world.submit(world.ada, world.claim({ id, number: 8 }))).json()).toMatchObject({
      approval_status: 'PENDING',
      number: 8,
    })
    const { rows, unretracted } = await world.readLedger()
    expect(unretracted).toEqual([])
    expect(rows.at(-1)).toMatchObject({
      kind: 'retraction',
      author_id: world.ada.id,
      reason: `Submission ${id} changed by its author`,
    })
  })

  it('is for its author only', async () => {
    const { id } = await world.submitted(world.ada)
    expect(answerOf(await world.submit(world.ben, world.claim({ id, number: 1 })))).toEqual([403, 'not_allowed'])
    expect(await world.list()).toMatchObject([{ number: 7, user_id: world.ada.id }])
  })

  it('cannot repeat another submission, and then changes nothing', async () => {
    const [first, second] = [
      await world.submitted(world.ada),
      await world.submitted(world.ada, world.claim({ timestamp: timeText(testNow) })),
    ]
    await world.review(second.id, 'APPROVED')
    const answer = await world.submit(world.ada, world.claim({ id: second.id, timestamp: first.timestamp }))
    expect(answer.json()).toMatchObject({ code: 'invalid_request', problems: [{ field: 'timestamp' }] })
    expect((await world.readLedger()).unretracted).toHaveLength(1)
  })

  it('D-11: of a submission of another event, or of none, finds nothing', async () => {
    const { id } = await world.submitted(world.ada)
    const other = await anEvent(server.db)
    await aMember(server.db, await aTeam(server.db, other.id), world.ada.id)
    expect(answerOf(await world.submit(world.ada, world.claim({ id }), other.id))).toEqual([404, 'submission_not_found'])
    expect(answerOf(await world.submit(world.ada, world.claim({ id: 999_999 })))).toEqual([404, 'submission_not_found'])
  })
})

describe('the list', () => {
  it('D-17: hides claims on hidden progress from other teams until they are reviewed and the team has finished', async () => {
    const hidden = await world.aBounty({ hide_progress: true })
    const { id } = await world.submitted(world.ada, world.claim({ objective_id: hidden.id }))
    const seenBy = async () => {
      const lists = await Promise.all([world.list(world.ada), world.list(world.ben), world.list(), world.list(world.judge)])
      return lists.map((one) => one.some((submission) => submission.id === id))
    }
    expect(await seenBy()).toEqual([true, false, false, true])
    await world.review(id, 'APPROVED')
    expect(await seenBy()).toEqual([true, false, false, true])
    await aScoreChange(server.db, { event_id: world.event.id, objective: hidden, team_id: world.red.id, points: 5 })
    expect(await seenBy()).toEqual([true, true, true, true])
    await world.review(id, 'PENDING')
    expect(await seenBy()).toEqual([true, false, false, true])
  })

  it('D-17: hides objectives that open later', async () => {
    const { id } = await world.submitted(world.ada)
    await server.db
      .updateTable('objectives')
      .set({ valid_from: new Date(testNow + 1) })
      .where('id', '=', world.bounty.id)
      .execute()
    expect([await world.list(), await world.list(world.ada)]).toEqual([[], []])
    expect(await world.list(world.judge)).toMatchObject([{ id }])
  })

  it('comes in pages on request, oldest first', async () => {
    const ids = []
    for (const second of [3, 2, 1])
      ids.push((await world.submitted(world.ada, world.claim({ timestamp: timeText(testNow - second * 1000) }))).id)
    expect((await world.list()).map((one) => one.id)).toEqual(ids)
    expect((await world.list(undefined, `?after=${ids[0]}&limit=1`)).map((one) => one.id)).toEqual([ids[1]])
  })
})
