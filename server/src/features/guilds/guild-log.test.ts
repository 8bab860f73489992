import type { GuildLogEntry, GuildLogExtent, GuildLogLine, GuildLogUpload } from '@muster/contract/guilds'
import type { TeamId } from '@muster/contract/ids'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Row } from '../../db/schema.ts'
import { aGuild, aMember, anEvent, aTeam, aUser, eventEnd, eventStart } from '../../testing/builders.ts'
import { useTestServer, useRole } from '../../testing/use-server.ts'

type Headers = { authorization: string }

const server = useTestServer()
let event: Row<'events'>
let team_id: TeamId
let lead: Headers
let member: Headers
let rival: Headers
const admin = useRole(server, 'admin')

const start = eventStart / 1000
const guild = 812

beforeEach(async () => {
  const { db } = server
  await db.deleteFrom('events').execute()
  event = await anEvent(db, { name: 'Winter Muster (PL12345)', is_current: true })
  const [team, other] = [await aTeam(db, event.id), await aTeam(db, event.id)]
  const people = [await aUser(db), await aUser(db), await aUser(db)] as const
  await aMember(db, team, people[0].id, true)
  await aMember(db, team, people[1].id)
  await aMember(db, other, people[2].id, true)
  ;[lead, member, rival] = [await server.as(people[0]), await server.as(people[1]), await server.as(people[2])]
  team_id = team.id
  await aGuild(db, team, guild)
})

const aLine = (id: number, seconds: number, line: Partial<GuildLogLine> = {}): GuildLogLine => ({
  id: String(id),
  time: start + seconds,
  league: event.name,
  stash: 'drops',
  item: 'Tabula Rasa Simple Robe',
  action: 'added',
  account: { name: 'Wraeclaster#4821' },
  x: 0,
  y: 0,
  ...line,
})
const address = (path = '') => `/${event.id}/guilds/${guild}/stash-history${path}`
const upload = (entries: readonly object[], truncated = true, headers: Headers = lead) =>
  server.app.inject({ method: 'POST', url: `/api${address()}`, headers, payload: { entries, truncated } })
const read = async (query = '', headers: Headers = member) => (await server.get(address(query), headers)).json<GuildLogEntry[]>()
const ids = async (query = '') => (await read(query)).map((entry) => entry.id)
const extent = async () => (await server.get(address('/latest_timestamp'), member)).json<GuildLogExtent>()

