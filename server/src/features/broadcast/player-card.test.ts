import type { Broadcast, OverlayState } from '@muster/contract/broadcast'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import type { NewRow, Row } from '../../db/schema.ts'
import { aMember, anEvent, anObjective, aScoreChange, aTeam, aUser, insertRows, testNow } from '../../testing/builders.ts'
import { useTestServer } from '../../testing/use-server.ts'

const server = useTestServer()
let manager: Record<string, string>
beforeEach(async () => {
  server.setNow(testNow)
  manager = await server.as(await aUser(server.db, { permissions: ['manager'] }))
})
const at = (seconds: number) => testNow + seconds * 1000

/** An event with two teams of one player each; the first player has a character. */
async function aScene() {
  const { db } = server
  const event = await anEvent(db)
  const root = await anObjective(db, event.id, { objective_type: 'CATEGORY' })
  const open = await anObjective(db, event.id, { parent_id: root.id, name: 'Headhunter' })
  const secret = await anObjective(db, event.id, { parent_id: root.id, hide_progress: true })
  const [one, two] = [await aTeam(db, event.id, { name: 'Lanterns' }), await aTeam(db, event.id, { name: 'Falcons' })]
  const [ada, bob] = [await aUser(db, { display_name: 'Ada' }), await aUser(db, { display_name: 'Bob' })]
  await aMember(db, one, ada.id)
  await aMember(db, two, bob.id)
  const { key } = (await server.send('POST', `/events/${event.id}/broadcast/key`, manager)).json<Broadcast>()
  const aCharacter = (id: string, user: Row<'users'> = ada) =>
    insertRows(db, 'characters', {
      event_id: event.id,
      id,
      user_id: user.id,
      name: `Name of ${id}`,
      ascendancy: 'Newest',
      level: 99,
      experience: 9000,
      delve_depth: 999,
    })
  const aReading = (character_id: string, seconds: number, reading: Partial<NewRow<'character_readings'>> = {}) =>
    insertRows(db, 'character_readings', {
      event_id: event.id,
      character_id,
      user_id: ada.id,
      timestamp: new Date(at(seconds)),
      source: 'list',
      level: 90,
      experience: 1000,
      ascendancy: 'Occultist',
      ascendancy_points: 8,
      delve_depth: 0,
      ...reading,
    })
  const aBuild = async (character_id: string, seconds: number, main_skill: string, figures: Record<string, number> | null) => {
    const export_hash = Buffer.from(`${event.id} ${character_id} ${seconds}`)
    const build = { event_id: event.id, character_id, main_skill, export: Buffer.from(''), export_hash }
    await insertRows(db, 'character_builds', { ...build, timestamp: new Date(at(seconds)), level: 90, ascendancy: 'Occultist' })
    const calculated = { export_hash, engine: 'a', calculated_at: new Date(at(seconds)), figures: JSON.stringify(figures) }
    if (figures) await insertRows(db, 'build_figures', calculated)
  }
  const score = (
    user: Row<'users'> | null,
    points: number,
    scored: { at?: number; objective?: Row<'objectives'>; finished?: boolean } = {},
  ) =>
    aScoreChange(db, {
      event_id: event.id,
      objective: open,
      team_id: user === bob ? two.id : one.id,
      points,
      finished: true,
      at: testNow,
      ...scored,
      ...(user && { user_id: user.id }),
    })
  const read = async (delay = 0) =>
    (await server.get(`/events/${event.id}/overlay?key=${key}&delay=${delay}`)).json<OverlayState>().player
  const choose = (choices: Partial<Broadcast>) =>
    server.send('PUT', `/events/${event.id}/broadcast`, manager, {
      least_delay_seconds: 0,
      pinned_objective_id: null,
      pinned_user_id: null,
      hidden_objective_ids: [],
      hidden_team_ids: [],
      ...choices,
    })
  return { event, key, open, secret, one, two, ada, bob, aCharacter, aReading, aBuild, score, read, choose }
}

const hideRecord = (user: Row<'users'>) =>
  server.db.updateTable('users').set({ record_shown_to: 'nobody' }).where('id', '=', user.id).execute()

