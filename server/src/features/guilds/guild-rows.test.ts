import type { GuildLogLine, GuildLogRow, GuildLogRowLine, GuildLogRows, GuildLogSummary } from '@muster/contract/guilds'
import type { GuildId, ObjectiveId } from '@muster/contract/ids'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findDefinition } from '../../db/definition.ts'
import { appendFacts } from '../../db/ledger.ts'
import { recordDeposits } from '../../ingestion/guild/record-deposits.ts'
import { openScorekeeper } from '../../scoring/scorekeeper.ts'
import { aGuild, anObjective, aMember, aUser, testNow } from '../../testing/builders.ts'
import { aSmallEvent, type SmallEvent } from '../../testing/muster.ts'
import { useTestServer, useRole } from '../../testing/use-server.ts'

type Headers = { authorization: string }

const server = useTestServer()
let event: SmallEvent
let name: string
let lead: Headers
let member: Headers
let rival: Headers
let outsider: Headers
const admin = useRole(server, 'admin')

const guild_id = 812 as GuildId
/** An hour before the tests' now, unix seconds. */
const start = testNow / 1000 - 3600
const ada = 'Player1#0001'

beforeAll(async () => {
  outsider = await server.as(await aUser(server.db))
})
beforeEach(async () => {
  const { db, ctx } = server
  await db.deleteFrom('events').execute()
  await db.deleteFrom('accounts').execute()
  event = await aSmallEvent(ctx)
  await event.publish()
  const [red, blue] = event.teams
  if (!red || !blue) throw new Error('two teams were made')
  name = (await db.selectFrom('events').select('name').where('id', '=', event.event_id).executeTakeFirstOrThrow()).name
  const people = [await aUser(db), await aUser(db), await aUser(db)] as const
  await aMember(db, { id: red.id, event_id: event.event_id }, people[0].id, true)
  await aMember(db, { id: red.id, event_id: event.event_id }, people[1].id)
  await aMember(db, { id: blue.id, event_id: event.event_id }, people[2].id, true)
  ;[lead, member, rival] = [await server.as(people[0]), await server.as(people[1]), await server.as(people[2])]
  await aGuild(db, { id: red.id, event_id: event.event_id }, guild_id)
})

const aLine = (id: number, seconds: number, line: Partial<GuildLogLine> = {}): GuildLogLine => ({
  id: String(id),
  time: start + seconds,
  league: name,
  stash: 'drops',
  item: 'Tabula Rasa Simple Robe',
  action: 'added',
  account: { name: ada },
  x: 0,
  y: 0,
  ...line,
})
const address = (path: string) => `/${event.event_id}/guilds/${guild_id}/stash-history${path}`
async function upload(entries: readonly object[], truncated = false) {
  const answer = await server.app.inject({
    method: 'POST',
    url: `/api${address('')}`,
    headers: lead,
    payload: { entries, truncated },
  })
  expect(answer.statusCode).toBe(201)
}
const rowsOf = async (query = '', headers: Headers = member) =>
  (await server.get(address(`/rows${query}`), headers)).json<GuildLogRows>()
const summaryOf = async (query = '') => (await server.get(address(`/summary${query}`), member)).json<GuildLogSummary>()
const tell = (rows: readonly GuildLogRow[]) =>
  rows.map((row) => (row.kind === 'line' ? row.line.id : row.kind === 'gap' ? 'gap' : [row.removed.id, row.added.id]))
const linesIn = ({ rows }: GuildLogRows): GuildLogRowLine[] =>
  rows.flatMap((row) => (row.kind === 'line' ? [row.line] : row.kind === 'gap' ? [] : [row.removed, row.added]))

const chaos = (id: number, seconds: number, count: number, line: Partial<GuildLogLine> = {}) =>
  aLine(id, seconds, { item: `${count}× Chaos Orb`, ...line })