describe('uploading a page', () => {
  it('accepts a page with characters that cannot be stored, cleans it, and reports it in the problems', async () => {
    const answer = await upload([aLine(1, 10, { stash: 'dr\u0000ops\ud800' }), aLine(2, 20)])
    expect(answer.statusCode).toBe(201)
    expect((await read()).map(({ stash_name }) => stash_name)).toEqual(['drops', 'dr\uFFFDops\uFFFD'])
    const problems = (await server.get(`/events/${event.id}/problems`, admin)).json<{ message: string }[]>()
    expect(problems.map(({ message }) => message)).toEqual([expect.stringContaining('entries.0.stash')])
  })

  it('refuses a line from the future: it would hide all later gaps', async () => {
    await upload([aLine(1, 10), aLine(2, 9 * 365 * 86_400)])
    expect((await extent()).latest).toBe(start + 11)
  })

  it('accepts the site’s own answer and reports the result for each line', async () => {
    const answer = await upload([
      aLine(30, 300, { item: '20× Chaos Orb', stash: null, action: 'moved' }),
      aLine(20, 200, { league: 'Standard' }),
      aLine(10, 100),
      aLine(5, 50, { id: 'five' }),
    ])
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toEqual({
      number_of_added_entries: 2,
      number_of_known_entries: 0,
      number_of_foreign_entries: 1,
      number_of_unreadable_entries: 1,
    })
    expect(await read()).toEqual([
      {
        id: '30',
        timestamp: start + 300,
        account_name: 'Wraeclaster#4821',
        item_name: 'Chaos Orb',
        number: 20,
        action: 'modified',
      },
      {
        id: '10',
        timestamp: start + 100,
        account_name: 'Wraeclaster#4821',
        stash_name: 'drops',
        item_name: 'Tabula Rasa Simple Robe',
        number: 1,
        action: 'added',
      },
    ])
  })

  it('D-04: never changes a stored line: pages may repeat, overlap and come in any order', async () => {
    await upload([aLine(30, 300), aLine(20, 200)])
    const again = await upload([aLine(20, 999, { item: 'Forged' }), aLine(10, 100)])
    expect(again.json<GuildLogUpload>()).toMatchObject({ number_of_added_entries: 1, number_of_known_entries: 1 })
    expect((await read()).map((entry) => [entry.id, entry.timestamp - start, entry.item_name])).toEqual([
      ['30', 300, 'Tabula Rasa Simple Robe'],
      ['20', 200, 'Tabula Rasa Simple Robe'],
      ['10', 100, 'Tabula Rasa Simple Robe'],
    ])
  })

  it('two simultaneous uploads add each line once', async () => {
    const page = Array.from({ length: 50 }, (_, place) => aLine(place + 1, place))
    const answers = await Promise.all([upload(page), upload(page), upload(page.toReversed())])
    const added = answers.map((answer) => answer.json<GuildLogUpload>().number_of_added_entries)
    expect(added.reduce((sum, one) => sum + one)).toBe(50)
    expect(await ids()).toHaveLength(50)
  })

  it('D-04: the event is that of the path, not of the league in a line', async () => {
    const other = await anEvent(server.db, { name: 'Another Muster (PL2)' })
    await upload([aLine(10, 100, { league: other.name })])
    expect(await server.db.selectFrom('guild_log_entries').selectAll().execute()).toEqual([])
  })

  it('the same line number of another guild is another line', async () => {
    await aGuild(server.db, { id: team_id, event_id: event.id }, 9)
    await upload([aLine(10, 100)])
    const url = `/api/${event.id}/guilds/9/stash-history`
    const answer = await server.app.inject({ method: 'POST', url, headers: lead, payload: { entries: [aLine(10, 100)] } })
    expect(answer.json()).toMatchObject({ number_of_added_entries: 1 })
  })

  it('accepts a file of many pages, and refuses a file that cannot be a guild log', async () => {
    const many = Array.from({ length: 12_000 }, (_, place) => aLine(place + 1, place % 3000))
    expect(JSON.stringify(many).length).toBeGreaterThan(1024 * 1024)
    expect((await upload(many)).json()).toMatchObject({ number_of_added_entries: 12_000 })
    const more = await upload(Array.from({ length: 20_001 }, () => ({})))
    expect(more.statusCode).toBe(400)
  })

  it('an empty page and a page without entries add nothing', async () => {
    expect((await upload([])).json()).toMatchObject({ number_of_added_entries: 0 })
    const answer = await server.send('POST', address(), lead, { entries: null })
    expect(answer.statusCode).toBe(201)
  })

  it('a wrong type is refused with the place of the line', async () => {
    const answer = await upload([aLine(10, 100), aLine(20, 200, { item: 5 as never })])
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ problems: [{ field: 'entries.1.item' }] })
  })
})

describe('D-02, D-04: rights', () => {
  it.each([
    ['read', () => server.get(address(), rival)],
    ['read the extent', () => server.get(address('/latest_timestamp'), rival)],
    ['upload', () => upload([aLine(1, 1)], true, rival)],
  ])('the lead of another team may not %s', async (_, call) => {
    const answer = await call()
    expect(answer.statusCode).toBe(403)
    expect(answer.json()).toMatchObject({ code: 'not_allowed' })
  })

  it('a member reads but does not upload; an admin reads', async () => {
    expect((await server.get(address(), member)).statusCode).toBe(200)
    expect((await upload([aLine(1, 1)], true, member)).statusCode).toBe(403)
    expect((await server.get(address(), admin)).statusCode).toBe(200)
    expect((await server.get(address('/latest_timestamp'), admin)).statusCode).toBe(200)
  })

  it('an unregistered guild is not found', async () => {
    const path = `/${event.id}/guilds/999/stash-history`
    expect((await server.get(path, member)).json()).toMatchObject({ code: 'guild_not_found' })
    expect((await server.get(path, admin)).json()).toMatchObject({ code: 'guild_not_found' })
  })
})

