import { Item } from '@muster/contract/game-api'
import { expect, test } from 'vitest'
import { startSimulator } from '../testing/test-simulator.ts'
import { askApi, connectAccount, connectApplication } from '../testing/visitor.ts'

type Json = Record<string, unknown>

const HOUR = 60 * 60_000
const league = encodeURIComponent('Winter Muster (PL48213)')

const start = async (hours = 3) => {
  const simulator = await startSimulator({ preset: 'tiny_both', switches: { limits_enabled: false } })
  const account = simulator.world.accounts[0]?.name ?? ''
  simulator.step(hours * HOUR)
  const player = await connectAccount(simulator, account)
  const application = await connectApplication(simulator)
  const ask = async (path: string, token = player) => {
    const answered = await askApi(simulator, token, path)
    return { status: answered.status, body: (await answered.json()) as Json, text: path }
  }
  const listOf = async (realm: '' | '/poe2') => {
    const { body } = await ask(`/character${realm}`)
    return body['characters'] as { id: string; name: string; realm: string; level: number; class: string; league: string }[]
  }
  const readWorn = async () => {
    const [first] = await listOf('/poe2')
    const { body } = await ask(`/character/poe2/${encodeURIComponent(first?.name ?? '')}`)
    return body['character'] as Json & { equipment: Json[]; skills: Json[]; jewels: Json[] }
  }
  return { simulator, account, player, application, ask, listOf, readWorn }
}

test('the catalogues of the two games share only names', async () => {
  const { ask, listOf } = await start()
  const [first, second] = [await listOf(''), await listOf('/poe2')]
  expect(first.map(({ realm }) => realm)).toEqual(['pc', 'pc'])
  expect(second.map(({ realm }) => realm)).toEqual(['poe2', 'poe2'])
  expect(second[0]).toMatchObject({ name: first[0]?.name, league: first[0]?.league })
  expect(second[0]?.id).not.toBe(first[0]?.id)
  const other = encodeURIComponent(second[1]?.name ?? '')
  expect((await ask(`/character/${other}`)).status).toBe(404)
  expect((await ask(`/character/poe2/${other}`)).status).toBe(200)
})

