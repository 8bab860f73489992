import { noTimestamp, type ScoreChange, type ScoreDiff, type ScoreHistory } from '@muster/contract/scores'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Row } from '../../db/schema.ts'
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
  insertRows,
} from '../../testing/builders.ts'
import { useTestServer } from '../../testing/use-server.ts'

const server = useTestServer()
let event: Row<'events'>
let one: Row<'teams'>
let two: Row<'teams'>
let open: Row<'objectives'>
let secret: Row<'objectives'>
let ofOne: Record<string, string>
let ofTwo: Record<string, string>

beforeEach(async () => {
  server.setNow(testNow)
  const { db } = server
  event = await anEvent(db)
  ;[one, two] = [await aTeam(db, event.id), await aTeam(db, event.id)]
  ;[open, secret] = [await anObjective(db, event.id), await anObjective(db, event.id, { hide_progress: true })]
  const [playerOne, playerTwo] = [await aUser(db), await aUser(db)]
  await aMember(db, one, playerOne.id)
  await aMember(db, two, playerTwo.id)
  ;[ofOne, ofTwo] = [await server.as(playerOne), await server.as(playerTwo)]
})

const score = (
  objective: Row<'objectives'>,
  team: Row<'teams'>,
  points: number | null,
  more: { finished?: boolean; at?: number; number?: number; user_id?: Row<'users'>['id'] } = {},
) => aScoreChange(server.db, { event_id: event.id, objective, team_id: team.id, points, ...more })
const latest = (headers = {}) => server.get(`/events/${event.id}/scores/latest`, headers)
const changes = async (query = '', headers = {}) =>
  (await server.get(`/events/${event.id}/scores/changes${query}`, headers)).json<ScoreChange[]>()
const history = async (query = '', headers = {}) =>
  (await server.get(`/events/${event.id}/scores/history${query}`, headers)).json<ScoreHistory>()

describe('the latest scores', () => {
  it('of an event without any are an empty list with the number 0', async () => {
    const answer = await latest()
    expect([answer.statusCode, answer.json(), answer.headers['x-score-sequence']]).toEqual([200, [], '0'])
  })

  it('D-50: have the number of the state and of each score', async () => {
    const user = await aUser(server.db)
    await score(open, one, 10, { user_id: user.id })
    await score(open, two, 7, { finished: false })
    await score(open, one, 12, { user_id: user.id })
    const answer = await latest()
    expect(answer.headers['x-score-sequence']).toBe('3')
    expect(answer.json()).toEqual([
      {
        objective_id: open.id,
        team_id: one.id,
        diff_type: 'Unchanged',
        score: { points: 12, rank: 0, number: 1, finished: true, timestamp: testNow / 1000, user_id: user.id },
        sequence: 3,
      },
      {
        objective_id: open.id,
        team_id: two.id,
        diff_type: 'Unchanged',
        score: { points: 7, rank: 0, number: 1, finished: false, timestamp: testNow / 1000 },
        sequence: 2,
      },
    ])
  })

  it('without a time show the year one', async () => {
    await score(open, one, 1)
    await server.db.updateTable('scores').set({ timestamp: null }).execute()
    expect((await latest()).json<ScoreDiff[]>()[0]?.score.timestamp).toBe(noTimestamp)
  })

  it('hide unfinished progress from everyone outside the team', async () => {
    await score(secret, one, 5, { finished: false })
    await score(secret, two, 9, { finished: true })
    const seen = async (headers = {}) => (await latest(headers)).json<ScoreDiff[]>().map((diff) => diff.team_id)
    expect(await seen()).toEqual([two.id])
    expect(await seen(ofOne)).toEqual([one.id, two.id])
    expect(await seen(ofTwo)).toEqual([two.id])
    const admin = await server.as(await aUser(server.db, { permissions: ['admin'] }))
    expect(await seen(admin)).toEqual([two.id])
  })

  it('have other tags for other audiences and other numbers', async () => {
    const tags = []
    for (const headers of [{}, ofOne]) tags.push((await latest(headers)).headers.etag)
    await score(secret, one, 5, { finished: false })
    for (const headers of [{}, ofOne]) tags.push((await latest(headers)).headers.etag)
    // The public list is empty before and after, but its number has changed.
    expect(new Set(tags).size).toBe(3)
  })
})

