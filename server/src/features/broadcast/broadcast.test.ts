import type { Broadcast, OverlayState } from '@muster/contract/broadcast'
import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Row } from '../../db/schema.ts'
import { aMember, anEvent, anObjective, aScoreChange, aTeam, aUser, testNow } from '../../testing/builders.ts'
import { startFeedServer } from '../../testing/feeds.ts'
import { openStream } from '../../testing/streams.ts'
import { useOpened } from '../../testing/use-server.ts'

const server = useOpened(startFeedServer)
let manager: Record<string, string>
beforeAll(async () => {
  manager = await server.as(await aUser(server.db, { permissions: ['manager'] }))
})
beforeEach(() => server.setNow(testNow))

const second = 1000

/** An event with two teams, a category, and two objectives in it: an open one, and one with hidden progress. */
async function aScene(more: Partial<Row<'events'>> = {}) {
  const { db } = server
  const event = await anEvent(db, more)
  const root = await anObjective(db, event.id, { objective_type: 'CATEGORY' })
  const category = await anObjective(db, event.id, { objective_type: 'CATEGORY', parent_id: root.id, name: 'Uniques' })
  const below = { parent_id: category.id }
  const open = await anObjective(db, event.id, { ...below, name: 'Headhunter' })
  const secret = await anObjective(db, event.id, { ...below, hide_progress: true })
  const [one, two] = [await aTeam(db, event.id, { name: 'Lanterns' }), await aTeam(db, event.id, { name: 'Falcons' })]
  const { key } = (await server.send('POST', `/events/${event.id}/broadcast/key`, manager)).json<Broadcast>()
  const score = (objective: Row<'objectives'>, team: Row<'teams'>, points: number, scored: Record<string, unknown> = {}) =>
    aScoreChange(db, { event_id: event.id, objective, team_id: team.id, points, finished: true, at: testNow, ...scored })
  const ask = (delay: number, given = key) => server.get(`/events/${event.id}/overlay?key=${given}&delay=${delay}`)
  const read = async (delay: number) => (await ask(delay)).json<OverlayState>()
  const choose = (choices: Partial<Broadcast>) =>
    server.send('PUT', `/events/${event.id}/broadcast`, manager, {
      least_delay_seconds: 0,
      pinned_objective_id: null,
      pinned_user_id: null,
      hidden_objective_ids: [],
      hidden_team_ids: [],
      ...choices,
    })
  return { event, root, category, open, secret, one, two, key, score, ask, read, choose }
}

const pointsOf = ({ teams }: OverlayState) => Object.fromEntries(teams.map(({ name, points }) => [name, points]))

