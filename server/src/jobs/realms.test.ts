import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import type { EventId, TeamId, UserId } from '@muster/contract/ids'
import { listGameClasses } from '@muster/domain/builds/game-classes'
import { nodesOfAscendancy, secondGameClasses } from '@muster/simulator/world/second-game/classes'
import { beforeAll, describe, expect, test } from 'vitest'
import { aMember, anEvent, aTeam } from '../testing/builders.ts'
import { getEvent } from '../testing/events.ts'
import { startSimulatedEvent } from '../testing/simulated-event.ts'
import { determineGuildStashAccess } from './determine-guild-stash-access.ts'
import { fetchCharacterData } from './fetch-character-data.ts'
import { fetchGuildStashes } from './fetch-guild-stashes.ts'
import { fetchStashChanges } from './fetch-stash-changes.ts'
import type { GameJob } from './job.ts'
import { useFolder } from '../testing/folder.ts'
import { useOpened } from '../testing/use-server.ts'

const minutes = (count: number) => count * 60_000
const data_dir = useFolder('realms')

/** Two events of the same name, one per game, with the same players; their first characters share names, too. */
let [first, second]: EventId[] = []

beforeAll(() => {
  const nodes = secondGameClasses.flatMap(({ ascendancies }) =>
    ascendancies.flatMap(({ name }) =>
      nodesOfAscendancy(name).map((id, at) => {
        const kind = at === 0 ? 'start' : 'normal'
        return { id, name: '', kind, stats: [], ascendancy: name, x: 0, y: 0 }
      }),
    ),
  )
  const tree = { game_version: 'poe2', kind: 'passive', patch: '0_5', nodes, edges: [] }
  writeFileSync(join(data_dir, 'tree.poe2.passive.0_5.json'), JSON.stringify(tree))
})
const world = useOpened(() => startSimulatedEvent({ preset: 'tiny_both', hours: 12, data_dir }))
beforeAll(async () => {
  first = world.event_id
  const { id: _, is_current: __, ...like } = await getEvent(world.ctx.db, first)
  second = (await anEvent(world.ctx.db, { ...like, game_version: 'poe2' })).id
  const teamOf = new Map<TeamId, Awaited<ReturnType<typeof aTeam>>>()
  for (const { user_id, team_id } of world.players) {
    const team = teamOf.get(team_id) ?? (await aTeam(world.ctx.db, second))
    teamOf.set(team_id, team)
    await aMember(world.ctx.db, team, user_id)
  }
})

const requests = () => world.simulator.requests.list(10_000)

/** Runs a job of one event for a number of rounds. @returns its results and the requests the game received. */
async function run(event_id: EventId, job: GameJob, rounds = 1) {
  const { ctx } = world
  const before = requests().length
  const round = job.start()
  const said = []
  for (let count = 0; count < rounds; count++) {
    const event = await getEvent(ctx.db, event_id)
    said.push(await round({ ctx, event, signal: new AbortController().signal, write: (use) => ctx.db.transact(use) }))
  }
  return { said, asked: requests().slice(before) }
}

type Request = ReturnType<typeof requests>[number]
/** The realm is part of a character's address. For a ladder, the name of the rate limit policy shows the realm. */
const isOfSecond = ({ path, policy }: Request) =>
  policy?.endsWith('-poe2') === true && (/^\/character\/poe2(?:\/|$)/.test(path) || path.endsWith('/ladder'))
const isOfFirst = ({ path, policy }: Request) => policy?.endsWith('-poe2') === false && !path.includes('poe2')
const isLogin = ({ path }: Request) => path.endsWith('/oauth/token')

const characters = (event_id: EventId) =>
  world.ctx.db.selectFrom('characters').selectAll().where('event_id', '=', event_id).orderBy('id').execute()
const builds = (event_id: EventId) =>
  world.ctx.db.selectFrom('character_builds').selectAll().where('event_id', '=', event_id).orderBy('id').execute()
const ladder = (event_id: EventId) =>
  world.ctx.db.selectFrom('ladder_entries').selectAll().where('event_id', '=', event_id).orderBy('rank').execute()
const namesOf = (game: 'poe1' | 'poe2') => listGameClasses(game).flatMap(({ name, ascendancies }) => [name, ...ascendancies])

