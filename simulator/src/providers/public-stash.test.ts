import { ChangeId, PublicStashPage } from '@muster/contract/game-api'
import { expect, test } from 'vitest'
import type { SimulatorOptions } from '../options.ts'
import type { Simulator } from '../simulator.ts'
import { readJson } from '../testing/shapes.ts'
import { firstAccount, startSimulator } from '../testing/test-simulator.ts'
import { askApi, connectApplication } from '../testing/visitor.ts'

const MINUTE = 60_000

const startReading = async (options: SimulatorOptions = {}) => {
  const simulator = await startSimulator({ switches: { limits_enabled: false }, ...options })
  const token = await connectApplication(simulator)
  const ask = (id?: string) => askApi(simulator, token, `/public-stash-tabs${id === undefined ? '' : `?id=${id}`}`)
  const read = async (id?: string) => readJson(await ask(id), PublicStashPage)
  /** All pages from an id to the end. */
  const catchUp = async (id?: string) => {
    const stashes: PublicStashPage['stashes'] = []
    for (let from = id; ; ) {
      const page = await read(from)
      stashes.push(...page.stashes)
      if (page.next_change_id === from) return { id: from, stashes }
      from = page.next_change_id
    }
  }
  return { simulator, ask, read, catchUp }
}

const latestId = async (simulator: Simulator): Promise<string> => {
  const answered = await fetch(`${simulator.web_url}/api/trade/data/change-ids`)
  return ((await answered.json()) as { psapi: string }).psapi
}

const deposit = (simulator: Simulator, name: string) =>
  simulator.inject({ kind: 'deposit', account: firstAccount(simulator), item: { family: 'unique', name } })

test('a deposit appears with the whole tab after five minutes, not before', async () => {
  const { simulator, read } = await startReading()
  const from = await latestId(simulator)
  const { item_id, tab_id } = deposit(simulator, 'Headhunter')
  simulator.step(5 * MINUTE - 1)
  expect(await read(from)).toEqual({ next_change_id: from, stashes: [] })
  simulator.step(1)
  const page = await read(from)
  expect(page.stashes.find(({ id }) => id === tab_id)).toMatchObject({
    public: true,
    accountName: firstAccount(simulator),
    league: 'Winter Muster (PL48213)',
    items: [{ id: item_id, name: 'Headhunter', baseType: 'Leather Belt', inventoryId: 'Stash2' }],
  })
})

test('caught up means no tabs and the same id', async () => {
  const { simulator, read, catchUp } = await startReading()
  simulator.step(60 * MINUTE)
  const { id } = await catchUp()
  expect(await read(id)).toEqual({ next_change_id: id, stashes: [] })
})

test('pages of any size give the same tabs in the same order', async () => {
  const { simulator, catchUp } = await startReading({ preset: 'demo' })
  simulator.step(25 * MINUTE)
  const large = await catchUp()
  simulator.switches.page_tabs = 7
  const small = await catchUp()
  expect(small).toEqual(large)
  expect(large.stashes.length).toBeGreaterThan(300)
})

test('the next id is also in a header', async () => {
  const { simulator, ask } = await startReading()
  simulator.step(60 * MINUTE)
  const answered = await ask()
  expect(answered.headers.get('x-next-change-id')).toBe((await readJson(answered, PublicStashPage)).next_change_id)
})

test('the header arrives before the body', async () => {
  const { simulator, ask } = await startReading({ switches: { limits_enabled: false, stream_body_pause_ms: 60_000 } })
  simulator.step(60 * MINUTE)
  const answered = await ask()
  expect(ChangeId.safeParse(answered.headers.get('x-next-change-id')).success).toBe(true)
  await answered.body?.cancel()
})

test.each(['abc', '1-2-3', '1-2-3-4-5-6', '1-2-3-4-x', '-1-2-3-4-5'])('"%s" is not a change id', async (id) => {
  const { ask } = await startReading()
  const answered = await ask(id)
  expect([answered.status, await answered.json()]).toMatchObject([400, { error: { code: 2 } }])
})

