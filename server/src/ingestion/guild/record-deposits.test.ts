import type { GuildId, ObjectiveId } from '@muster/contract/ids'
import { beforeEach, describe, expect, test } from 'vitest'
import { findDefinition } from '../../db/definition.ts'
import { appendFacts } from '../../db/ledger.ts'
import type { NewRow } from '../../db/schema.ts'
import { openScorekeeper } from '../../scoring/scorekeeper.ts'
import { aGuild, testNow, insertRows } from '../../testing/builders.ts'
import { aSmallEvent, createTestContext, type SmallEvent } from '../../testing/muster.ts'
import { recordDeposits } from './record-deposits.ts'
import { useOpened } from '../../testing/use-server.ts'

const world = useOpened(createTestContext)
let event: SmallEvent
let tabula: ObjectiveId
const guild_id = 812 as GuildId
const [playerOne, playerTwo, rival] = ['Player1#0001', 'Player2#0002', 'Player3#0003'] as const
const minutes = (count: number) => new Date(testNow - 3_600_000 + count * 60_000)

beforeEach(async () => {
  const { db } = world.ctx
  await db.deleteFrom('events').execute()
  await db.deleteFrom('accounts').execute()
  event = await aSmallEvent(world.ctx)
  tabula = await event.add({ name: 'Tabula Rasa' }, [{ field: 'NAME', operator: 'EQ', value: 'Tabula Rasa' }])
  await event.publish()
  const team_id = event.teams[0]?.id
  if (!team_id) throw new Error('a team was made')
  await aGuild(db, { id: team_id, event_id: event.event_id }, guild_id)
})

const aLine = (entry_id: number, at: Date, account_name: string, line: Partial<NewRow<'guild_log_entries'>> = {}) =>
  insertRows(world.ctx.db, 'guild_log_entries', {
    event_id: event.event_id,
    guild_id,
    entry_id,
    timestamp: at,
    account_name,
    action: 'added',
    item_name: 'Tabula Rasa Simple Robe',
    number: 1,
    x: 0,
    y: 0,
    ...line,
  })

async function record() {
  const { db } = world.ctx
  const newest = await findDefinition(db, event.event_id)
  if (!newest) throw new Error('the definition was published')
  await db.transact((tx) => recordDeposits(tx, event.event_id, newest))
}

const user = (account_name: string) =>
  event.teams.flatMap((team) => team.players).find((player) => player.account_name === account_name)?.user_id

/** Deposits that count now: source and user, in the order of the ledger. */
async function listUnretracted() {
  const facts = await world.ctx.db.selectFrom('facts').selectAll().orderBy('sequence').execute()
  const gone = new Set(facts.map((fact) => fact.retracts))
  return facts.filter((fact) => fact.kind === 'fact' && !gone.has(fact.sequence)).map((fact) => [fact.source, fact.user_id])
}

