import type { PublicStashPage } from '@muster/contract/game-api'
import type { UserId } from '@muster/contract/ids'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { sealAccountTokens } from '../../features/login/account-tokens.ts'
import { fetchCharacterData } from '../../jobs/fetch-character-data.ts'
import { getEvent } from '../../testing/events.ts'
import { testNow } from '../../testing/builders.ts'
import { aPage, aSmallEvent, aTab, anItem, createTestContext, type SmallEvent } from '../../testing/muster.ts'
import { appendActivity } from './activity.ts'
import { listParticipants, nameKey } from '../participants.ts'
import { pickTabs, storePages } from '../stash/store-pages.ts'
import { useOpened } from '../../testing/use-server.ts'

const world = useOpened(() =>
  createTestContext({
    fetchCharacters: () => Promise.resolve({ ok: true, value: [character] }),
    fetchCharacter: () => Promise.resolve({ ok: true, value: { fingerprint: String(character.experience), content: character } }),
    fetchLadderPage: () =>
      Promise.resolve({
        ok: true,
        value: { total: 1, entries: [{ rank: 1, character: { ...character, experience: onLadder }, account: null }] },
      }),
  }),
)
let event: SmallEvent
let player: { readonly user_id: UserId; readonly account_name: string }
/** The game's data about the player's only character. */
const character = { id: 'c1', name: 'Ada', class: 'Witch', level: 12, league: '', experience: 5000 }
/** The experience on the game's ladder, which lags behind. */
let onLadder = 5000
let page_number = 0

beforeEach(async () => {
  const { db } = world.ctx
  await db.deleteFrom('events').execute()
  await db.deleteFrom('accounts').execute()
  event = await aSmallEvent(world.ctx)
  player = event.teams[0]?.players[0] ?? { user_id: 0 as UserId, account_name: '' }
  Object.assign(character, { league: event.name, experience: 5000 })
  onLadder = 5000
})

const at = (seconds: number) => new Date(testNow + seconds * 1000)
const listSamples = () =>
  world.ctx.db
    .selectFrom('activity_samples')
    .select(['user_id', 'timestamp'])
    .where('event_id', '=', event.event_id)
    .orderBy('user_id')
    .orderBy('timestamp')
    .execute()

it('players are recorded once a minute, at its beginning, and per event', async () => {
  const [one, two] = event.teams.map((team) => team.players[0]?.user_id ?? player.user_id)
  const note = (user_ids: readonly (UserId | undefined)[], when: Date) =>
    world.ctx.db.transact((tx) =>
      appendActivity(tx, event.event_id, new Map(user_ids.filter((id) => id !== undefined).map((id) => [id, when]))),
    )
  await note([one, two], at(5))
  await note([one], at(59.9))
  await note([one], at(60))
  await note([], at(120))
  expect(await listSamples()).toEqual([
    { user_id: one, timestamp: at(0) },
    { user_id: one, timestamp: at(60) },
    { user_id: two, timestamp: at(0) },
  ])
})

it('two jobs that record the same players cannot deadlock', async () => {
  const ids = event.teams.flatMap((team) => team.players.map((one) => one.user_id)).toSorted((a, b) => b - a)
  expect(ids.length).toBeGreaterThan(1)
  await world.ctx.db.transact((tx) => appendActivity(tx, event.event_id, new Map(ids.map((id) => [id, at(5)]))))
  const written = await world.ctx.db
    .selectFrom('activity_samples')
    .select('user_id')
    .where('event_id', '=', event.event_id)
    .orderBy(sql`ctid`)
    .execute()
  expect(written.map((row) => row.user_id)).toEqual(ids.toReversed())
})