describe('reading the log', () => {
  beforeEach(async () => {
    await upload([
      aLine(4, 400, { item: '100% Orb' }),
      aLine(3, 300, { account: { name: 'Map-per#0007' }, stash: 'maps' }),
      aLine(2, 300, { item: 'Under_score' }),
      aLine(1, 100, { item: '5× Chaos Orb' }),
    ])
  })

  it('D-48: is newest first, and within a second by number', async () => {
    expect(await ids()).toEqual(['4', '3', '2', '1'])
  })

  it('D-48: treats % and _ as ordinary characters', async () => {
    expect(await ids('?itemname=%25')).toEqual(['4'])
    expect(await ids('?itemname=_')).toEqual(['2'])
  })

  it('finds part of an item name, case-insensitive', async () => {
    expect(await ids('?itemname=CHAOS')).toEqual(['1'])
  })

  it('Q-25: accepts a hyphen for the #, and finds a name with its own hyphen', async () => {
    expect(await ids('?username=Wraeclaster-4821')).toEqual(['4', '2', '1'])
    expect(await ids('?username=Map-per-0007')).toEqual(['3'])
    expect(await ids('?username=Map-per%230007')).toEqual(['3'])
  })

  it('finds a tab by its exact name', async () => {
    expect(await ids('?stashname=maps')).toEqual(['3'])
    expect(await ids('?stashname=map')).toEqual([])
  })

  it('pages by limit and offset, and by the last line received', async () => {
    expect(await ids('?limit=2&offset=1')).toEqual(['3', '2'])
    expect(await ids('?limit=2&before=3')).toEqual(['2', '1'])
    expect(await ids('?limit=-1')).toHaveLength(4)
    expect(await ids('?limit=&offset=')).toHaveLength(4)
    expect(await ids('?limit=0')).toEqual([])
  })

  it.each(['limit=x', 'offset=-1', 'limit=1.5', 'before=0'])('refuses %s', async (query) => {
    expect((await server.get(address(`?${query}`), member)).statusCode).toBe(400)
  })
})

describe('the extent of the log', () => {
  it('is empty at first, with the times of the event', async () => {
    expect(await extent()).toEqual({ earliest: null, latest: null, league_start: start, league_end: eventEnd / 1000, gaps: [] })
  })

  it('reaches from a second before the oldest line to a second after the newest', async () => {
    await upload([aLine(9, 900), aLine(8, 800)])
    expect(await extent()).toMatchObject({ earliest: start + 799, latest: start + 901, gaps: [{ from: start, to: start + 800 }] })
  })

  it('shows the gap between two walks until it is closed', async () => {
    await upload([aLine(2, 200), aLine(1, 0)], false)
    await upload([aLine(9, 900), aLine(8, 800)])
    expect((await extent()).gaps).toEqual([{ from: start + 200, to: start + 800 }])
    await upload([aLine(8, 800), aLine(5, 500), aLine(2, 200)])
    expect((await extent()).gaps).toEqual([])
  })

  it('a page that does not follow another one is not connected to it', async () => {
    await upload([aLine(9, 900), aLine(8, 800)])
    const payload = { entries: [aLine(2, 200), aLine(1, 0)], truncated: false, follows: false }
    await server.send('POST', address(), lead, payload)
    expect((await extent()).gaps).toEqual([{ from: start + 200, to: start + 800 }])
    await server.send('POST', address(), lead, { ...payload, follows: true })
    expect((await extent()).gaps).toHaveLength(1)
  })

  it('the pages of one walk are connected even without shared lines', async () => {
    await upload([aLine(9, 900), aLine(8, 800)])
    await upload([aLine(7, 700), aLine(6, 600)])
    await upload([aLine(5, 500), aLine(4, 0)], false)
    expect((await extent()).gaps).toEqual([])
  })
})