test('any five numbers seek to the nearest position, so the end can be found by bisection', async () => {
  const { simulator, read, catchUp } = await startReading({ preset: 'demo' })
  simulator.step(25 * MINUTE)
  expect((await read('0-0-0-0-0')).stashes).toEqual((await read()).stashes)
  expect(await read('99999999999-99999999999-99999999999-99999999999-99999999999')).toEqual({
    next_change_id: await latestId(simulator),
    stashes: [],
  })
  let [low, high] = [3_000_000_000, 4_000_000_000]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    const page = await read(`${middle}-99999999999-99999999999-99999999999-99999999999`)
    if (page.stashes.length > 0) low = middle
    else high = middle
  }
  expect(String(high)).toBe((await catchUp()).id.split('-')[0])
})

test('several changes within the delay become one entry with the last content', async () => {
  const { simulator, catchUp } = await startReading()
  const from = await latestId(simulator)
  const { tab_id } = deposit(simulator, 'Goldrim')
  simulator.step(MINUTE)
  const second = deposit(simulator, 'Wanderlust')
  simulator.step(MINUTE)
  simulator.inject({ kind: 'withdraw', account: firstAccount(simulator), item_id: second.item_id ?? '' })
  deposit(simulator, 'Lifesprig')
  simulator.step(9 * MINUTE)
  const { stashes } = await catchUp(from)
  const ours = stashes.filter(({ id }) => id === tab_id)
  expect(ours.map(({ items }) => items?.map((item) => item['name']))).toEqual([['Goldrim', 'Lifesprig']])
})

test('a tab made private is announced once, empty and without its owner', async () => {
  const { simulator, catchUp } = await startReading()
  const { tab_id } = deposit(simulator, 'Goldrim')
  simulator.step(6 * MINUTE)
  const from = await latestId(simulator)
  simulator.inject({ kind: 'tab_public', account: firstAccount(simulator), tab: tab_id ?? '', public: false })
  simulator.step(6 * MINUTE)
  const { stashes } = await catchUp(from)
  expect(stashes.filter(({ id }) => id === tab_id)).toEqual([
    { id: tab_id, public: false, accountName: null, stash: null, stashType: 'PremiumStash', league: null, items: [] },
  ])
})

test('strangers of other leagues are in the stream, the same at every read', async () => {
  const { simulator, catchUp } = await startReading({ preset: 'demo' })
  simulator.step(25 * MINUTE)
  const first = await catchUp()
  const strangers = first.stashes.filter(({ league }) => league !== 'Winter Muster (PL48213)' && league !== null)
  expect(strangers.length).toBeGreaterThan(100)
  expect(strangers.some(({ league }) => league === 'Standard')).toBe(true)
  expect((await catchUp()).stashes).toEqual(first.stashes)
})

test('the other realms exist and are empty', async () => {
  const { simulator } = await startReading()
  const token = await connectApplication(simulator)
  const answered = await askApi(simulator, token, '/public-stash-tabs/xbox?id=1-2-3-4-5')
  expect(await answered.json()).toEqual({ next_change_id: '1-2-3-4-5', stashes: [] })
})

test('the latest id refuses a bearer, and its page stays empty until the delay has passed', async () => {
  const { simulator, read } = await startReading({ preset: 'demo' })
  simulator.step(30 * MINUTE)
  const id = await latestId(simulator)
  expect((await read(id)).stashes).toEqual([])
  simulator.step(4 * MINUTE)
  expect((await read(id)).stashes).toEqual([])
  simulator.step(3 * MINUTE)
  expect((await read(id)).stashes.length).toBeGreaterThan(0)
  const headers = { authorization: 'Bearer x' }
  expect((await fetch(`${simulator.web_url}/api/trade/data/change-ids`, { headers })).status).toBe(403)
})