describe('rows of a log', () => {
  it('show movements, quantities and gaps for any order of the pages', async () => {
    await upload([chaos(3, 30, 5, { stash: 'bank' }), chaos(1, 0, 20)])
    await upload([chaos(9, 1200, 35, { action: 'modified' }), aLine(8, 1000)], true)
    await upload([chaos(1, 0, 20), chaos(2, 10, 5, { action: 'removed' })])
    const { rows, next } = await rowsOf()
    expect(next).toBe(null)
    expect(tell(rows)).toEqual(['9', '8', 'gap', ['2', '3'], '1'])
    expect(rows[2]).toEqual({ kind: 'gap', from: start + 30, to: start + 1000 })
    expect(linesIn({ rows, next }).map(({ id, change, tab, guild }) => [id, change, tab, guild])).toEqual([
      ['9', null, { before: 0, after: 35, is_exact: false }, { before: 0, after: 35, is_exact: false }],
      ['8', 1, { before: 0, after: 1, is_exact: false }, { before: 0, after: 1, is_exact: false }],
      ['2', -5, { before: 20, after: 15, is_exact: true }, { before: 20, after: 15, is_exact: true }],
      ['3', 5, { before: 0, after: 5, is_exact: true }, { before: 15, after: 20, is_exact: true }],
      ['1', 20, { before: 0, after: 20, is_exact: true }, { before: 0, after: 20, is_exact: true }],
    ])
    expect(tell((await rowsOf('?show=lines')).rows)).toEqual(['9', '8', 'gap', '3', '2', '1'])
  })

  it('have no gap after the missing page arrived', async () => {
    await upload([chaos(1, 0, 20)])
    await upload([chaos(9, 1200, 35)], true)
    expect(tell((await rowsOf()).rows)).toEqual(['9', 'gap', '1'])
    await upload([chaos(5, 600, 15, { action: 'removed' }), chaos(9, 1200, 35), chaos(1, 0, 20)], true)
    const { rows } = await rowsOf()
    expect(tell(rows)).toEqual(['9', '5', '1'])
    expect(rows[0]).toMatchObject({ line: { tab: { before: 5, after: 40, is_exact: true } } })
  })

  it('restart after the guild was removed and registered again', async () => {
    await upload([chaos(1, 0, 20), chaos(2, 10, 3)])
    expect(tell((await rowsOf()).rows)).toEqual(['2', '1'])
    await server.send('DELETE', `/${event.event_id}/guilds/${guild_id}`, lead)
    await server.send('PUT', `/${event.event_id}/guilds/${guild_id}`, lead, { id: guild_id, name: 'Again', tag: 'AG' })
    expect(tell((await rowsOf()).rows)).toEqual([])
    await upload([chaos(2, 10, 3)])
    expect((await rowsOf()).rows).toMatchObject([{ line: { id: '2', tab: { before: 0, after: 3 } } }])
  })

  it('are filtered by player, item, tab and time', async () => {
    await upload([
      chaos(1, 0, 20),
      aLine(2, 100, { account: { name: 'Bo#2' } }),
      aLine(3, 200, { stash: null }),
      aLine(4, 300, { stash: 'bank', item: 'Divine Orb' }),
    ])
    expect(tell((await rowsOf(`?username=${encodeURIComponent('Bo#2')}`)).rows)).toEqual(['2'])
    expect(tell((await rowsOf('?itemname=cha')).rows)).toEqual(['1'])
    expect(tell((await rowsOf('?stashname=bank')).rows)).toEqual(['4'])
    expect(tell((await rowsOf('?gone=true')).rows)).toEqual(['3'])
    expect(tell((await rowsOf(`?from=${start + 100}&to=${start + 200}`)).rows)).toEqual(['3', '2'])
  })

  it('continue from page to page while lines are added above', async () => {
    await upload([1, 2, 3, 4, 5].map((id) => aLine(id, id * 100)))
    const first = await rowsOf('?limit=2')
    expect([tell(first.rows), first.next]).toEqual([['5', '4'], '4'])
    await upload([aLine(6, 600)])
    const second = await rowsOf(`?limit=2&before=${first.next}`)
    expect([tell(second.rows), second.next]).toEqual([['3', '2'], '2'])
    expect(tell((await rowsOf(`?limit=2&before=${second.next}`)).rows)).toEqual(['1'])
  })

  it.each(['show=all', 'limit=0', 'limit=501', 'before=0', 'from=x', 'gone=yes'])('refuse %s', async (query) => {
    const answer = await server.get(address(`/rows?${query}`), member)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ problems: [{ field: query.split('=')[0] }] })
  })
})

it('a summary lists deposits and withdrawals by player, and the values of filters', async () => {
  await upload([
    chaos(1, 0, 20),
    chaos(2, 10, 5, { action: 'removed' }),
    chaos(3, 30, 5, { stash: 'bank' }),
    aLine(4, 100, { account: { name: 'Bo#2' } }),
  ])
  expect(await summaryOf()).toEqual({
    lines: 4,
    movements: 1,
    players: [
      {
        account_name: ada,
        lines: 3,
        added: 20,
        removed: 0,
        moved: 5,
        unknown: 0,
        top_items: [{ item_name: 'Chaos Orb', added: 20, removed: 0 }],
      },
      {
        account_name: 'Bo#2',
        lines: 1,
        added: 1,
        removed: 0,
        moved: 0,
        unknown: 0,
        top_items: [{ item_name: 'Tabula Rasa Simple Robe', added: 1, removed: 0 }],
      },
    ],
    players_left_out: 0,
    accounts: {
      names: [
        { name: ada, lines: 3 },
        { name: 'Bo#2', lines: 1 },
      ],
      left_out: 0,
    },
    tabs: {
      names: [
        { name: 'drops', lines: 3 },
        { name: 'bank', lines: 1 },
      ],
      left_out: 0,
    },
    items: {
      names: [
        { name: 'Chaos Orb', lines: 3 },
        { name: 'Tabula Rasa Simple Robe', lines: 1 },
      ],
      left_out: 0,
    },
  })
})

