import fc from 'fast-check'
import { expect, test } from 'vitest'
import { recordChange } from '../scoring/recorded-change.ts'
import type { TeamScore } from '../scoring/score.ts'
import { aScore } from '../scoring/testing/builders.ts'
import { findMomentStreams, linkMoment, type StreamSpan } from './moment-streams.ts'
import { compareTopMoments, createMomentReader, type Moment, type MomentItem, type TimedChange } from './moments.ts'

const item = (id: number, fields: Partial<MomentItem> = {}): MomentItem => ({
  id,
  name: `Objective ${id}`,
  parent_id: id === 1 ? null : 1,
  objective_type: id === 1 ? 'CATEGORY' : 'ITEM',
  hide_progress: false,
  valid_from: null,
  ...fields,
})
const items = [item(1), item(2), item(3), item(4, { objective_type: 'CATEGORY' })]

/** Writes changes as the scorekeeper does; each line is one time of scoring. */
function aLog() {
  const scores = new Map<string, TeamScore>()
  const changes: TimedChange[] = []
  return {
    changes,
    add(at: number, objective_id: number, team_id: number, after: Partial<TeamScore> | null, hides = false) {
      const key = `${objective_id} ${team_id}`
      const before = scores.get(key) ?? null
      const score = after && aScore({ finished: true, timestamp: at, ...after })
      if (score) scores.set(key, score)
      else scores.delete(key)
      const change = recordChange({ objective_id, team_id, before, after: score }, changes.length + 1, {
        before: hides,
        after: hides,
      })
      changes.push({ ...change, changed_at: new Date(at) })
      return this
    },
  }
}
const read = ({ changes }: ReturnType<typeof aLog>, all = items, released = new Set(all.map(({ id }) => id))): Moment[] => {
  const reader = createMomentReader(all, released)
  reader.read(changes)
  return reader.list()
}
const brief = (moments: readonly Moment[]) => moments.map(({ objective_id, team_id, points }) => [objective_id, team_id, points])

test('a gain of points and a finished objective are moments, at the time of their fact', () => {
  const log = aLog()
    .add(5000, 2, 7, { points: 10, finished: false, timestamp: 4000, user_id: 3 })
    .add(9000, 2, 7, { points: 10, timestamp: 8000 })
  expect(read(log)).toMatchObject([
    { sequence: 1, at: 4000, points: 10, user_id: 3, finished: false, is_first: false },
    { sequence: 2, at: 8000, points: 0, finished: true, is_first: true },
  ])
})

test('points that change without a new fact, manual points and progress of a category are not moments', () => {
  const log = aLog()
    .add(1000, 2, 7, { points: 5 })
    .add(2000, 2, 7, { points: 9, timestamp: 1000 })
    .add(3000, 1, 7, { points: 50 })
    .add(4000, 4, 7, { points: 5, finished: false })
    .add(5000, 4, 7, { points: 8 })
  expect(brief(read(log))).toEqual([
    [2, 7, 5],
    [4, 7, 3],
  ])
})

test('the earliest fact finishes first, whichever was scored first', () => {
  const log = aLog().add(9000, 2, 7, { points: 5, timestamp: 8000 }).add(9500, 2, 8, { points: 5, timestamp: 7000 })
  expect(read(log).map(({ team_id, is_first }) => [team_id, is_first])).toEqual([
    [7, false],
    [8, true],
  ])
})

test('a moment disappears with its score, and a finish with its end', () => {
  const log = aLog().add(1000, 2, 7, { points: 5 }).add(1500, 2, 8, { points: 5 }).add(2000, 2, 7, null)
  expect(read(log)).toMatchObject([{ team_id: 8, is_first: true }])
  log.add(3000, 2, 8, { points: 1, finished: false, timestamp: 1500 })
  expect(read(log)).toEqual([])
})

test('a team takes the lead when it alone is ahead of the previous leader, and not with the first points', () => {
  const log = aLog()
    .add(1000, 2, 7, { points: 5 })
    .add(2000, 2, 8, { points: 5 })
    .add(3000, 3, 7, { points: 1 })
    .add(4000, 3, 8, { points: 7 })
  expect(read(log).map(({ sequence, took_lead }) => [sequence, took_lead])).toEqual([
    [1, false],
    [2, false],
    [3, false],
    [4, true],
  ])
})

test('hidden progress and unreleased objectives change nothing, not even the lead', () => {
  const open = aLog().add(1000, 2, 7, { points: 5 }).add(3000, 2, 8, { points: 3 })
  const secret = aLog()
    .add(1000, 2, 7, { points: 5 })
    .add(2000, 3, 8, { points: 100, finished: false }, true)
    .add(2500, 4, 8, { points: 100 })
    .add(3000, 2, 8, { points: 3 })
  const plain = (log: ReturnType<typeof aLog>) => read(log, items, new Set([1, 2, 3])).map(({ sequence: _, ...moment }) => moment)
  expect(plain(secret)).toEqual(plain(open))
})