test('a character has equipment and learnt skills, with markup, and an inventory only if switched on', async () => {
  const { simulator, readWorn } = await start(12)
  const worn = await readWorn()
  expect(Object.keys(worn)).not.toContain('inventory')
  expect(worn.equipment.length).toBeGreaterThan(10)
  expect(worn.equipment.every((item) => item['realm'] === 'poe2' && item['league'] === worn['league'])).toBe(true)
  for (const item of [...worn.equipment, ...worn.skills, ...worn.jewels]) Item.parse(item)
  const text = JSON.stringify(worn)
  expect(text).toContain('[Resistances|')
  expect(text).toMatch(/"sockets":\[\{"group":0,"type":"rune","item":"(?:rune|soulcore)"\}/)
  expect(text).toContain('"runeMods":[')
  expect(worn.skills.some((gem) => gem['id'] === undefined)).toBe(true)
  expect(worn.skills.some((gem) => (gem['socketedItems'] as Json[] | undefined)?.some((inside) => inside['support']))).toBe(true)
  expect(worn['passives']).toMatchObject({
    specialisations: { set1: expect.any(Array), set2: expect.any(Array), set3: [] },
    quest_stats: expect.arrayContaining([expect.stringContaining('[Spirit]')]),
  })
  simulator.switches.second_inventory = true
  expect(JSON.stringify(await readWorn())).toContain('MainInventory')
})

test('the ladder of the second game has classes by ascendancy, no depth, and its own end', async () => {
  const { ask, application } = await start()
  const { body } = await ask(`/league/${league}/ladder?realm=poe2&limit=500`, application)
  const { entries, total } = body['ladder'] as { total: number; entries: { character: Json; account?: Json }[] }
  expect([total, entries.length]).toEqual([4, 4])
  expect(entries.every(({ character }) => character['depth'] === undefined)).toBe(true)
  expect(entries.find(({ account }) => account)?.account).toMatchObject({ realm: 'poe2' })
  const { body: other } = await ask(`/league/${league}/ladder?limit=500`, application)
  const idsOf = (list: typeof entries) => list.map(({ character }) => character['id'])
  expect(idsOf((other['ladder'] as { entries: typeof entries }).entries).filter((id) => idsOf(entries).includes(id))).toEqual([])
  expect((await ask(`/league/${league}/ladder?realm=poe2&sort=depth`, application)).status).toBe(400)
  expect((await ask(`/league/${league}/ladder?realm=poe2&offset=1001`, application)).status).toBe(400)
  expect((await ask('/league/Runes%20of%20Aldur/ladder?realm=poe2', application)).body['league']).toMatchObject({ realm: 'poe2' })
})

test('the second game offers no storage, no atlas and no private leagues', async () => {
  const { ask, application } = await start()
  expect((await ask('/account/leagues/poe2')).body).toEqual({ leagues: [] })
  expect((await ask(`/league-account/poe2/${league}`)).status).toBe(404)
  expect((await ask('/public-stash-tabs/poe2', application)).body['stashes']).toEqual([])
})

test('each game has its own limits', async () => {
  const simulator = await startSimulator({ preset: 'tiny_both' })
  simulator.step(HOUR)
  const player = await connectAccount(simulator, simulator.world.accounts[0]?.name ?? '')
  const application = await connectApplication(simulator)
  const stateOf = async (path: string, token = player) => {
    const { headers, status } = await askApi(simulator, token, path)
    const state = headers.get('x-rate-limit-account-state') ?? headers.get('x-rate-limit-client-state')
    return [status, headers.get('x-rate-limit-policy'), state?.split(',')[0]]
  }
  expect(await stateOf('/character')).toEqual([200, 'character-list-request-limit', '1:10:0'])
  expect(await stateOf('/character/poe2')).toEqual([200, 'character-list-request-limit-poe2', '1:10:0'])
  expect(await stateOf('/character/poe2')).toEqual([200, 'character-list-request-limit-poe2', '2:10:0'])
  expect((await stateOf('/character/poe2'))[0]).toBe(429)
  expect((await stateOf('/character'))[0]).toBe(200)
  expect(await stateOf(`/league/${league}/ladder`, application)).toEqual([200, 'ladder-view', '1:5:0'])
  expect(await stateOf(`/league/${league}/ladder?realm=poe2`, application)).toEqual([200, 'ladder-view-poe2', '1:5:0'])
})

test('world events in one game leave the other unchanged', async () => {
  const { simulator, account, listOf, readWorn } = await start()
  const before = await listOf('')
  simulator.inject({ kind: 'level', account, level: 77, realm: 'poe2' })
  simulator.inject({ kind: 'character_rename', account, name: 'Ünbenannt_✦', realm: 'poe2' })
  const worn = simulator.inject({ kind: 'wear', account, item: { family: 'unique', name: 'Headhunter' }, realm: 'poe2' })
  expect(worn.slot).toBe('Belt')
  expect((await listOf('/poe2'))[0]).toMatchObject({ name: 'Ünbenannt_✦', level: 77 })
  expect((await readWorn()).equipment.filter((item) => item['inventoryId'] === 'Belt')).toMatchObject([{ id: worn.item_id }])
  simulator.inject({ kind: 'take_off', account, item_id: worn.item_id ?? '', realm: 'poe2' })
  expect((await readWorn()).equipment.some((item) => item['id'] === worn.item_id)).toBe(false)
  expect(await listOf('')).toEqual(before)
})

test('a piece can be equipped in the first game as well', async () => {
  const { simulator, account, ask, listOf } = await start()
  const worn = simulator.inject({ kind: 'wear', account, item: { family: 'unique', name: 'Headhunter' } })
  const [first] = await listOf('')
  const { body } = await ask(`/character/${encodeURIComponent(first?.name ?? '')}`)
  const { equipment } = body['character'] as { equipment: Json[] }
  expect(equipment.filter((item) => item['inventoryId'] === 'Belt')).toMatchObject([{ id: worn.item_id, name: 'Headhunter' }])
})

test('an account that does not play it has no character there', async () => {
  const simulator = await startSimulator({ preset: 'tiny' })
  const account = simulator.world.accounts[0]?.name ?? ''
  simulator.step(HOUR)
  const player = await connectAccount(simulator, account)
  expect(await (await askApi(simulator, player, '/character/poe2')).json()).toEqual({ characters: [] })
  expect(() => simulator.inject({ kind: 'level', account, level: 9, realm: 'poe2' })).toThrow('no account of this world')
})

test('faults of the second game leave the first unchanged', async () => {
  const { simulator, ask, readWorn, listOf } = await start()
  const [first] = await listOf('')
  simulator.faults.add({ effect: 'char.stripped', match: { route: '/character/{realm}' }, when: {}, parameters: {} })
  expect(await readWorn()).toMatchObject({ equipment: [], jewels: [], skills: [], passives: { hashes: expect.any(Array) } })
  const { body } = await ask(`/character/${encodeURIComponent(first?.name ?? '')}`)
  expect((body['character'] as { equipment: Json[] }).equipment.length).toBeGreaterThan(5)
  simulator.faults.clear()
  simulator.faults.add({ effect: 'shape.missing', match: {}, when: {}, parameters: {} })
  expect((await readWorn()).equipment.every((item) => item['id'] === undefined && item['baseType'] !== '')).toBe(true)
})

test('foreign use can exhaust the limits of one game, and the other is not affected', async () => {
  const simulator = await startSimulator({ preset: 'tiny_both' })
  const account = simulator.world.accounts[0]?.name ?? ''
  const player = await connectAccount(simulator, account)
  const burnt = await fetch(`${simulator.url}/__sim/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      effect: 'api.foreign_use',
      match: { account },
      parameters: { policy: 'character_list', realm: 'poe2', count: 2 },
    }),
  })
  expect(await burnt.json()).toMatchObject({ policy: 'character-list-request-limit-poe2', count: 2 })
  expect((await askApi(simulator, player, '/character/poe2')).status).toBe(429)
  expect((await askApi(simulator, player, '/character')).status).toBe(200)
  expect(simulator.requests.totals().complaints).toEqual({})
})
