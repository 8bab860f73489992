import type { PlayerRecord, RecordSharing } from '@muster/contract/records'
import type { Receipt } from '@muster/contract/receipts'
import type { Score } from '@muster/contract/scores'
import { beforeEach, describe, expect, it } from 'vitest'
import { recordDefinition } from '../../db/definition.ts'
import { aScoreChange, aUser, eventEnd, testNow, insertRows } from '../../testing/builders.ts'
import { recordScene, type User, type World } from '../../testing/record-scene.ts'
import { useTestServer } from '../../testing/use-server.ts'

const hour = 3_600_000

const server = useTestServer()

const { headersOf, ask, read, share, aCharacter, aSample, aWorld, score } = recordScene(server)

describe('the record of a player', () => {
  let world: World
  beforeEach(async () => {
    server.setNow(testNow)
    world = await aWorld()
    await share(world.ada, { shown_to: 'everyone', shows_hours: true })
  })

  it("has one row for each event, with the values of the event's own pages", async () => {
    const { event, red, blue, ada, mate } = world
    const found = await score(world, red, { points: 15, rank: 1, user_id: ada.id, by: { name: 'Goldrim' } })
    await insertRows(server.db, 'conditions', { objective_id: found.id, field: 'NAME', operator: 'EQ', value: 'Goldrim' })
    await score(world, red, { points: 5, rank: 2, user_id: ada.id })
    await score(world, red, { points: 40, rank: 1, user_id: mate.id })
    await score(world, blue, { points: 50, rank: 1 })
    await aCharacter(event.id, ada.id, { level: 70 })
    await aCharacter(event.id, ada.id, { level: 92, main_skill: 'Spark' })
    for (const minutes of [0, 20, 45, 120, 130]) await aSample(event.id, ada.id, minutes)
    expect(await read(ada.id)).toEqual({
      user: { id: ada.id, display_name: ada.display_name },
      sharing: { shown_to: 'everyone', shows_hours: true },
      is_whole: true,
      totals: { events: 1, wins: 0, podiums: 0, points: 20, firsts: 1, played_ms: 55 * 60_000 },
      events: [
        {
          event: {
            id: event.id,
            name: event.name,
            game_version: 'poe1',
            is_current: false,
            event_start_time: event.event_start_time.toISOString(),
            event_end_time: event.event_end_time.toISOString(),
          },
          team: {
            id: red.id,
            name: 'Red',
            abbreviation: '',
            color: '#d4344a',
            logo: null,
            rank: 1,
            teams: 2,
            members: 2,
            rank_inside: 2,
          },
          brought: { points: 20, firsts: 1 },
          played_ms: 55 * 60_000,
          characters: [
            expect.objectContaining({ level: 92, ascendancy: 'Deadeye', main_skill: 'Spark' }),
            expect.objectContaining({ level: 70 }),
          ],
        },
      ],
      finds: [
        {
          event_id: event.id,
          team_id: red.id,
          objective_id: found.id,
          name: 'Goldrim',
          category: 'Uniques',
          objective_type: 'ITEM',
          conditions: [{ id: expect.any(Number), field: 'NAME', operator: 'EQ', value: 'Goldrim', any_of: null }],
          points: 15,
          rank: 1,
          found_at: testNow / 1000,
        },
        expect.objectContaining({ points: 5, rank: 2 }),
      ],
    })
  })

  it('has the same points as the score pages and their receipts', async () => {
    const { event, red, ada } = world
    const objective = await score(world, red, { points: 7, user_id: ada.id })
    await score(world, red, { points: 11, user_id: ada.id })
    // Scored again, so that the order of the scores differs from that of their changes.
    await aScoreChange(server.db, { event_id: event.id, objective, team_id: red.id, points: 8, user_id: ada.id })
    const diffs = (await server.get(`/events/${event.id}/scores/latest`)).json<{ objective_id: number; score: Score }[]>()
    const own = diffs.filter((diff) => diff.score.user_id === ada.id)
    const { totals, finds } = await read(ada.id)
    expect(own.reduce((sum, diff) => sum + diff.score.points, 0)).toBe(totals?.points)
    expect(totals?.points).toBe(19)
    expect(new Set(finds.map(({ objective_id }) => objective_id))).toEqual(new Set(own.map((diff) => diff.objective_id)))
    const [find] = finds
    const receipt = await server.get(`/events/${event.id}/objectives/${find?.objective_id}/receipt?team_id=${find?.team_id}`)
    expect([receipt.statusCode, receipt.json<Receipt>().team_id]).toEqual([200, red.id])
  })

  it('has the newest event first; wins and podiums count ended events only', async () => {
    const { ada } = world
    const before = await aWorld(
      { event_start_time: new Date(testNow - 900 * hour), event_end_time: new Date(testNow - 800 * hour) },
      world,
    )
    await score(before, before.red, { points: 9, user_id: ada.id })
    await score(world, world.red, { points: 4, user_id: ada.id })
    const now = await read(ada.id)
    expect(now.events.map(({ event }) => event.id)).toEqual([world.event.id, before.event.id])
    expect(now.totals).toMatchObject({ events: 2, wins: 1, podiums: 1, points: 13 })
    server.setNow(eventEnd)
    expect((await read(ada.id)).totals).toMatchObject({ wins: 2, podiums: 2 })
  })

  it('without an event is empty', async () => {
    const lone = await aUser(server.db)
    expect(await read(lone.id, lone)).toMatchObject({
      totals: { events: 0, wins: 0, podiums: 0, points: 0, firsts: 0, played_ms: 0 },
      events: [],
      finds: [],
    })
  })

  it('has no rank before the first point, and none within the team for a player without points', async () => {
    const teamOf = async () => (await read(world.ada.id)).events[0]?.team
    expect(await teamOf()).toMatchObject({ rank: null, rank_inside: null })
    await score(world, world.blue)
    expect(await teamOf()).toMatchObject({ rank: 2, rank_inside: null })
  })

  it('follows each point and each edit of the objectives', async () => {
    const { ada, red, event } = world
    const pointsOf = async () => (await read(ada.id)).totals?.points
    expect(await pointsOf()).toBe(0)
    const objective = await score(world, red, { user_id: ada.id, finished: false })
    expect(await pointsOf()).toBe(10)
    await server.db.transact(async (tx) => {
      await tx.updateTable('objectives').set({ hide_progress: true }).where('id', '=', objective.id).execute()
      await recordDefinition(tx, event.id, { timestamp: new Date(testNow), author_id: null, reason: 'Quiet now' })
    })
    expect(await pointsOf()).toBe(0)
  })
})