test('progress that is hidden now is left out although it was visible at the time', () => {
  const log = aLog().add(1000, 2, 7, { points: 5, finished: false }).add(2000, 3, 8, { points: 3 })
  const hiding = items.map((one) => ({ ...one, hide_progress: true }))
  expect(brief(read(log, hiding))).toEqual([[3, 8, 3]])
})

test('moments do not depend on how the changes are divided into reads', () => {
  const step = fc.record({
    wait: fc.nat(2),
    objective_id: fc.integer({ min: 2, max: 4 }),
    team_id: fc.integer({ min: 7, max: 9 }),
    points: fc.nat(9),
    finished: fc.boolean(),
    isGone: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), fc.integer({ min: 1, max: 7 }), (steps, size) => {
      const log = aLog()
      let at = 0
      const present = new Set<string>()
      for (const [place, { wait, objective_id, team_id, points, finished, isGone }] of steps.entries()) {
        at += wait
        const key = `${objective_id} ${team_id}`
        if (isGone && !present.has(key)) continue
        log.add(at, objective_id, team_id, isGone ? null : { points, finished, timestamp: at * 100 + place })
        if (isGone) present.delete(key)
        else present.add(key)
      }
      const reader = createMomentReader(items, new Set([1, 2, 3, 4]))
      for (let from = 0; from < log.changes.length; from += size) reader.read(log.changes.slice(from, from + size))
      expect(reader.list()).toEqual(read(log))
      const firsts = reader.list().filter(({ is_first }) => is_first)
      expect(new Set(firsts.map(({ objective_id }) => objective_id)).size).toBe(firsts.length)
    }),
  )
})

const top = (fields: Partial<Moment>): Moment => ({
  sequence: 1,
  objective_id: 2,
  team_id: 7,
  user_id: null,
  at: 0,
  points: 0,
  finished: true,
  is_first: false,
  took_lead: false,
  ...fields,
})
test('top moments: both marks, then one of them, then points, then the earlier one', () => {
  const both = top({ is_first: true, took_lead: true })
  const first = top({ is_first: true, points: 5 })
  const lead = top({ took_lead: true, points: 9 })
  const many = top({ points: 99 })
  const early = top({ points: 3, at: 1 })
  const late = top({ points: 3, at: 2 })
  expect([late, many, first, early, both, lead].toSorted(compareTopMoments)).toEqual([both, lead, first, many, early, late])
})

const span = (user_id: number, from: number, to: number, fields: Partial<StreamSpan> = {}): StreamSpan => ({
  user_id,
  team_id: 7,
  login: `login${user_id}`,
  started_at: from,
  seen_until: to,
  video: null,
  ...fields,
})

test('streams with a known start give offsets accurate to a second, and never a stream that was not live', () => {
  const second = fc.nat({ max: 400_000 })
  const spans = fc.array(
    fc
      .tuple(fc.integer({ min: 1, max: 6 }), second, fc.nat(50_000))
      .map(([user, from, length]) => span(user, from * 1000, (from + length) * 1000)),
    { maxLength: 12 },
  )
  fc.assert(
    fc.property(spans, fc.nat({ max: 450_000_000 }), fc.option(fc.integer({ min: 1, max: 6 })), (all, at, user_id) => {
      const found = findMomentStreams({ user_id, team_id: 7, at }, all)
      for (const { user_id: live, offset_seconds } of found) {
        const own = all.filter((one) => one.user_id === live && one.started_at <= at && at <= one.seen_until)
        const start = Math.max(...own.map(({ started_at }) => started_at))
        expect(Math.abs(at - start - offset_seconds * 1000)).toBeLessThan(1000)
      }
      const isLive = (user: number | null) =>
        all.some((one) => one.user_id === user && one.started_at <= at && at <= one.seen_until)
      if (isLive(user_id)) expect(found.map((one) => one.user_id)).toEqual([user_id])
      else
        expect(found.length).toBe(Math.min(5, new Set(all.filter((one) => isLive(one.user_id)).map((one) => one.user_id)).size))
    }),
  )
})

test('a stream of another team does not show a moment', () => {
  expect(findMomentStreams({ user_id: null, team_id: 7, at: 5 }, [span(1, 0, 10, { team_id: 8 })])).toEqual([])
})

test('the link leads to the second of the video, counted from the start of the video, or to the channel', () => {
  const at = 3_723_000 + 2000
  const [recorded] = findMomentStreams({ user_id: 1, team_id: 7, at }, [
    span(1, 0, at, { video: { id: '77', started_at: 2000 } }),
  ])
  expect(recorded && linkMoment(recorded)).toBe('https://www.twitch.tv/videos/77?t=1h2m3s')
  const [live] = findMomentStreams({ user_id: 1, team_id: 7, at }, [span(1, 0, at, { login: 'a/b' })])
  expect(live && linkMoment(live)).toBe('https://www.twitch.tv/a%2Fb')
})
