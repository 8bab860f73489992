import { existsSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { openScorekeeper } from '../../scoring/scorekeeper.ts'
import { aPage, aSmallEvent, aTab, anItem, createTestContext, type SmallEvent } from '../../testing/muster.ts'
import { parseSavedPage, ReplayError, replayPage } from './replay.ts'
import { useOpened } from '../../testing/use-server.ts'

const realPage = new URL('../../../../../shared/data/items/public-stash-page.json', import.meta.url)

const world = useOpened(createTestContext)
let event: SmallEvent

beforeAll(async () => {
  event = await aSmallEvent(world.ctx)
})

describe('a saved page', () => {
  test.each([
    ['{"next_change_id":"1-1-1-1-1","stashes":[{"id":"a"', /not JSON/],
    ['[]', /not a page/],
    ['{"stashes":[]}', /next_change_id/],
    ['{"next_change_id":"1-1-1-1-1","stashes":[{"id":"a"}]}', /stashes\.0\.public/],
  ])('%s is refused with a reason', (text, reason) => {
    expect(() => parseSavedPage(text)).toThrow(ReplayError)
    expect(() => parseSavedPage(text)).toThrow(reason)
  })

  test('an account without a participant in the event is rejected by name', async () => {
    const accounts = new Map([['Somebody#1', 'Nobody#2']])
    await expect(replayPage(world.ctx, JSON.stringify(aPage([])), { event_id: event.event_id, accounts })).rejects.toThrow(
      /Nobody#2/,
    )
  })

  test('a page without an alias is filtered like the stream: only participants in the league of the event', async () => {
    const page = aPage([aTab({ accountName: 'Player1#0001', league: 'Elsewhere', items: [anItem()] })])
    expect(await replayPage(world.ctx, JSON.stringify(page), { event_id: event.event_id, accounts: new Map() })).toMatchObject({
      snapshots: 0,
      facts: 0,
    })
  })
})

test("a league of the page can be mapped to the event's league; then only its tabs count", async () => {
  const own = await world.ctx.db.selectFrom('stash_snapshots').selectAll().execute()
  const page = aPage([
    aTab({ id: 'x', accountName: 'Player1#0001', league: 'Old', items: [anItem()] }),
    aTab({ id: 'y', accountName: 'Stranger#1', league: 'Other', items: [anItem()] }),
  ])
  const options = { event_id: event.event_id, league: 'Old', accounts: new Map([['Stranger#1', 'Player2#0002']]) }
  expect(await replayPage(world.ctx, JSON.stringify(page), options)).toMatchObject({ snapshots: own.length + 1 })
})

test('unstorable text in a saved page is cleaned as in a fetched one', async () => {
  const tab = aTab({ id: 'nul', accountName: 'Stranger#1', league: 'Saved', stash: 'A\0B', items: [anItem()] })
  const options = { event_id: event.event_id, league: 'Saved', accounts: new Map([['Stranger#1', 'Player1#0001']]) }
  const replayed = await replayPage(world.ctx, JSON.stringify(aPage([tab])), options)
  expect(replayed.snapshots).toBe(1)
})

// The page is real and cannot be published; without it, this test is reported as skipped.
describe.skipIf(!existsSync(realPage))('the real page (../shared/data/items/public-stash-page.json)', () => {
  test('scores exactly the objectives that its items fulfil, and changes nothing when replayed again', async () => {
    const add = (
      name: string,
      field: 'NAME' | 'BASE_TYPE' | 'INFLUENCES' | 'ILVL' | 'EXPLICIT_MODS',
      operator: 'EQ' | 'IN' | 'CONTAINS' | 'GT',
      value: string,
      required_number = 1,
    ) => event.add({ name, required_number }, [{ field, operator, value }])
    await add('Doomfletch', 'NAME', 'EQ', 'Doomfletch')
    await add('Three Chalices of Horrors', 'NAME', 'EQ', 'Chalice of Horrors', 3)
    await add('Four Chalices of Horrors', 'NAME', 'EQ', 'Chalice of Horrors', 4)
    await add('A Headhunter', 'NAME', 'EQ', 'Headhunter')
    await add('Goldrim or Briskwrap', 'NAME', 'IN', 'Goldrim, Briskwrap')
    await add('Something of the Elder', 'INFLUENCES', 'CONTAINS', 'elder')
    await add('Something of the Hunter', 'INFLUENCES', 'CONTAINS', 'hunter')
    await add('Item level above 82', 'ILVL', 'GT', '82')
    await add('Item level above 83', 'ILVL', 'GT', '83')
    await add('Damage over time', 'EXPLICIT_MODS', 'CONTAINS', 'increased Damage over Time')
    await event.publish()

    const text = readFileSync(realPage, 'utf8')
    const options = { event_id: event.event_id, accounts: new Map([['Exile001#4269', 'Player3#0003']]) }
    const keeper = await openScorekeeper(world.ctx, event.event_id)
    const first = await replayPage(world.ctx, text, options)
    await keeper.step()

    const listScored = () =>
      world.ctx.db
        .selectFrom('scores')
        .innerJoin('objectives', 'objectives.id', 'scores.objective_id')
        .select(['objectives.name', 'scores.number', 'scores.finished', 'scores.points', 'scores.team_id', 'scores.user_id'])
        .where('scores.event_id', '=', event.event_id)
        .where('scores.number', '>', 0)
        .where('objectives.parent_id', 'is not', null)
        .orderBy('objectives.id')
        .execute()
    const team = event.teams[1]
    const by = { team_id: team?.id, user_id: team?.players[0]?.user_id }
    const scored = await listScored()
    expect(scored).toEqual([
      { name: 'Doomfletch', number: 1, finished: true, points: 10, ...by },
      { name: 'Three Chalices of Horrors', number: 3, finished: true, points: 10, ...by },
      { name: 'Four Chalices of Horrors', number: 3, finished: false, points: 0, ...by },
      { name: 'Goldrim or Briskwrap', number: 2, finished: true, points: 10, ...by },
      { name: 'Something of the Elder', number: 3, finished: true, points: 10, ...by },
      { name: 'Item level above 82', number: 1, finished: true, points: 10, ...by },
      { name: 'Damage over time', number: 1, finished: true, points: 10, ...by },
    ])
    expect(first).toMatchObject({ snapshots: 1, facts: 7, refused: [] })

    const listChanges = () =>
      world.ctx.db.selectFrom('score_changes').selectAll().where('event_id', '=', event.event_id).execute()
    const changes = await listChanges()
    await world.clock.advance(3_600_000)
    expect(await replayPage(world.ctx, text, options)).toMatchObject({ snapshots: 0, facts: 0 })
    await keeper.step()
    expect(await listScored()).toEqual(scored)
    expect(await listChanges()).toEqual(changes)
  })
})