describe('the changes', () => {
  it('come newest first, page by page, each with its previous state', async () => {
    for (const points of [1, 2, 3, 4, 5]) await score(open, one, points)
    const first = await changes('?limit=2')
    expect(first).toMatchObject([
      { sequence: 5, diff_type: 'Changed', points_before: 4, score: { points: 5 }, changed_at: testNow / 1000 },
      { sequence: 4, diff_type: 'Changed', points_before: 3 },
    ])
    expect((await changes('?limit=2&before=4')).map((change) => change.sequence)).toEqual([3, 2])
    expect(await changes('?before=2')).toMatchObject([{ sequence: 1, diff_type: 'Added', points_before: 0 }])
    expect(await changes('?before=1')).toEqual([])
  })

  it('that are hidden are left out, and a newly visible one starts from nothing', async () => {
    await score(secret, one, 5, { finished: false })
    await score(open, two, 1)
    await score(secret, one, 9, { finished: true })
    expect((await changes()).map(({ sequence, diff_type, points_before }) => ({ sequence, diff_type, points_before }))).toEqual([
      { sequence: 3, diff_type: 'Added', points_before: 0 },
      { sequence: 2, diff_type: 'Added', points_before: 0 },
    ])
    expect(await changes('', ofOne)).toMatchObject([{ sequence: 3, diff_type: 'Changed', points_before: 5 }, {}, { sequence: 1 }])
    expect(await changes('', ofTwo)).toMatchObject([{ sequence: 3, diff_type: 'Added', points_before: 0 }, { sequence: 2 }])
  })

  it('that are hidden again disappear for others, without the new progress', async () => {
    await score(secret, one, 9, { finished: true, number: 100 })
    await score(secret, one, 3, { finished: false, number: 42 })
    const [gone] = await changes()
    expect(gone).toMatchObject({ sequence: 2, diff_type: 'Removed', points_before: 9, score: { points: 9, number: 0 } })
    expect(await changes('', ofOne)).toMatchObject([{ diff_type: 'Changed', score: { points: 3, number: 42 } }, {}])
  })

  it('page across hidden ones without losing any', async () => {
    for (const points of [1, 2, 3]) {
      await score(open, two, points)
      await score(secret, one, points, { finished: false })
    }
    const first = await changes('?limit=2')
    expect(first.map((change) => change.sequence)).toEqual([5, 3])
    expect((await changes(`?limit=2&before=3`)).map((change) => change.sequence)).toEqual([1])
  })

  it('after a number come oldest first, so that a program that asks again and again gets each once', async () => {
    for (const points of [1, 2, 3]) await score(open, one, points)
    await score(secret, one, 4, { finished: false })
    await score(open, two, 5)
    const numbers = async (after: number, headers = {}) =>
      (await changes(`?after=${after}&limit=2`, headers)).map(({ sequence }) => sequence)
    expect([await numbers(0), await numbers(2), await numbers(5)]).toEqual([[1, 2], [3, 5], []])
    expect(await numbers(2, ofOne)).toEqual([3, 4])
    const { headers } = await server.get(`/events/${event.id}/scores/changes?after=9`)
    expect(headers['x-score-sequence']).toBe('5')
    const again = await server.get(`/events/${event.id}/scores/changes?after=9`, { 'if-none-match': String(headers.etag) })
    expect(again.statusCode).toBe(304)
  })

  it('after a number are refused where some of them were removed', async () => {
    for (const points of [1, 2, 3]) await score(open, one, points)
    await server.db.deleteFrom('score_changes').where('event_id', '=', event.id).where('sequence', '=', 1).execute()
    const after = (number: number) => server.get(`/events/${event.id}/scores/changes?after=${number}`)
    expect([(await after(1)).statusCode, (await after(3)).statusCode]).toEqual([200, 200])
    expect((await after(0)).json()).toMatchObject({ code: 'changes_removed' })
  })

  it('of a period are those within it, both ends included', async () => {
    for (const second of [10, 20, 30]) await score(open, one, second, { at: eventStart + second * 1000 + 400 })
    const start = eventStart / 1000
    const pointsOf = async (query: string) => (await changes(query)).map((change) => change.score.points)
    expect(await pointsOf(`?from=${start + 10}&to=${start + 20}`)).toEqual([20, 10])
    expect(await pointsOf(`?from=${start + 21}`)).toEqual([30])
    expect(await pointsOf(`?to=${start + 9}`)).toEqual([])
  })

  it('of points alone leave out changes of a number only, as far as the caller sees it', async () => {
    await score(open, one, 0, { finished: false, number: 3 })
    await score(open, one, 0, { finished: false, number: 4 })
    await score(open, one, 10, { number: 5 })
    await score(secret, one, 7, { finished: false, number: 1 })
    await score(secret, one, 7, { number: 2 })
    const sequences = async (headers = {}) => (await changes('?only=points', headers)).map(({ sequence }) => sequence)
    expect(await sequences()).toEqual([5, 3])
    expect(await sequences(ofOne)).toEqual([4, 3])
  })

  it('of one team leave out other teams, and show a caller no more than before', async () => {
    await score(open, one, 5)
    await score(secret, one, 7, { finished: false })
    await score(open, two, 10)
    const sequences = async (team: Row<'teams'>, headers = {}) =>
      (await changes(`?team_id=${team.id}`, headers)).map(({ sequence }) => sequence)
    expect(await sequences(one)).toEqual([1])
    expect(await sequences(one, ofOne)).toEqual([2, 1])
    expect(await sequences(two, ofOne)).toEqual([3])
  })

  it.each(['only=x', 'team_id=0', 'from=-1', 'to=1.5', 'limit=0', 'limit=201', 'limit=x', 'before=0', 'before=-1', 'before=1.5'])(
    'refuse ?%s with the name of the parameter',
    async (query) => {
      const answer = await server.get(`/events/${event.id}/scores/changes?${query}`)
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toMatchObject({ code: 'invalid_request', problems: [{ field: query.split('=')[0] }] })
    },
  )
})

