import type { LadderEntry, LadderUses } from '@muster/contract/ladder'
import { beforeEach, expect, it } from 'vitest'
import type { NewRow, Row } from '../../db/schema.ts'
import { anEvent, aUser, eventStart, insertRows } from '../../testing/builders.ts'
import { useTestServer } from '../../testing/use-server.ts'
import { findUsesVersion } from './uses.ts'

const server = useTestServer()
let event: Row<'events'>
let player: Row<'users'>

const hour_ms = 3_600_000
const atHour = (hours: number) => new Date(eventStart + hours * hour_ms)

beforeEach(async () => {
  await server.db.deleteFrom('events').execute()
  event = await anEvent(server.db)
  player = await aUser(server.db)
})

async function aCharacter(id: string, experience: number) {
  const character = { event_id: event.id, id, user_id: player.id, name: `Name of ${id}`, level: 95 }
  await insertRows(server.db, 'characters', { ...character, experience, ascendancy: 'Slayer' })
}

const aReading = (character_id: string, hours: number, reading: Partial<NewRow<'character_readings'>> = {}) =>
  insertRows(server.db, 'character_readings', {
    event_id: event.id,
    character_id,
    user_id: player.id,
    timestamp: atHour(hours),
    source: 'detail',
    level: 60,
    experience: 1000,
    ascendancy: 'Duelist',
    ascendancy_points: 2,
    delve_depth: 12,
    ...reading,
  })

async function aBuild(character_id: string, hours: number, build: Partial<NewRow<'character_builds'>>, hp = 0) {
  const export_hash = Buffer.from(`${character_id} ${hours}`)
  await insertRows(server.db, 'character_builds', {
    event_id: event.id,
    character_id,
    timestamp: atHour(hours),
    level: 60,
    ascendancy: 'Duelist',
    main_skill: 'Cleave',
    export: Buffer.from(''),
    export_hash,
    ...build,
  })
  if (hp === 0) return
  const figures = { export_hash, engine: 'test', figures: JSON.stringify({ hp }), calculated_at: atHour(hours) }
  await insertRows(server.db, 'build_figures', figures)
}

const readAt = async (hours: number): Promise<LadderEntry[]> =>
  (await server.get(`/events/${event.id}/ladder?hours_after_event_start=${hours}`)).json()
const readUses = async (more = ''): Promise<LadderUses> => (await server.get(`/events/${event.id}/ladder/uses${more}`)).json()

it('the ladder at an hour has the newest reading and figures before it, ordered by experience', async () => {
  await aCharacter('a', 9_000_000)
  await aCharacter('b', 8_000_000)
  await aReading('a', 1)
  await aReading('a', 3.5, { experience: 5000, level: 70, ascendancy: 'Slayer' })
  await aReading('b', 1.5, { experience: 2000, level: 62 })
  await aBuild('a', 1, { main_skill: 'Cleave' }, 800)
  await aBuild('a', 3.4, { main_skill: 'Lacerate' }, 1900)
  const shown = async (hours: number) =>
    (await readAt(hours)).map((entry) => [
      entry.rank,
      entry.character_name,
      entry.level,
      entry.character_class,
      entry.character?.main_skill,
      entry.stats?.hp,
    ])
  expect(await shown(0)).toEqual([])
  expect(await shown(1)).toEqual([[1, 'Name of a', 60, 'Duelist', 'Cleave', 800]])
  expect(await shown(2)).toEqual([
    [1, 'Name of b', 62, 'Duelist', '', 0],
    [2, 'Name of a', 60, 'Duelist', 'Cleave', 800],
  ])
  expect(await shown(4)).toEqual([
    [1, 'Name of a', 70, 'Slayer', 'Lacerate', 1900],
    [2, 'Name of b', 62, 'Duelist', '', 0],
  ])
})

it('the past shows neither times of play nor account names that the ladder does not have', async () => {
  await aCharacter('a', 5)
  await aReading('a', 1)
  await insertRows(server.db, 'accounts', { user_id: player.id, provider: 'poe', account_id: 'p', name: 'Hidden#1234' })
  await server.db
    .updateTable('characters')
    .set({ last_active_at: atHour(1) })
    .execute()
  expect(await readAt(2)).toMatchObject([{ account_name: '', last_active: null, twitch_account: null }])
})

