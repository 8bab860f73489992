import type { Objective } from '@muster/contract/objectives'
import type { ScoreDiff } from '@muster/contract/scores'
import { tableNames } from '@muster/contract/tables'
import { readTable } from '@muster/domain/objective-sheet/table'
import { beforeAll, describe, expect, it } from 'vitest'
import { aMember, anEvent, anObjective, aTeam, aUser } from '../../testing/builders.ts'
import { aPlayedEvent, canary, type PlayedEvent } from '../../testing/played-event.ts'
import { useTestServer } from '../../testing/use-server.ts'

const server = useTestServer()
let world: PlayedEvent
beforeAll(async () => {
  world = await aPlayedEvent(server, 'poe1')
})

const addressOf = (table: string, event_id: number = world.event_id) => `/events/${event_id}/tables/${table}`
async function read(table: string, event_id?: number, headers?: Record<string, string>) {
  const answer = await server.get(addressOf(table, event_id), headers)
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/csv'])
  const [head = [], ...rows] = readTable(answer.body)
  return rows.map((row) => Object.fromEntries(head.map((name, place) => [name, row[place]])))
}
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

describe('the tables of an event', () => {
  it('have the numbers that the site shows a visitor', async () => {
    const latest = (await server.get(`/events/${world.event_id}/scores/latest`)).json<ScoreDiff[]>()
    const scores = await read('scores.csv')
    expect(scores.map((row) => [Number(row['objective_id']), Number(row['team_id']), Number(row['points'])])).toEqual(
      latest.map(({ objective_id, team_id, score }) => [objective_id, team_id, score.points]),
    )
    const standings = await read('standings.csv')
    expect(standings.map(({ team, points }) => [team, Number(points)])).toEqual(
      [world.red, world.blue]
        .map(
          ({ id, name }) => [name, sum(latest.filter(({ team_id }) => team_id === id).map(({ score }) => score.points))] as const,
        )
        .toSorted(([, one], [, other]) => other - one),
    )
    const tree = (await server.get(`/events/${world.event_id}/objectives`)).json<Objective>()
    const count = (node: Objective): number => (node.id === 0 ? 0 : 1 + sum(node.children.map(count)))
    expect(await read('objectives.csv')).toHaveLength(count(tree) - 1)
    expect(await read('ladder.csv')).toHaveLength((await server.get(`/events/${world.event_id}/ladder`)).json<unknown[]>().length)
    expect((await read('players.csv')).map(({ player }) => player)).toContain('Ada')
    expect((await read('history.csv')).length).toBeGreaterThan(1)
  })

  it.each(tableNames)('%s is the same for every caller, and has nothing private', async (table) => {
    const visitor = await server.get(addressOf(table))
    expect(visitor.body).not.toContain(canary)
    for (const user of [world.admin, world.ada, world.judge]) {
      const answer = await server.get(addressOf(table), await server.as(user))
      expect(answer.body).toBe(visitor.body)
    }
  })

  it('have a tag, so that a program which asks again gets 304', async () => {
    const first = await server.get(addressOf('teams.csv'))
    const again = await server.get(addressOf('teams.csv'), { 'if-none-match': String(first.headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect(first.headers['content-disposition']).toContain(`muster-${world.event_id}-teams.csv`)
  })

  it('have no cell that a spreadsheet would run', async () => {
    const event = await anEvent(server.db)
    const team = await aTeam(server.db, event.id, { name: '=HYPERLINK("https://evil.test";"x")' })
    await aMember(server.db, team, (await aUser(server.db, { display_name: '@SUM(A1),"\r\n' })).id)
    expect((await server.get(addressOf('players.csv', event.id))).body).toMatch(/,"'@SUM\(A1\),""\r\n",\d+,"'=HYPERLINK/)
    const [player] = await read('players.csv', event.id)
    expect([player?.['player'], player?.['team']]).toEqual(['@SUM(A1),"\r\n', team.name])
  })

  it('name no objective before it opens, and belong to no one who may not see the event', async () => {
    const event = await anEvent(server.db)
    const root = await anObjective(server.db, event.id, { objective_type: 'CATEGORY' })
    await anObjective(server.db, event.id, { parent_id: root.id, name: 'Secret boss', valid_from: new Date(4e12) })
    expect((await server.get(addressOf('objectives.csv', event.id))).body).not.toContain('Secret boss')
    const hidden = await anEvent(server.db, { is_public: false })
    expect((await server.get(addressOf('teams.csv', hidden.id))).statusCode).toBe(404)
    expect((await server.get(addressOf('secrets.csv'))).statusCode).toBe(400)
  })
})