describe('what others see of a record', () => {
  let world: World
  let admin: User
  let judge: User
  let stranger: User
  beforeEach(async () => {
    world = await aWorld()
    admin = await aUser(server.db, { permissions: ['admin'] })
    judge = await aUser(server.db, { permissions: ['submission_judge'] })
    stranger = await aUser(server.db)
    await score(world, world.red, { user_id: world.ada.id })
    await aSample(world.event.id, world.ada.id, 0)
    await aSample(world.event.id, world.ada.id, 20)
  })

  /** The parts that each viewer sees: nothing, the characters, everything, the hours too. */
  async function seen() {
    const answers = []
    for (const viewer of [undefined, stranger, judge, admin, world.ada]) {
      const answer = await ask(world.ada.id, viewer)
      const { is_whole, totals } = answer.json<PlayerRecord>()
      const words = !is_whole ? 'characters' : totals?.played_ms === null ? 'whole' : 'hours'
      answers.push(answer.statusCode === 200 ? words : answer.json<{ code: string }>().code)
    }
    return answers
  }

  it('is by default the public characters, more with a login, and no hours', async () => {
    expect(await seen()).toEqual(['characters', 'whole', 'whole', 'hours', 'hours'])
  })

  it.each<[RecordSharing, string[]]>([
    [{ shown_to: 'everyone', shows_hours: false }, ['whole', 'whole', 'whole', 'hours', 'hours']],
    [{ shown_to: 'everyone', shows_hours: true }, ['hours', 'hours', 'hours', 'hours', 'hours']],
    [{ shown_to: 'logged_in', shows_hours: true }, ['characters', 'hours', 'hours', 'hours', 'hours']],
    [{ shown_to: 'nobody', shows_hours: true }, ['user_not_found', 'user_not_found', 'user_not_found', 'hours', 'hours']],
  ])("follows the player's choice: %j", async (sharing, expected) => {
    expect((await share(world.ada, sharing)).json()).toEqual(sharing)
    expect(await seen()).toEqual(expected)
  })

  it('without a login and without the choice to show it equals the public calls about characters', async () => {
    const { ada, event } = world
    await aCharacter(event.id, ada.id, { level: 88 })
    const lost = await aWorld({}, world)
    const record = await read(ada.id)
    expect(record).toMatchObject({ is_whole: false, totals: null, finds: [] })
    expect(record.events).toEqual([
      {
        event: expect.objectContaining({ id: event.id }),
        team: null,
        brought: null,
        played_ms: null,
        characters: [expect.objectContaining({ level: 88 })],
      },
    ])
    expect(record.events.map((row) => row.event.id)).not.toContain(lost.event.id)
  })

  it('of a player who hides it has the same answer, at the same cost, as an unknown player', async () => {
    await share(world.ada, { shown_to: 'nobody', shows_hours: false })
    const measure = async (user_id: number, viewer?: User) => {
      const before = server.statements()
      const { statusCode, body, headers } = await ask(user_id, viewer)
      const { date: _, 'x-request-id': __, ...others } = headers
      return { statusCode, body, others, statements: server.statements() - before }
    }
    for (const viewer of [undefined, stranger]) {
      await ask(999_999, viewer)
      expect(await measure(world.ada.id, viewer)).toEqual(await measure(999_999, viewer))
    }
  })

  it('closes at once, even if it is cached', async () => {
    await share(world.ada, { shown_to: 'everyone', shows_hours: false })
    expect((await ask(world.ada.id)).statusCode).toBe(200)
    // Like another process: this one gets no notification.
    await server.db.updateTable('users').set({ record_shown_to: 'nobody' }).where('id', '=', world.ada.id).execute()
    expect((await ask(world.ada.id)).statusCode).toBe(404)
  })

  it('refuses an invalid choice with the name of the field', async () => {
    const answer = await server.send('PUT', '/users/self/record-sharing', await server.as(world.ada), { shown_to: 'friends' })
    expect(answer.statusCode).toBe(400)
    expect(answer.json<{ problems: { field: string }[] }>().problems).toEqual([expect.objectContaining({ field: 'shown_to' })])
  })
})

describe('the cost of a record', () => {
  it('does not grow with unchanged events', async () => {
    server.setNow(testNow)
    const world = await aWorld()
    const { ada } = world
    await share(ada, { shown_to: 'everyone', shows_hours: true })
    const past = { event_start_time: new Date(testNow - 900 * hour), event_end_time: new Date(testNow - 800 * hour) }
    for (let number = 0; number < 12; number++) {
      const before = await aWorld(past, world)
      await score(before, before.red, { user_id: ada.id })
      await aSample(before.event.id, ada.id, number)
    }
    const count = async (viewer?: User) => {
      const headers = await headersOf(viewer)
      const before = server.statements()
      await server.get(`/users/${ada.id}/record`, headers)
      return server.statements() - before
    }
    const warm = (await count(), await count())
    expect(warm).toBeLessThanOrEqual(6)
    // Two statements for the scored event of thirteen, for any viewer.
    await score(world, world.red, { user_id: ada.id })
    expect(await count(await aUser(server.db))).toBeLessThanOrEqual(warm + 3)
    await aSample(world.event.id, ada.id, 90)
    expect(await count()).toBe(warm + 1)
  })
})