describe('the card of a player', () => {
  it('has the points, the place in the team, and the character as it was at the moment', async () => {
    const { one, ada, aCharacter, aReading, aBuild, score, read } = await aScene()
    await aCharacter('a')
    await aReading('a', -100, { level: 96 })
    await aBuild('a', -100, 'Cold Snap', { dps: 4_210_000 })
    await aReading('a', 10, { level: 97, delve_depth: 312 })
    await aBuild('a', 10, 'Vortex', { dps: 5_000_000, ehp: 84_000 })
    await score(ada, 10)
    server.setNow(at(20))
    const known = { name: 'Name of a', ascendancy: 'Occultist' }
    const now = { ...known, level: 97, main_skill: 'Vortex', dps: 5_000_000, ehp: 84_000, delve_depth: 312 }
    const card = { user_id: ada.id, name: 'Ada', team_id: one.id, is_pinned: false, points: 10, rank: 1 }
    expect(await read()).toEqual({ ...card, character: now })
    const then = { ...known, level: 96, main_skill: 'Cold Snap', dps: 4_210_000, ehp: null, delve_depth: null }
    expect(await read(11)).toEqual({ ...card, character: then })
  })

  it('is never early and never wrong, for random readings, points, delays and moments', async () => {
    const step = fc.record({
      wait: fc.integer({ min: 1, max: 40 }),
      level: fc.boolean(),
      value: fc.integer({ min: 1, max: 100 }),
    })
    const look = fc.record({ delay: fc.integer({ min: 0, max: 90 }), wait: fc.integer({ min: 0, max: 60 }) })
    const steps = fc.array(step, { minLength: 1, maxLength: 10 })
    await fc.assert(
      fc.asyncProperty(steps, fc.array(look, { maxLength: 6 }), async (all, looks) => {
        server.setNow(testNow)
        const { ada, aCharacter, aReading, score, read, choose } = await aScene()
        await choose({ pinned_user_id: ada.id })
        await aCharacter('a')
        const done: { seconds: number; level?: number; points?: number }[] = []
        let seconds = 0
        for (const { wait, level, value } of all) {
          seconds += wait
          if (level) await aReading('a', seconds, { level: value })
          else await score(ada, value, { at: at(seconds) })
          done.push({ seconds, ...(level ? { level: value } : { points: value }) })
        }
        let now = 0
        for (const { delay, wait } of looks) {
          now += wait
          server.setNow(at(now))
          const known = done.filter((one) => one.seconds <= now - delay)
          const card = await read(delay)
          expect(card?.points).toBe(known.findLast(({ points }) => points !== undefined)?.points ?? 0)
          expect(card?.character?.level).toBe(known.findLast(({ level }) => level !== undefined)?.level)
        }
      }),
      { numRuns: 12 },
    )
  }, 60_000)

  it('shows the character with the most experience then', async () => {
    const { ada, aCharacter, aReading, choose, read } = await aScene()
    await choose({ pinned_user_id: ada.id })
    expect(await read()).toMatchObject({ name: 'Ada', points: 0, rank: null, character: null })
    for (const id of ['a', 'b']) await aCharacter(id)
    await aReading('a', -50, { experience: 500 })
    await aReading('b', -40, { experience: 400 })
    await aReading('b', 0, { experience: 600 })
    expect((await read())?.character?.name).toBe('Name of b')
    expect((await read(1))?.character?.name).toBe('Name of a')
  })

  it('follows the latest points of a player, or shows the pinned one', async () => {
    const { event, ada, bob, score, read, choose } = await aScene()
    await score(null, 3)
    expect(await read()).toBeNull()
    await score(ada, 10)
    await score(bob, 7)
    await score(null, 30)
    expect(await read()).toMatchObject({ name: 'Bob', is_pinned: false, points: 7 })
    expect((await choose({ pinned_user_id: ada.id })).json()).toMatchObject({ pinned_user_id: ada.id })
    expect(await read()).toMatchObject({ name: 'Ada', is_pinned: true })
    expect((await server.get(`/events/${event.id}/embed`)).json()).toMatchObject({ player: null })
  })

  it('leaves out players who hide their record, hidden teams, and players without a team', async () => {
    const { one, two, ada, bob, score, read, choose } = await aScene()
    await score(ada, 10)
    await score(bob, 7)
    await choose({ pinned_user_id: bob.id })
    await hideRecord(bob)
    expect(await read()).toMatchObject({ name: 'Ada', is_pinned: false })
    await choose({ pinned_user_id: bob.id, hidden_team_ids: [one.id] })
    expect(await read()).toBeNull()
    await choose({ hidden_team_ids: [two.id] })
    expect(await read()).toMatchObject({ name: 'Ada' })
    await server.db.deleteFrom('team_users').where('user_id', '=', ada.id).execute()
    expect(await read()).toBeNull()
  })

  it('cannot be pinned for players without a team, of another event, or with a hidden record', async () => {
    const { bob, choose } = await aScene()
    const other = await aScene()
    const stranger = await aUser(server.db)
    await hideRecord(bob)
    for (const { id } of [bob, other.ada, stranger]) {
      expect((await choose({ pinned_user_id: id })).json()).toMatchObject({ code: 'user_not_found' })
    }
  })

  it('has the same bytes in two worlds that differ only in what visitors may not see', async () => {
    const { event, key, open, secret, ada, bob, aCharacter, aReading, score, choose } = await aScene()
    const { db } = server
    await choose({ pinned_user_id: ada.id })
    await aCharacter('a')
    await aReading('a', -10)
    await score(ada, 10)
    const later = await anObjective(db, event.id, { parent_id: open.parent_id, valid_from: new Date(at(3600)) })
    const callers = [{}, manager, await server.as(ada), await server.as(bob)]
    const readAll = async () => {
      server.ctx.caches.delayedScores.clear()
      const answers = []
      for (const headers of callers) answers.push((await server.get(`/events/${event.id}/overlay?key=${key}`, headers)).body)
      return answers
    }
    const before = await readAll()
    expect(new Set(before).size).toBe(1)
    await score(ada, 90, { objective: secret, finished: false })
    await score(ada, 70, { objective: later })
    await aReading('a', 30, { level: 100, experience: 99_000 })
    await db
      .updateTable('users')
      .set({ play_shown_to: 'nobody', chat_name_shown_to: 'nobody' })
      .where('id', '=', ada.id)
      .execute()
    expect(await readAll()).toEqual(before)
    await score(ada, 90, { objective: secret })
    expect(await readAll()).not.toEqual(before)
  })
})