describe('the state of an overlay', () => {
  it('is that of the event some seconds ago', async () => {
    const { open, one, score, read, event } = await aScene()
    const player = await aUser(server.db, { display_name: 'Marrowind' })
    await score(open, one, 10, { user_id: player.id })
    expect(pointsOf(await read(0))).toEqual({ Lanterns: 10, Falcons: 0 })
    expect(await read(30)).toMatchObject({ gains: [], card: null, delay_seconds: 30, event: { id: event.id } })
    server.setNow(testNow + 29_999)
    expect(pointsOf(await read(30))).toEqual({ Lanterns: 0, Falcons: 0 })
    server.setNow(testNow + 30_000)
    const state = await read(30)
    expect(pointsOf(state)).toEqual({ Lanterns: 10, Falcons: 0 })
    expect(state.gains).toMatchObject([
      {
        objective: 'Headhunter',
        category: 'Uniques',
        points: 10,
        player: 'Marrowind',
        scored_at: new Date(testNow).toISOString(),
      },
    ])
    expect(state.card).toMatchObject({
      name: 'Headhunter',
      is_pinned: false,
      teams: [{ team_id: one.id, is_finished: true }, {}],
    })
    expect(state.categories).toEqual([{ name: 'Uniques', teams: expect.arrayContaining([{ team_id: one.id, points: 10 }]) }])
  })

  it('is never early and never wrong, for random changes, delays and moments', async () => {
    const change = fc.record({
      wait: fc.integer({ min: 0, max: 40 }),
      team: fc.boolean(),
      objective: fc.boolean(),
      points: fc.integer({ min: 0, max: 50 }),
      finished: fc.boolean(),
    })
    const looks = fc.array(fc.record({ delay: fc.integer({ min: 0, max: 90 }), wait: fc.integer({ min: 0, max: 60 }) }), {
      maxLength: 8,
    })
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 12 }), looks, async (changes, all) => {
        server.setNow(testNow)
        const { one, two, open, secret, score, read } = await aScene()
        const done: { at: number; cell: string; team: string; points: number }[] = []
        let at = testNow
        for (const { wait, team, objective, points, finished } of changes) {
          at += wait * second
          const visible = objective || finished
          await score(objective ? open : secret, team ? one : two, points, { at, finished })
          done.push({ at, cell: `${team} ${objective}`, team: team ? 'Lanterns' : 'Falcons', points: visible ? points : 0 })
        }
        let now = testNow
        for (const { delay, wait } of all) {
          now += wait * second
          server.setNow(now)
          const known = new Map(done.filter((one) => one.at <= now - delay * second).map((one) => [one.cell, one]))
          const expected = { Lanterns: 0, Falcons: 0 } as Record<string, number>
          for (const { team, points } of known.values()) expected[team] = (expected[team] ?? 0) + points
          expect(pointsOf(await read(delay))).toEqual(expected)
        }
      }),
      { numRuns: 15 },
    )
  }, 60_000)

  it('has nothing of an objective that had not opened, and nothing of an event that shows no objectives yet', async () => {
    const { open, one, score, read } = await aScene()
    await score(open, one, 10)
    await server.db
      .updateTable('objectives')
      .set({ valid_from: new Date(testNow + 60_000) })
      .where('id', '=', open.id)
      .execute()
    server.setNow(testNow + 80_000)
    expect(pointsOf(await read(0))).toEqual({ Lanterns: 10, Falcons: 0 })
    expect(await read(30)).toMatchObject({ gains: [], next_opening: new Date(testNow + 60_000).toISOString() })
    expect(JSON.stringify(await read(30))).not.toContain('Headhunter')
  })

  it('leaves out progress that is hidden now, although it was visible then', async () => {
    const { open, one, score, read } = await aScene()
    await score(open, one, 10, { finished: false })
    expect(pointsOf(await read(0))).toEqual({ Lanterns: 10, Falcons: 0 })
    await server.db.updateTable('objectives').set({ hide_progress: true }).where('id', '=', open.id).execute()
    expect(await read(0)).toMatchObject({ gains: [], card: null })
    expect(pointsOf(await read(0))).toEqual({ Lanterns: 0, Falcons: 0 })
  })

  it('keeps its lines while many changes follow that visitors do not see', async () => {
    const { open, secret, one, two, score, ask } = await aScene()
    await score(open, one, 10)
    const before = await ask(0)
    expect(before.json<OverlayState>().gains).toHaveLength(1)
    for (let points = 1; points <= 61; points++) await score(secret, two, points, { finished: false })
    expect((await ask(0)).body).toBe(before.body)
  })

  it('has the same bytes in two worlds that differ only in what visitors may not see, even for organisers and players', async () => {
    const scene = await aScene()
    const { event, secret, open, one, two, score, key, category } = scene
    await anObjective(server.db, event.id, { parent_id: category.id, name: 'Later', valid_from: new Date(testNow + 3_600_000) })
    await score(open, one, 10)
    const lead = await aUser(server.db)
    await aMember(server.db, two, lead.id, true)
    const callers = [{}, manager, await server.as(lead)]
    const readAll = async () => {
      server.ctx.caches.delayedScores.clear()
      const answers = []
      for (const headers of callers) answers.push((await server.get(`/events/${event.id}/overlay?key=${key}`, headers)).body)
      return answers
    }
    const before = await readAll()
    expect(new Set(before).size).toBe(1)
    await score(secret, two, 90, { finished: false, number: 4 })
    expect(await readAll()).toEqual(before)
    await score(open, two, 5)
    const after = await readAll()
    // In a world without the hidden change, the same visible change comes next.
    const other = await aScene()
    await other.score(other.open, other.one, 10)
    await other.score(other.open, other.two, 5)
    const gainsOf = (body: string) =>
      (JSON.parse(body) as OverlayState).gains.map(({ points, scored_at }) => ({ points, scored_at }))
    expect(gainsOf(after[0] ?? '')).toEqual((await other.read(0)).gains.map(({ points, scored_at }) => ({ points, scored_at })))
    expect(after[0]).not.toContain('sequence')
    before.splice(0, before.length, ...after)
    await server.db.updateTable('objectives').set({ name: 'Another' }).where('name', '=', 'Later').execute()
    expect(await readAll()).toEqual(before)
  })

  it('is for the holders of the key: another key and an older key are refused', async () => {
    const { event, key, ask } = await aScene()
    expect((await ask(0)).statusCode).toBe(200)
    const other = await aScene()
    expect((await ask(0, other.key)).json()).toMatchObject({ code: 'overlay_not_found' })
    await server.send('POST', `/events/${event.id}/broadcast/key`, manager)
    expect((await ask(0, key)).statusCode).toBe(404)
    expect((await server.get(`/events/${event.id}/overlay`)).statusCode).toBe(400)
  })

  it('is refused for a hidden event', async () => {
    const { ask } = await aScene({ is_public: false })
    expect((await ask(0)).json()).toMatchObject({ code: 'event_not_found' })
  })
})