describe('two events of the same name, one of each game', () => {
  test('are requested only in their own realms, in turns, with separate rate limits', async () => {
    for (let turn = 0; turn < 2; turn++) {
      const ofFirst = (await run(first as EventId, fetchCharacterData, 2)).asked.filter((asked) => !isLogin(asked))
      const ofSecond = (await run(second as EventId, fetchCharacterData, 2)).asked.filter((asked) => !isLogin(asked))
      expect(ofFirst.filter((asked) => !isOfFirst(asked))).toEqual([])
      expect(ofSecond.filter((asked) => !isOfSecond(asked))).toEqual([])
      const kindsOf = (list: readonly Request[]) => new Set(list.map(({ policy }) => policy?.replace(/-poe2$/, '')))
      for (const kind of kindsOf(ofSecond)) expect(kindsOf(ofFirst)).toContain(kind)
      expect(kindsOf(ofSecond).size).toBe(3)
      world.simulator.step(minutes(61))
    }
    expect(world.simulator.requests.totals().complaints).toEqual({})
  })

  test('have separate characters, ladders and builds, and share only names and players', async () => {
    const [one, other] = [await characters(first as EventId), await characters(second as EventId)]
    const tracked = (list: typeof one) => list.filter((row) => row.is_tracked)
    const people: UserId[] = world.players.map(({ user_id }) => user_id).toSorted((a, b) => a - b)
    for (const list of [one, other])
      expect(
        tracked(list)
          .map((row) => row.user_id)
          .toSorted((a, b) => Number(a) - Number(b)),
      ).toEqual(people)
    const names = new Set(one.map((row) => row.name))
    expect(other.some((row) => names.has(row.name))).toBe(true)
    const ids = new Set(one.map((row) => row.id))
    expect(other.filter((row) => ids.has(row.id))).toEqual([])
    expect(one.filter((row) => !namesOf('poe1').includes(row.ascendancy))).toEqual([])
    expect(other.filter((row) => !namesOf('poe2').includes(row.ascendancy))).toEqual([])
    for (const [event_id, list] of [
      [first, one],
      [second, other],
    ] as const) {
      const known = new Set(list.map((row) => row.id))
      const places = await ladder(event_id as EventId)
      expect(places.length).toBeGreaterThan(0)
      expect(places.filter((row) => !known.has(row.character_id))).toEqual([])
    }
    const roots = async (event_id: EventId | undefined) =>
      new Set(
        (await builds(event_id as EventId)).map((row) => /<(PathOfBuilding2?)>/.exec(inflateSync(row.export).toString())?.[1]),
      )
    expect([...(await roots(first)), ...(await roots(second))]).toEqual(['PathOfBuilding', 'PathOfBuilding2'])
  })

  test('score the features of their own game: the second has ascendancy points, but no atlas, pantheon or depth', async () => {
    const truth = new Map(
      world.simulator.world.accounts.flatMap(({ second_game }) =>
        second_game.map(({ record }) => [record.id, record.ascendancy_points] as const),
      ),
    )
    const rows = (await characters(second as EventId)).filter((row) => row.is_tracked)
    expect(rows.map((row) => row.ascendancy_points)).toEqual(rows.map((row) => truth.get(row.id)))
    expect(Math.max(...rows.map((row) => row.ascendancy_points))).toBeGreaterThan(0)
    expect(rows.map((row) => [row.atlas_node_count, row.pantheon, row.delve_depth])).toEqual(rows.map(() => [0, false, 0]))
    const events = await world.ctx.db.selectFrom('atlas_trees').select('event_id').distinct().execute()
    expect(events).toEqual([{ event_id: first }])
    expect(rows.map((row) => row.main_skill).filter((skill) => skill === '')).toEqual([])
  })
})

test.each([
  ['FetchStashChanges', fetchStashChanges],
  ['FetchGuildStashes', fetchGuildStashes],
  ['DetermineGuildStashAccess', determineGuildStashAccess],
] as const)('%s of the second game sends no request and reports why', async (_, job) => {
  const { said, asked } = await run(second as EventId, job)
  expect(said).toMatchObject([{ ok: false, error: expect.stringMatching(/^Path of Exile 2 .+\. \w+/) }])
  expect(asked).toEqual([])
})

test('a ladder that names only the class does not remove a stored ascendancy', async () => {
  const { ctx } = world
  const before = await characters(second as EventId)
  const { fetchLadderPage } = ctx.game
  const classOf = (name: string) => listGameClasses('poe2').find(({ ascendancies }) => ascendancies.includes(name))?.name ?? name
  const game: typeof ctx.game = {
    ...ctx.game,
    async fetchLadderPage(...wanted) {
      const page = await fetchLadderPage(...wanted)
      if (!page.ok) return page
      const entries = page.value.entries.map(({ character, ...entry }) => ({
        ...entry,
        character: { ...character, class: classOf(character.class) },
      }))
      return { ok: true, value: { ...page.value, entries } }
    },
  }
  expect(before.some(({ ascendancy }) => classOf(ascendancy) !== ascendancy)).toBe(true)
  await ctx.db
    .updateTable('character_polls')
    .set({ list_due_at: new Date(8e15), detail_due_at: new Date(8e15) })
    .execute()
  world.simulator.step(minutes(5))
  const event = await getEvent(ctx.db, second as EventId)
  const round = fetchCharacterData.start()
  await round({ ctx: { ...ctx, game }, event, signal: new AbortController().signal, write: (use) => ctx.db.transact(use) })
  const after = await characters(second as EventId)
  expect(after.map((row) => row.ascendancy)).toEqual(before.map((row) => row.ascendancy))
  const shown = (await ladder(second as EventId)).map((row) => row.character_class)
  expect(shown.filter((name) => !listGameClasses('poe2').some((one) => one.name === name))).toEqual([])
})