describe('the history', () => {
  const start = eventStart / 1000
  const at = (second: number) => ({ at: eventStart + second * 1000 })

  it('starts at the beginning of the event, for every team, and ends now', async () => {
    expect(await history()).toEqual({
      from: start,
      to: testNow / 1000,
      teams: [
        { team_id: one.id, steps: [[start, 0]] },
        { team_id: two.id, steps: [[start, 0]] },
      ],
    })
  })

  it('steps through the totals of each team', async () => {
    const other = await anObjective(server.db, event.id)
    await score(open, one, 10, at(10))
    await score(other, one, 5, at(20))
    await score(open, two, 1, at(20))
    await score(open, one, 4, at(30))
    await score(other, one, null, at(40))
    expect((await history()).teams).toEqual([
      {
        team_id: one.id,
        steps: [
          [start, 0],
          [start + 10, 10],
          [start + 20, 15],
          [start + 30, 9],
          [start + 40, 4],
        ],
      },
      {
        team_id: two.id,
        steps: [
          [start, 0],
          [start + 20, 1],
        ],
      },
    ])
  })

  it('of a branch counts it and everything below it, and nothing for an unknown one', async () => {
    const branch = await anObjective(server.db, event.id, { objective_type: 'CATEGORY', aggregation: 'NONE' })
    const set = await anObjective(server.db, event.id, { parent_id: branch.id, objective_type: 'CATEGORY', aggregation: 'NONE' })
    const leaf = await anObjective(server.db, event.id, { parent_id: set.id })
    await score(open, one, 100, at(5))
    await score(leaf, one, 10, at(10))
    await score(set, one, 1, at(20))
    const stepsOf = async (id: number) => (await history(`?objective_id=${id}`)).teams[0]?.steps
    expect(await stepsOf(branch.id)).toEqual([
      [start, 0],
      [start + 10, 10],
      [start + 20, 11],
    ])
    expect(await stepsOf(leaf.id)).toEqual([
      [start, 0],
      [start + 10, 10],
    ])
    const elsewhere = await anObjective(server.db, (await anEvent(server.db)).id)
    expect(await stepsOf(elsewhere.id)).toEqual([[start, 0]])
    expect((await server.get(`/events/${event.id}/scores/history?objective_id=0`)).statusCode).toBe(400)
  })

  it('of a period begins with the total at its start and ends with that at its end', async () => {
    await score(open, one, 10, at(10))
    await score(open, one, 20, at(20))
    await score(open, one, 30, at(30))
    expect((await history(`?from=${start + 15}&to=${start + 20}`)).teams[0]?.steps).toEqual([
      [start + 15, 10],
      [start + 20, 20],
    ])
    expect((await history(`?from=${start + 20}`)).teams[0]?.steps).toEqual([
      [start + 20, 20],
      [start + 30, 30],
    ])
  })

  it("counts hidden progress for the viewer's team only", async () => {
    await score(secret, one, 50, { ...at(10), finished: false })
    await score(open, one, 1, at(20))
    await score(secret, one, 60, { ...at(30), finished: true })
    const steps = async (headers = {}) => (await history('', headers)).teams[0]?.steps
    const forOthers = [
      [start, 0],
      [start + 20, 1],
      [start + 30, 61],
    ]
    expect(await steps()).toEqual(forOthers)
    expect(await steps(ofTwo)).toEqual(forOthers)
    expect(await steps(ofOne)).toEqual([
      [start, 0],
      [start + 10, 50],
      [start + 20, 51],
      [start + 30, 61],
    ])
  })

  it('is thinned evenly and stays exact at both ends', async () => {
    // Written in one transaction: a thousand would take too long.
    await score(open, one, 1, at(1))
    const { by_rule: _, ...first } = await server.db
      .selectFrom('score_changes')
      .selectAll()
      .where('event_id', '=', event.id)
      .executeTakeFirstOrThrow()
    const later = Array.from({ length: 1199 }, (_, place) => ({
      ...first,
      sequence: place + 2,
      changed_at: new Date(eventStart + (place + 2) * 1000),
      diff_type: 'Changed' as const,
      field_diff: ['Points' as const],
      points_before: place + 1,
      finished_before: true,
      points: place + 2,
    }))
    await insertRows(server.db, 'score_changes', later)
    await server.db.updateTable('score_cursors').set({ change_sequence: 1200 }).where('event_id', '=', event.id).execute()
    const all = (await history(`?to=${start + 1200}`)).teams[0]?.steps ?? []
    expect(all.length).toBeGreaterThan(400)
    expect(all.length).toBeLessThanOrEqual(501)
    expect(all[0]).toEqual([start, 0])
    expect(all.at(-1)).toEqual([start + 1200, 1200])
    expect(all.every(([second, total]) => total === second - start)).toBe(true)
    const gaps = all.slice(1).map(([second], place) => second - (all[place]?.[0] ?? 0))
    expect(Math.max(...gaps)).toBeLessThanOrEqual(6)
  })

  it('continues after the end of the event only up to the last scored change', async () => {
    await score(open, one, 10, at(10))
    server.setNow(eventEnd + 86_400_000)
    expect((await history()).to).toBe(eventEnd / 1000)
    await score(open, one, 12, { at: eventEnd + 5000 })
    expect(await history()).toMatchObject({
      to: eventEnd / 1000 + 5,
      teams: [{ steps: [{}, {}, [eventEnd / 1000 + 5, 12]] }, {}],
    })
  })

  it('refuses a start after its end, and accepts distant times', async () => {
    const answer = await server.get(`/events/${event.id}/scores/history?from=20&to=10`)
    expect(answer.json()).toMatchObject({ code: 'invalid_request', problems: [{ field: 'from' }] })
    expect((await server.get(`/events/${event.id}/scores/history?from=0&to=253402300799`)).statusCode).toBe(200)
    expect((await server.get(`/events/${event.id}/scores/history?from=253402300799`)).statusCode).toBe(200)
    expect((await server.get(`/events/${event.id}/scores/history?from=253402300800`)).statusCode).toBe(400)
  })
})