describe('a producer', () => {
  it('pins a card, and hides teams and objectives with everything below them', async () => {
    const { open, secret, category, one, two, score, read, choose } = await aScene()
    await score(open, one, 10)
    await score(secret, two, 20)
    expect((await choose({ pinned_objective_id: open.id })).statusCode).toBe(200)
    expect((await read(0)).card).toMatchObject({ name: 'Headhunter', is_pinned: true })
    await choose({ hidden_team_ids: [two.id] })
    const hidden = await read(0)
    expect(pointsOf(hidden)).toEqual({ Lanterns: 10, Falcons: null })
    expect(hidden.gains.map(({ team_id }) => team_id)).toEqual([one.id])
    expect(hidden.card?.teams.map(({ team_id }) => team_id)).toEqual([one.id])
    await choose({ hidden_objective_ids: [category.id], pinned_objective_id: open.id })
    expect(await read(0)).toMatchObject({ gains: [], card: null, categories: [] })
    expect(pointsOf(await read(0))).toEqual({ Lanterns: 0, Falcons: 0 })
  })

  it('sets the minimum delay, and no address goes below it', async () => {
    const { open, one, score, read, choose } = await aScene()
    await score(open, one, 10)
    await choose({ least_delay_seconds: 60 })
    expect(await read(5)).toMatchObject({ delay_seconds: 60, gains: [] })
    server.setNow(testNow + 60_000)
    expect((await read(5)).gains).toHaveLength(1)
  })

  it('cannot pin an objective that is not open, or that belongs elsewhere', async () => {
    const { event, category, choose } = await aScene()
    const later = await anObjective(server.db, event.id, { parent_id: category.id, valid_from: new Date(testNow + 1000) })
    const other = await aScene()
    for (const id of [later.id, other.open.id]) {
      expect((await choose({ pinned_objective_id: id })).json()).toMatchObject({ code: 'objective_not_found' })
      expect((await choose({ hidden_objective_ids: [id] })).json()).toMatchObject({ code: 'objective_not_found' })
    }
    expect((await choose({ hidden_team_ids: [other.one.id] })).json()).toMatchObject({ code: 'team_not_found' })
  })

  it('sees when each overlay was shown, and does not overwrite the choices of another', async () => {
    const { event, key, choose } = await aScene()
    await server.get(`/events/${event.id}/overlay?key=${key}&delay=20&overlay=strip`)
    await server.get(`/events/${event.id}/overlay?key=${key}&delay=30`)
    const path = `/events/${event.id}/broadcast`
    const loads = [{ kind: 'strip', delay_seconds: 20, loaded_at: new Date(testNow).toISOString() }]
    const { version, ...broadcast } = (await server.get(path, manager)).json<Broadcast>()
    expect(broadcast).toMatchObject({ key, loads })
    const pins = { pinned_objective_id: null, pinned_user_id: null }
    const write = { least_delay_seconds: 0, ...pins, hidden_objective_ids: [], hidden_team_ids: [] }
    await choose({ least_delay_seconds: 5 })
    const stale = await server.send('PUT', path, manager, { ...write, base_version: version })
    expect(stale.json()).toMatchObject({ code: 'changed_meanwhile' })
  })
})

describe('the stream of an overlay', () => {
  const follow = async (scene: Awaited<ReturnType<typeof aScene>>, delay: number) =>
    openStream(server.port, `/events/${scene.event.id}/overlay/stream?key=${scene.key}&delay=${delay}&overlay=alert`)
  /** Lets the hub look until the text has arrived. */
  const look = (stream: Awaited<ReturnType<typeof follow>>, part: string) =>
    expect
      .poll(
        () => {
          server.timer.advance(500)
          return stream.text
        },
        { timeout: 10_000 },
      )
      .toContain(part)

  it('has the state at once, and again when a change is due, not before', async () => {
    const scene = await aScene()
    const stream = await follow(scene, 30)
    await stream.has('"gains":[]')
    await scene.score(scene.open, scene.one, 10, { at: testNow + second })
    server.setNow(testNow + 31 * second - 1)
    for (let step = 0; step < 5; step++) {
      server.timer.advance(500)
      await server.get('/clock')
    }
    expect(stream.events).toBe(1)
    server.setNow(testNow + 31 * second)
    await look(stream, 'Headhunter')
    expect(stream.events).toBe(2)
    const loads = (await server.get(`/events/${scene.event.id}/broadcast`, manager)).json<Broadcast>().loads
    expect(loads).toMatchObject([{ kind: 'alert', delay_seconds: 30 }])
    stream.close()
  })

  it('follows the choices of the producer, and ends when the address is replaced', async () => {
    const scene = await aScene()
    await scene.score(scene.open, scene.one, 10)
    const stream = await follow(scene, 0)
    await stream.has('"is_pinned":false')
    await scene.choose({ pinned_objective_id: scene.secret.id })
    await look(stream, '"is_pinned":true')
    await server.send('POST', `/events/${scene.event.id}/broadcast/key`, manager)
    await look(stream, 'event: gone')
    await stream.ended()
    const refused = await follow(scene, 0)
    expect(refused.status).toBe(404)
    await expect.poll(() => server.hub.size).toBe(0)
  })
})
