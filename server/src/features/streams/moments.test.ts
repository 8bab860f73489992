import type { Moment } from '@muster/contract/moments'
import { readTable } from '@muster/domain/objective-sheet/table'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Row } from '../../db/schema.ts'
import { aMember, anEvent, anObjective, aScoreChange, aTeam, aUser, eventStart, insertRows } from '../../testing/builders.ts'
import { useTestServer } from '../../testing/use-server.ts'

const server = useTestServer({ twitch: {} })
const minute_ms = 60_000
const at = (minute: number) => eventStart + minute * minute_ms
/** The stream starts here, between two seconds of the score. */
const began_at = at(10) + 500

let event: Row<'events'>
let root: Row<'objectives'>
let open: Row<'objectives'>
let red: Row<'teams'>
let blue: Row<'teams'>
let ada: Row<'users'>
let ben: Row<'users'>
beforeEach(async () => {
  const { db } = server
  for (const table of ['events', 'users', 'stream_spans'] as const) await db.deleteFrom(table).execute()
  event = await anEvent(db)
  root = await anObjective(db, event.id, { objective_type: 'CATEGORY', aggregation: 'NONE' })
  open = await anObjective(db, event.id, { parent_id: root.id, name: 'Headhunter' })
  red = await aTeam(db, event.id, { name: 'Red' })
  blue = await aTeam(db, event.id, { name: 'Blue' })
  ada = await aUser(db, { display_name: 'Ada' })
  ben = await aUser(db, { display_name: '=Ben' })
  await aMember(db, red, ada.id)
  await aMember(db, red, ben.id)
  for (const [user, id] of [
    [ada, '1'],
    [ben, '2'],
  ] as const) {
    await insertRows(db, 'accounts', { user_id: user.id, provider: 'twitch', account_id: id, name: `tv${id}`, handle: `tv${id}` })
  }
  server.setNow(at(600))
})

const live = (twitch_id: string, video: string | null = null) =>
  insertRows(server.db, 'stream_spans', {
    twitch_id,
    stream_id: `s${twitch_id}`,
    started_at: new Date(began_at),
    seen_until: new Date(at(500)),
    ...(video !== null && { video_id: video, video_started_at: new Date(began_at + 2000) }),
  })
const score = (minute: number, fields: object = {}, objective = open, team = red) =>
  aScoreChange(server.db, {
    event_id: event.id,
    objective,
    team_id: team.id,
    at: at(minute),
    points: 30,
    user_id: ada.id,
    ...fields,
  })
const read = async (query = '', headers = {}) => {
  const answer = await server.get(`/events/${event.id}/moments${query}`, headers)
  expect(answer.statusCode).toBe(200)
  return answer.json<Moment[]>()
}

describe('the moments of an event', () => {
  it('name the second of the video of the player who earned them', async () => {
    await live('1', '777')
    await live('2')
    await score(72)
    const [moment] = await read()
    // 62 minutes after the start of the stream, of which the video lacks the first two seconds.
    const offset = (at(72) - began_at - 2000) / 1000
    const url = 'https://www.twitch.tv/videos/777?t=1h1m57s'
    expect(moment).toMatchObject({
      team_id: red.id,
      user_id: ada.id,
      points: 30,
      finished: true,
      is_first: true,
      took_lead: false,
    })
    expect(moment?.streams).toEqual([{ user_id: ada.id, login: 'tv1', video_id: '777', offset_seconds: Math.floor(offset), url }])
  })

  it('show a teammate, with the channel while there is no video, and no rival', async () => {
    await live('2')
    await score(72)
    await score(73, {}, open, blue)
    const moments = await read()
    expect(moments.map(({ team_id, streams }) => [team_id, streams.map(({ url }) => url)])).toEqual([
      [red.id, ['https://www.twitch.tv/tv2']],
    ])
  })

  it('are listed only if a player was live', async () => {
    await live('1')
    await score(9)
    expect(await read()).toEqual([])
  })

  it.each(['team', 'nobody'] as const)('leave out a stream that its player shows to %s', async (stream_shown_to) => {
    await live('1', '777')
    await score(72)
    expect(await read()).toHaveLength(1)
    await server.db.updateTable('users').set({ stream_shown_to }).where('id', '=', ada.id).execute()
    expect(await read()).toEqual([])
    expect(await read('', await server.as(ada))).toEqual([])
    expect((await server.get(`/events/${event.id}/moments.csv`)).body).not.toContain('tv1')
  })

  it('follow new changes, and a judge who takes one back', async () => {
    await live('1')
    await score(70, { points: 5 })
    expect(await read()).toHaveLength(1)
    await score(71, { points: 6, finished: false, number: 2 })
    expect((await read()).map(({ at: seen_at, points }) => [seen_at, points])).toEqual([[at(71) / 1000, 1]])
    await score(72, { points: 8 })
    expect((await read()).map(({ points }) => points)).toEqual([2, 1])
  })

  it('are read across the gap that a restore leaves in the numbers', async () => {
    await live('1')
    await score(70)
    await server.db
      .updateTable('score_cursors')
      .set((eb) => ({ change_sequence: eb('change_sequence', '+', 1_000_000_000) }))
      .where('event_id', '=', event.id)
      .execute()
    await score(71, { points: 50 })
    expect(await read()).toHaveLength(2)
  })

  it('leave out personal totals until the first window of their branch ends', async () => {
    await live('1')
    const branch = await anObjective(server.db, event.id, { parent_id: root.id, objective_type: 'CATEGORY', view: 'personal' })
    const windows = { parent_id: branch.id, aggregation: 'MAXIMUM', valid_to: new Date(at(700)) } as const
    const personal = await anObjective(server.db, event.id, windows)
    await score(69, { points: 5 }, open, blue)
    await score(70, { points: 5 })
    await score(71, { points: 50 }, personal)
    expect((await read()).map(({ objective_id, took_lead }) => [objective_id, took_lead])).toEqual([[open.id, false]])
    server.setNow(at(700))
    expect((await read()).map(({ objective_id, took_lead }) => [objective_id, took_lead])).toEqual([
      [personal.id, true],
      [open.id, false],
    ])
  })

  it('are filtered by team, limited and ordered', async () => {
    await live('1')
    const second = await anObjective(server.db, event.id, { parent_id: root.id })
    await score(70, { points: 5 })
    await score(71, { points: 50, finished: false }, second)
    const list = async (query: string) => (await read(query)).map(({ points }) => points)
    expect(await list('')).toEqual([50, 5])
    expect(await list('?order=top')).toEqual([5, 50])
    expect(await list('?limit=1')).toEqual([50])
    expect(await list(`?team_id=${blue.id}`)).toEqual([])
  })

  it.each(['limit=0', 'limit=201', 'order=best', 'team_id=x'])('refuse %s', async (query) => {
    expect((await server.get(`/events/${event.id}/moments?${query}`)).statusCode).toBe(400)
  })
})