describe('a deposit of an item that names its finder', () => {
  test('becomes one fact, however often it is read', async () => {
    await aLine(7, minutes(10), playerOne)
    await record()
    await record()
    expect(await listUnretracted()).toEqual([['deposit:812:7', user(playerOne)]])
    await aLine(9, minutes(20), playerTwo)
    await record()
    expect(await listUnretracted()).toEqual([
      ['deposit:812:7', user(playerOne)],
      ['deposit:812:9', user(playerTwo)],
    ])
  })

  test('gives its finder and time to the score from a guild tab', async () => {
    const source = 'stash:guild-tab'
    const team_id = event.teams[0]?.id
    if (!team_id) throw new Error('a team was made')
    await world.ctx.db.transact((tx) =>
      appendFacts(tx, event.event_id, [
        { objective_id: tabula, team_id, user_id: null, source, number: 1, timestamp: minutes(12) },
      ]),
    )
    const keeper = await openScorekeeper(world.ctx, event.event_id)
    const score = async () => {
      await keeper.step()
      return keeper.engine().scoreboard().get(tabula)?.get(team_id)
    }
    expect(await score()).toMatchObject({ user_id: null, timestamp: minutes(12).getTime() })
    await aLine(7, minutes(10), playerTwo)
    await record()
    expect(await score()).toMatchObject({ user_id: user(playerTwo), timestamp: minutes(10).getTime() })
    await world.ctx.db.updateTable('conditions').set({ value: 'Headhunter' }).execute()
    await event.publish()
    await record()
    expect(await score()).toMatchObject({ user_id: null, timestamp: minutes(12).getTime() })
  })

  test('is the score of a team without another one, once the event says that deposits count', async () => {
    const team_id = event.teams[0]?.id
    if (!team_id) throw new Error('a team was made')
    const keeper = await openScorekeeper(world.ctx, event.event_id)
    const score = async () => {
      await keeper.step()
      return keeper.engine().scoreboard().get(tabula)?.get(team_id)
    }
    await aLine(7, minutes(10), playerTwo)
    await record()
    expect(await score()).toBeUndefined()
    await world.ctx.db.updateTable('events').set({ guild_log: 'counts' }).execute()
    await event.publish()
    expect(await score()).toMatchObject({
      number: 1,
      finished: true,
      user_id: user(playerTwo),
      timestamp: minutes(10).getTime(),
    })
  })
})

test.each<[string, string, Partial<NewRow<'guild_log_entries'>>]>([
  ['of a stranger', 'Somebody#1234', {}],
  ['by a player of another team', rival, {}],
  ['of several', playerOne, { number: 2 }],
  ['of a withdrawal', playerOne, { action: 'removed' }],
  ['of something else', playerOne, { item_name: 'Headhunter Leather Belt' }],
])('a line %s credits no finder', async (_, account_name, line) => {
  await aLine(7, minutes(10), account_name, line)
  await record()
  expect(await listUnretracted()).toEqual([])
})

test('account names are matched regardless of case', async () => {
  await aLine(7, minutes(10), playerOne.toUpperCase())
  await record()
  expect(await listUnretracted()).toHaveLength(1)
})

describe('the logs are read again for', () => {
  test('a player who connects their account after the upload', async () => {
    await aLine(7, minutes(10), 'Latecomer#0009')
    await record()
    expect(await listUnretracted()).toEqual([])
    await world.ctx.db.updateTable('accounts').set({ name: 'Latecomer#0009' }).where('name', '=', playerTwo).execute()
    await record()
    expect(await listUnretracted()).toEqual([['deposit:812:7', user(playerTwo)]])
  })

  test('a player whose stated account is confirmed, and who takes it back', async () => {
    const { db } = world.ctx
    const player = event.teams[0]?.players[0]
    if (!player) throw new Error('a player was made')
    await db.deleteFrom('accounts').where('user_id', '=', player.user_id).execute()
    await aLine(7, minutes(10), 'By Word#0007')
    await insertRows(db, 'stated_accounts', { user_id: player.user_id, name: 'By word#0007', stated_at: minutes(1) })
    await record()
    expect(await listUnretracted()).toEqual([])
    await db
      .updateTable('stated_accounts')
      .set({ confirmed_at: minutes(2) })
      .execute()
    await record()
    expect(await listUnretracted()).toEqual([['deposit:812:7', player.user_id]])
    await db.deleteFrom('stated_accounts').execute()
    await record()
    expect(await listUnretracted()).toEqual([])
  })

  test('an objective that asks for something else, and back', async () => {
    await aLine(7, minutes(10), playerOne)
    await record()
    const ask = async (value: string) => {
      await world.ctx.db.updateTable('conditions').set({ value }).execute()
      await event.publish()
      await record()
    }
    await ask('Headhunter')
    expect(await listUnretracted()).toEqual([])
    await ask('Tabula Rasa')
    expect(await listUnretracted()).toEqual([['deposit:812:7', user(playerOne)]])
  })

  test('a guild that is disconnected', async () => {
    await aLine(7, minutes(10), playerOne)
    await record()
    await world.ctx.db.deleteFrom('guilds').execute()
    await record()
    expect(await listUnretracted()).toEqual([])
  })
})