describe('a page of the stream', () => {
  const ours = (tab: Parameters<typeof aTab>[0] = {}) =>
    aTab({ accountName: player.account_name, league: event.name, items: [anItem({ stackSize: 3 })], ...tab })
  const aPageOf = (...tabs: Parameters<typeof ours>[0][]): PublicStashPage => aPage(tabs.map((tab) => ours(tab)))

  async function receive(page: PublicStashPage, when: Date, change_id = `activity-${++page_number}`): Promise<void> {
    const { db } = world.ctx
    const participants = new Map((await listParticipants(db, event.event_id)).map((one) => [nameKey(one.account_name), one]))
    const tabs = pickTabs(page, event.name, participants)
    const row = await getEvent(db, event.event_id)
    await db.transact((tx) => storePages(tx, row, [{ change_id, at: when, tabs }]))
  }

  it('records the owners of changed tabs only', async () => {
    await receive(aPageOf({ id: 'a' }, { id: 'b' }), at(0))
    await receive(aPageOf({ id: 'a' }), at(60))
    await receive(aPageOf({ id: 'a', items: [] }), at(120))
    await receive(aPageOf({ id: 'b', public: false, accountName: null }), at(180))
    const { user_id } = player
    expect(await listSamples()).toEqual([0, 120, 180].map((seconds) => ({ user_id, timestamp: at(seconds) })))
  })

  it('records nothing when stored again, nor after a change of teams', async () => {
    await receive(aPageOf({ id: 'a' }), at(0), 'once')
    await receive(aPageOf({ id: 'a', items: [] }), at(60), 'once')
    const other = event.teams[1]?.id ?? 0
    await world.ctx.db
      .updateTable('team_users')
      .set({ team_id: other as SmallEvent['teams'][number]['id'] })
      .where('user_id', '=', player.user_id)
      .execute()
    await receive(aPageOf({ id: 'a' }), at(120))
    expect(await listSamples()).toEqual([{ user_id: player.user_id, timestamp: at(0) }])
  })

  it('records players in one order, even if it shows them several times', async () => {
    const [low, high] = event.teams
      .flatMap((team) => team.players)
      .toSorted((a, b) => a.user_id - b.user_id)
      .map(({ account_name }) => account_name)
    await receive(aPageOf({ id: 'a', accountName: low }), at(-600))
    // First the content at the beginning, unchanged for one of the tabs; then later content of that tab.
    const more = [anItem({ stackSize: 9 })]
    await receive(
      aPageOf({ id: 'a', accountName: low }, { id: 'b', accountName: high }, { id: 'a', accountName: low, items: more }),
      at(5),
    )
    const written = await world.ctx.db
      .selectFrom('activity_samples')
      .select('user_id')
      .where('event_id', '=', event.event_id)
      .where('timestamp', '=', at(0))
      .orderBy(sql`ctid`)
      .execute()
    expect(written).toEqual(written.toSorted((a, b) => a.user_id - b.user_id))
    expect(written).toHaveLength(2)
  })
})

describe('characters', () => {
  async function run(): Promise<void> {
    await fetchCharacterData.start()({
      ctx: world.ctx,
      event: await getEvent(world.ctx.db, event.event_id),
      signal: new AbortController().signal,
      write: (use) => world.ctx.db.transact(use),
    })
  }
  const countSamples = async () => (await listSamples()).length

  beforeEach(async () => {
    const tokens = { access_token: 'a', refresh_token: null, scopes: [], expires_at: null }
    const account = await world.ctx.db
      .selectFrom('accounts')
      .selectAll()
      .where('user_id', '=', player.user_id)
      .executeTakeFirstOrThrow()
    await world.ctx.db
      .updateTable('accounts')
      .set(sealAccountTokens(world.ctx.vault, account, tokens))
      .where('user_id', '=', player.user_id)
      .execute()
  })

  it('record a player who gained experience since the last reading, but not at the first reading', async () => {
    await run()
    expect(await countSamples()).toBe(0)
    await world.clock.advance(10 * 60_000)
    await run()
    expect(await countSamples()).toBe(0)
    character.experience = 6000
    await world.clock.advance(10 * 60_000)
    await run()
    expect(await listSamples()).toMatchObject([{ user_id: player.user_id }])
  })

  it('record a player whose progress appears on the ladder first', async () => {
    await run()
    onLadder = 7000
    await run()
    expect(await listSamples()).toMatchObject([{ user_id: player.user_id }])
    onLadder = 6500
    await world.clock.advance(60_000)
    await world.ctx.db.deleteFrom('character_polls').execute()
    character.experience = 7000
    await run()
    expect(await countSamples()).toBe(1)
  })
})