describe('two worlds that differ in secrets', () => {
  it('have the same moments for every caller without more rights, in every form', async () => {
    const { db } = server
    await live('1', '777')
    const hiding = await anObjective(db, event.id, { parent_id: root.id, hide_progress: true, name: 'Hiding' })
    const later = await anObjective(db, event.id, { parent_id: root.id, name: 'Secret', valid_from: new Date(at(601)) })
    await score(70, { points: 5 }, open, blue)
    await score(71, { points: 3 })
    const forms = ['moments', 'moments?order=top', `moments?team_id=${red.id}`, 'moments.csv', 'moments.edl']
    // Numbers of changes are public and have gaps.
    const readAll = async () =>
      Promise.all(
        forms.map(async (form) => (await server.get(`/events/${event.id}/${form}`)).body.replaceAll(/"sequence":\d+/g, '')),
      )
    const before = await readAll()
    expect(before.join()).toContain('777')
    await score(72, { points: 900, finished: false, number: 4 }, hiding)
    await score(73, { points: 900 }, later)
    expect(await readAll()).toEqual(before)
    // Once they are open they are moments, so this test compares something.
    server.setNow(at(602))
    await db.updateTable('objectives').set({ hide_progress: false }).where('id', '=', hiding.id).execute()
    await score(74, { points: 901, finished: true }, hiding)
    expect((await read()).map(({ objective_id }) => objective_id)).toEqual([hiding.id, later.id, open.id])
  })

  it('are not found in an event that is hidden from the caller', async () => {
    await server.db.updateTable('events').set({ is_public: false }).execute()
    for (const form of ['moments', 'moments.csv', 'moments.edl'])
      expect((await server.get(`/events/${event.id}/${form}`)).statusCode).toBe(404)
  })
})

describe('the files of moments', () => {
  it('are a table, with a row for each stream and formulas neutralised', async () => {
    await live('1', '777')
    await live('2')
    await score(72, { user_id: null })
    const answer = await server.get(`/events/${event.id}/moments.csv`)
    expect([answer.headers['content-type'], answer.headers['content-disposition']]).toEqual([
      'text/csv',
      `attachment; filename="muster-${event.id}-moments.csv"`,
    ])
    expect(answer.body).toContain("'=Ben")
    const [head = [], ...rows] = readTable(answer.body)
    expect(rows.map((row) => Object.fromEntries(head.map((name, place) => [name, row[place]])))).toMatchObject([
      {
        time: new Date(at(72)).toISOString().replace('.000Z', 'Z'),
        team: 'Red',
        objective: 'Headhunter',
        points: '30',
        streamer: 'Ada',
        video: '777',
      },
      { streamer: '=Ben', channel: 'tv2', video: '', link: 'https://www.twitch.tv/tv2' },
    ])
  })

  it('are a cut list, in the order of time', async () => {
    await live('1', '777')
    const second = await anObjective(server.db, event.id, { parent_id: root.id, name: 'Level\r\n90' })
    await score(72)
    await score(75, { points: 90 }, second)
    const answer = await server.get(`/events/${event.id}/moments.edl?before_seconds=0&after_seconds=60&frame_rate=30`)
    expect([answer.headers['content-type'], answer.headers['content-disposition']]).toEqual([
      'text/plain',
      `attachment; filename="muster-${event.id}-moments.edl"`,
    ])
    expect(answer.body.split('\r\n').slice(1)).toEqual([
      'FCM: NON-DROP FRAME',
      '',
      '001  V001     V     C        01:01:57:00 01:02:57:00 01:00:00:00 01:01:00:00',
      '* FROM CLIP NAME: 777.mp4',
      '* LOC: 01:00:00:00 GREEN   Red: Headhunter by Ada, 30 points',
      '',
      '002  V001     V     C        01:04:57:00 01:05:57:00 01:01:00:00 01:02:00:00',
      '* FROM CLIP NAME: 777.mp4',
      '* LOC: 01:01:00:00 GREEN   Red: Level  90 by Ada, 90 points',
      '',
    ])
  })

  it.each(['frame_rate=23', 'before_seconds=121', 'after_seconds=0', 'limit=201'])('refuse %s', async (query) => {
    expect((await server.get(`/events/${event.id}/moments.edl?${query}`)).statusCode).toBe(400)
  })
})