async function recordFacts() {
  const newest = await findDefinition(server.db, event.event_id)
  if (!newest) throw new Error('the definition was published')
  await server.db.transact((tx) => recordDeposits(tx, event.event_id, newest))
  await (await openScorekeeper(server.ctx, event.event_id)).step()
}

/** A guild tab shows the item. */
const show = (objective_id: ObjectiveId, seconds: number) =>
  server.db.transact((tx) =>
    appendFacts(tx, event.event_id, [
      {
        objective_id,
        team_id: event.teams[0]?.id as never,
        user_id: null,
        source: 'stash:guild-tab',
        number: 1,
        timestamp: new Date((start + seconds) * 1000),
      },
    ]),
  )
const tabula = () => event.add({ name: 'Tabula Rasa' }, [{ field: 'NAME', operator: 'EQ', value: 'Tabula Rasa' }])

describe('credits', () => {
  it('name the line that gives an objective its player and time', async () => {
    const objective_id = await tabula()
    await event.publish()
    await upload([aLine(1, 100), aLine(2, 200), aLine(3, 300, { item: 'Divine Orb' })])
    await recordFacts()
    const creditsOf = async () => linesIn(await rowsOf()).map(({ id, credits }) => [id, credits])
    const team_id = event.teams[0]?.id
    const waiting = { objective_id, team_id, names: false, points: 0 }
    expect(await creditsOf()).toEqual([
      ['3', []],
      ['2', [waiting]],
      ['1', [waiting]],
    ])
    await show(objective_id, 250)
    await recordFacts()
    const found = await creditsOf()
    expect(found[1]).toEqual(['2', [waiting]])
    expect(found[2]).toEqual(['1', [{ ...waiting, names: true, points: expect.any(Number) }]])
  })

  it('hide objectives that open later from everyone', async () => {
    await upload([aLine(1, 100)])
    await recordFacts()
    const before = [await rowsOf(), await rowsOf('', admin), await rowsOf('?show=lines'), await summaryOf()]
    const objective_id = await tabula()
    await server.db
      .updateTable('objectives')
      .set({ valid_from: new Date(testNow + 3_600_000) })
      .where('id', '=', objective_id)
      .execute()
    await anObjective(server.db, event.event_id, { parent_id: objective_id })
    await event.publish()
    await recordFacts()
    const facts = await server.db.selectFrom('facts').select('source').where('objective_id', '=', objective_id).execute()
    expect(facts).toEqual([{ source: `deposit:${guild_id}:1` }])
    expect([await rowsOf(), await rowsOf('', admin), await rowsOf('?show=lines'), await summaryOf()]).toEqual(before)
  })
})

describe('two worlds that differ in the log of a guild', () => {
  it('are the same for everyone outside its team, counts included', async () => {
    const objective_id = await tabula()
    await event.publish()
    const paths = [
      '',
      '?itemname=Tabula',
      '/rows',
      '/rows?before=1',
      '/rows?itemname=Tabula&show=lines',
      '/summary',
      '/latest_timestamp',
    ]
    const readAll = () =>
      Promise.all(
        [rival, outsider].flatMap((who) =>
          [...paths.map(address), `/${event.event_id}/guilds`].map(async (path) => {
            const { statusCode, body, headers } = await server.get(path, who)
            return { path, statusCode, body, length: headers['content-length'] }
          }),
        ),
      )
    const empty = await readAll()
    await upload([aLine(1, 100), chaos(2, 200, 20), chaos(3, 230, 20, { action: 'removed' })], true)
    await recordFacts()
    await rowsOf()
    expect(await readAll()).toEqual(empty)
    expect(empty.filter(({ statusCode }) => statusCode === 200).map(({ path }) => path)).toEqual([
      `/${event.event_id}/guilds`,
      `/${event.event_id}/guilds`,
    ])
    // The log exists, and scores for its team.
    expect(linesIn(await rowsOf()).find(({ id }) => id === '1')?.credits).toMatchObject([{ objective_id }])
  })
})