it('a reading from an archive, which has no level, gets the level of its experience', async () => {
  await aCharacter('a', 5)
  await aReading('a', 1, { level: 0, ascendancy: '', experience: 1_934_009_687, source: 'archive' })
  expect(await readAt(2)).toMatchObject([{ level: 90, character_class: 'Slayer' }])
})

it('an hour is a whole number from 0 to a year', async () => {
  for (const hours of ['-1', '1.5', '8785', 'x']) {
    const { statusCode } = await server.get(`/events/${event.id}/ladder?hours_after_event_start=${hours}`)
    expect(statusCode).toBe(400)
  }
  expect(await readAt(8784)).toEqual([])
})

it('each name of a unique or gem is sent once, most used first, with the characters that use it', async () => {
  for (const id of ['a', 'b']) await aCharacter(id, 5)
  await aBuild('a', 1, { uniques: ['Atziri’s Acuity', 'Headhunter'], gems: ['Arc'] })
  await aBuild('b', 1, { uniques: ['Headhunter'], gems: [] })
  expect(await readUses()).toEqual({
    uniques: ['Headhunter', 'Atziri’s Acuity'],
    gems: ['Arc'],
    characters: [
      { character_name: 'Name of a', uniques: [0, 1], gems: [0] },
      { character_name: 'Name of b', uniques: [0], gems: [] },
    ],
  })
})

it('only the newest build counts, now and at an hour', async () => {
  await aCharacter('a', 5)
  await aBuild('a', 1, { uniques: ['Tabula Rasa'], gems: ['Cleave'] })
  await aBuild('a', 3, { uniques: ['Headhunter'], gems: ['Lacerate'] })
  expect(await readUses()).toMatchObject({ uniques: ['Headhunter'], gems: ['Lacerate'] })
  expect(await readUses('?hours_after_event_start=2')).toMatchObject({ uniques: ['Tabula Rasa'], gems: ['Cleave'] })
  expect(await readUses('?hours_after_event_start=0')).toEqual({ uniques: [], gems: [], characters: [] })
})

it('of two characters with one name, the last has the newest build', async () => {
  for (const id of ['new', 'old']) await aCharacter(id, 5)
  await server.db.updateTable('characters').set({ name: 'Again' }).execute()
  await aBuild('old', 1, { gems: ['Cleave'] })
  await aBuild('new', 2, { gems: ['Arc'] })
  const { gems, characters } = await readUses()
  expect(characters.map((one) => [one.character_name, one.gems.map((at) => gems[at])])).toEqual([
    ['Again', ['Cleave']],
    ['Again', ['Arc']],
  ])
})

it('the version of the names changes with a build that changes in its old row, and with the name of a character', async () => {
  await aCharacter('a', 5)
  await aBuild('a', 1, { uniques: ['Tabula Rasa'] })
  const versions = [await findUsesVersion(server.db, event.id, null)]
  await server.db
    .updateTable('character_builds')
    .set({ uniques: ['Headhunter'], export_hash: Buffer.from('other') })
    .execute()
  versions.push(await findUsesVersion(server.db, event.id, null))
  await server.db.updateTable('characters').set({ name: 'Renamed' }).execute()
  versions.push(await findUsesVersion(server.db, event.id, null))
  expect(new Set(versions).size).toBe(3)
  expect(await findUsesVersion(server.db, event.id, null)).toBe(versions[2])
})

it('a hidden event shows neither its past nor its builds', async () => {
  await aCharacter('a', 5)
  await aBuild('a', 1, { uniques: ['Headhunter'] })
  await server.db.updateTable('events').set({ is_public: false }).execute()
  const outsider = await server.as(await aUser(server.db))
  for (const path of ['ladder/uses', 'ladder?hours_after_event_start=2']) {
    expect((await server.get(`/events/${event.id}/${path}`, outsider)).statusCode).toBe(404)
  }
})
