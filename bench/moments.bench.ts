/**
 * The moments of an event of 100,000 changes, all on streams: the longest stretch in which the web process answers nothing else.
 * CHANGES sets the number of changes.
 */
import type { EventId, TeamId } from '@muster/contract/ids'
import type { Db } from '@muster/server/db/connect'
import type { NewRow, Row } from '@muster/server/db/schema'
import { loadMoments } from '@muster/server/features/streams/moments'
import { momentRoutes } from '@muster/server/features/streams/moment-routes'
import { aMember, anEvent, anObjective, aTeam, aUser, eventStart, insertRows } from '@muster/server/testing/builders'
import { openBench } from './bench-context.ts'
import type { BenchResult } from './result.ts'

const changes = Number(process.env['CHANGES'] ?? 100_000)
const [objectives, teams, players, streams] = [200, 20, 100, 60]
const day_ms = 86_400_000
const length_ms = 30 * day_ms

const list = async <T>(count: number, make: (place: number) => Promise<T>): Promise<T[]> => {
  const made: T[] = []
  for (let place = 0; place < count; place++) made.push(await make(place))
  return made
}

/** A month-long event in which every change is a gain of points and every player is always live. */
async function fill(db: Db): Promise<{ event: Row<'events'>; team_id: TeamId | undefined }> {
  const event = await anEvent(db, { is_current: true })
  const root = await anObjective(db, event.id, { objective_type: 'CATEGORY', aggregation: 'NONE' })
  const leaves = await list(objectives, (place) => anObjective(db, event.id, { parent_id: root.id, name: `Objective ${place}` }))
  const sides = await list(teams, (place) => aTeam(db, event.id, { name: `Team ${place}` }))
  const users = await list(players, async (place) => {
    const user = await aUser(db, { display_name: `Player ${place}` })
    const team = sides[place % teams]
    if (team) await aMember(db, team, user.id)
    const account_id = String(place + 1)
    await insertRows(db, 'accounts', {
      user_id: user.id,
      provider: 'twitch',
      account_id,
      name: `tv${place}`,
      handle: `tv${place}`,
    })
    const spans = Array.from({ length: streams }, (_, turn) => {
      const started_at = new Date(eventStart + (turn * length_ms) / streams)
      const seen_until = new Date(started_at.getTime() + length_ms / streams - 1000)
      return {
        twitch_id: account_id,
        stream_id: `${place} ${turn}`,
        started_at,
        seen_until,
        video_id: `${turn}`,
        video_started_at: started_at,
      }
    })
    await insertRows(db, 'stream_spans', spans)
    return user
  })
  await addChanges(db, event.id, { leaves, sides, users })
  await insertRows(db, 'score_cursors', { event_id: event.id, change_sequence: changes })
  return { event, team_id: sides[0]?.id }
}

/** Each score rises by one point whenever its turn comes. */
async function addChanges(
  db: Db,
  event_id: EventId,
  { leaves, sides, users }: { leaves: Row<'objectives'>[]; sides: Row<'teams'>[]; users: Row<'users'>[] },
): Promise<void> {
  const makeChange = (place: number): NewRow<'score_changes'>[] => {
    const [leaf, turn] = [leaves[place % objectives], Math.floor(place / objectives) % teams]
    const [side, user] = [sides[turn], users[turn]]
    if (!leaf || !side || !user) return []
    const points = Math.floor(place / (objectives * teams)) + 1
    const at = new Date(eventStart + ((place + 1) * length_ms) / changes)
    const score = { points, rank: 1, number: place, finished: false, timestamp: at, user_id: user.id }
    const isFirst = points === 1
    return [
      {
        event_id,
        sequence: place + 1,
        changed_at: at,
        objective_id: leaf.id,
        team_id: side.id,
        ...score,
        diff_type: isFirst ? 'Added' : 'Changed',
        field_diff: isFirst ? [] : ['Points'],
        hide_progress: false,
        hid_before: false,
        points_before: isFirst ? null : points - 1,
        finished_before: isFirst ? null : false,
      },
    ]
  }
  for (let from = 0; from < changes; from += 2000) {
    const places = Array.from({ length: Math.min(2000, changes - from) }, (_, place) => from + place)
    await insertRows(db, 'score_changes', places.flatMap(makeChange))
  }
}

/** The longest turn of the event loop during some work, in processor time, which other programs do not affect. */
async function watchTurns(work: () => Promise<unknown>): Promise<{ longest_ms: number; took_ms: number }> {
  let [longest, isOver] = [0, false]
  let before = process.threadCpuUsage()
  const turn = () => {
    const { user, system } = process.threadCpuUsage(before)
    longest = Math.max(longest, user + system)
    before = process.threadCpuUsage()
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  const began = performance.now()
  await work()
  isOver = true
  return { longest_ms: longest / 1000, took_ms: performance.now() - began }
}

export async function run(): Promise<BenchResult[]> {
  const bench = await openBench()
  try {
    const ctx = { ...bench.ctx, clock: { ...bench.ctx.clock, now: () => eventStart + length_ms } }
    const { event, team_id } = await fill(ctx.db)
    const newest = async () => {
      const { moments } = await loadMoments(ctx, event, { order: 'newest', limit: 50 })
      if (moments.length < 50) throw new Error('the event has no moments')
    }
    const works = {
      'the first answer': newest,
      'the second answer': newest,
      'the best 200 of a team': () => loadMoments(ctx, event, { team_id, order: 'top', limit: 200 }),
      'the table': () => momentRoutes.getMomentTable.load({ ctx, event, query: {} } as never),
    }
    const results: BenchResult[] = []
    for (const [name, work] of Object.entries(works)) {
      const { longest_ms, took_ms } = await watchTurns(work)
      const note = `${changes.toLocaleString('en')} changes; took ${Math.round(took_ms)} ms`
      results.push({ name: `${name}: longest stretch`, value: longest_ms, unit: 'ms', at_most: 50, note })
    }
    return results
  } finally {
    await bench.close()
  }
}
