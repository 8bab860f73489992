import { noTimestamp, type ScoreDiff } from '@muster/contract/scores'
import type { ObjectiveId, TeamId } from '@muster/contract/ids'
import { describe, expect, test } from 'vitest'
import type { VisibleChange } from '../scoring/recorded-change.ts'
import {
  noticeDates,
  noticeQueue,
  noticeRanks,
  noticeScores,
  noticeTracking,
  type OpenObjective,
  type PublicView,
} from './find-notices.ts'
import type { Standing } from './notice.ts'

const hour = 3_600_000
const [start, end] = [100 * hour, 148 * hour]

const objective = (id: number, name: string, more: Partial<OpenObjective> = {}): OpenObjective => ({
  id,
  name,
  opens_at: null,
  closes_at: null,
  ...more,
})
const standing = (team_id: number, rank: number, points: number): Standing => ({ team_id, name: `Team ${team_id}`, rank, points })

const view = (objectives: readonly OpenObjective[], standings: readonly Standing[] = []): PublicView => ({
  event: { id: 7, name: 'Autumn Muster', starts_at: start, ends_at: end },
  objectives: new Map(objectives.map((one) => [one.id, one])),
  teams: new Map([
    [1, 'Team 1'],
    [2, 'Team 2'],
  ]),
  standings,
})

let sequence = 0
function change(objective_id: number, team_id: number, points: number, finished: boolean, points_before = 0): VisibleChange {
  const diff: ScoreDiff = {
    objective_id: objective_id as ObjectiveId,
    team_id: team_id as TeamId,
    diff_type: 'Changed',
    score: { points, rank: 1, number: 1, finished, timestamp: noTimestamp },
    sequence: ++sequence,
  }
  return { diff, points_before }
}
const tell = (scene: PublicView, changes: VisibleChange[], before: number[] = [], least = 50) =>
  noticeScores(scene, changes, new Set(before), () => start + 5, least).map(({ kind, values }) => [kind, values])

describe('scores', () => {
  const scene = view([objective(10, 'Headhunter')])

  test('the first team that finishes makes a notice, later ones do not', () => {
    expect(tell(scene, [change(10, 1, 40, true), change(10, 2, 30, true), change(10, 1, 40, true, 40)])).toEqual([
      ['first_finish', { team: 'Team 1', objective: 'Headhunter', points: 40 }],
    ])
    expect(tell(scene, [change(10, 2, 30, true)], [10])).toEqual([])
  })

  test('a gain of at least the limit makes a notice with the points gained', () => {
    expect(tell(scene, [change(10, 1, 99, false, 50), change(10, 1, 149, false, 99), change(10, 1, 0, false, 149)])).toEqual([
      ['big_score', { team: 'Team 1', objective: 'Headhunter', points: 50 }],
    ])
  })

  test('an objective that visitors do not see is not announced, nor is a removed score', () => {
    expect(tell(scene, [change(11, 1, 500, true)])).toEqual([])
    const { diff } = change(10, 1, 500, true)
    expect(tell(scene, [{ diff: { ...diff, diff_type: 'Removed' }, points_before: 500 }])).toEqual([])
  })
})

describe('ranks', () => {
  const before = [standing(1, 1, 100), standing(2, 2, 80)]
  test('are announced when a team passes another', () => {
    const notice = noticeRanks(before, [standing(2, 1, 120), standing(1, 2, 100)], 5)
    expect(notice?.values).toEqual({ moves: 'Team 2 2 to 1, Team 1 1 to 2', leader: 'Team 2', points: 120 })
  })
  test('are not announced without a change of rank, nor for the first points of an event', () => {
    expect(noticeRanks(before, [standing(1, 1, 130), standing(2, 2, 120)], 5)).toBeNull()
    expect(noticeRanks([standing(1, 1, 0), standing(2, 1, 0)], before, 5)).toBeNull()
  })
})

describe('dates', () => {
  const scene = view([
    objective(1, 'From the start', { opens_at: start }),
    objective(2, 'Daily 1', { opens_at: start + hour, closes_at: start + 5 * hour }),
    objective(3, 'Daily 2', { opens_at: start + hour, closes_at: start + 6 * hour }),
    objective(4, 'Until the end', { closes_at: end }),
  ])
  const dates = (from: number, to: number, at = scene) => noticeDates(at, from, to).map(({ kind, values }) => [kind, values])

  test('objectives that open at one moment are one notice; the start of the event has no such notice', () => {
    expect(dates(start - 1, start + hour)).toEqual([['release', { objectives: 'Daily 1, Daily 2', count: 2 }]])
  })
  test('each moment makes one notice, whatever the steps', () => {
    const steps = [
      start - hour,
      start + 1,
      start + hour - 1,
      start + hour,
      start + 3 * hour,
      start + 4 * hour,
      start + 5 * hour,
      end,
    ]
    const told = steps.slice(1).flatMap((to, index) => dates(steps[index] ?? 0, to).map(([kind]) => kind))
    expect(told).toEqual(['release', 'closing_soon', 'closing_soon'])
  })
  test('the closing of an objective that has closed meanwhile is not announced', () => {
    expect(dates(start + 3 * hour, start + 5 * hour + 1)).toEqual([
      ['closing_soon', { objectives: 'Daily 2', count: 1, minutes: 60 }],
    ])
  })
  test('the end makes a notice with the standings', () => {
    const at_end = view([], [standing(2, 1, 1200), standing(1, 2, 90)])
    expect(dates(end - 1, end, at_end)).toEqual([
      ['results', { event: 'Autumn Muster', standings: '1. Team 2 1,200; 2. Team 1 90', leader: 'Team 2', points: 1200 }],
    ])
    expect(dates(end, end + 1, at_end)).toEqual([])
  })
})

test('a long queue makes one notice until it has become short', () => {
  const told: (string | null)[] = []
  let isLong = false
  for (const count of [9, 10, 30, 6, 4, 10]) {
    const read = noticeQueue({ count, oldest_at: start }, isLong, start)
    isLong = read.isLong
    told.push(read.notice?.kind ?? null)
  }
  expect(told).toEqual([null, 'long_queue', null, null, null, 'long_queue'])
  expect(noticeQueue({ count: 1, oldest_at: start }, false, start + 31 * 60_000).notice?.values).toEqual({
    count: 1,
    minutes: 31,
  })
})

test('tracking trouble makes a notice for the team when it begins for another player', () => {
  const found = (players: number[], told: number[]) =>
    noticeTracking(view([]), new Map([[2, players]]), { 2: told }, 5).map(({ team_id, values }) => [team_id, values])
  expect(found([8, 9], [8])).toEqual([[2, { team: 'Team 2', count: 2 }]])
  expect(found([8], [8, 9])).toEqual([])
})
