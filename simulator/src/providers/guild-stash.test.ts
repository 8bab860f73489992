import { StashTabAnswer, StashTabList } from '@muster/contract/game-api'
import { describe, expect, test } from 'vitest'
import type { Simulator } from '../simulator.ts'
import { readJson } from '../testing/shapes.ts'
import { firstAccount, startSimulator } from '../testing/test-simulator.ts'
import { askApi, connectAccount } from '../testing/visitor.ts'

const everyScope = 'account:profile account:guild:stashes'
const leagueOf = (simulator: Simulator) => encodeURIComponent(simulator.world.options.league)

async function start(scope = everyScope) {
  const simulator = await startSimulator()
  const account = firstAccount(simulator)
  simulator.inject({ kind: 'guild_deposit', account, item: { family: 'unique', name: 'Tabula Rasa' }, tab: 'Uniques' })
  const token = await connectAccount(simulator, account, scope)
  const ask = (path = '') => askApi(simulator, token, `/guild/stash/${leagueOf(simulator)}${path}`)
  return { simulator, account, ask }
}

describe('the guild stash of the API', () => {
  test('lists tabs, and shows part of a collection through it', async () => {
    const { ask } = await start()
    const { stashes } = await readJson(await ask(), StashTabList)
    const uniques = stashes.find((stash) => stash.type === 'UniqueStash')
    const part = uniques?.children?.[0]
    const { stash } = await readJson(await ask(`/${uniques?.id}/${part?.id}`), StashTabAnswer)
    expect(stash).toMatchObject({ id: part?.id, parent: uniques?.id, items: [{ name: 'Tabula Rasa' }] })
  })

  test('list and tab have their own policies, per account', async () => {
    const { ask } = await start()
    const policy = async (path?: string) => (await ask(path)).headers.get('x-rate-limit-policy')
    expect([await policy(), await policy('/x')]).toEqual(['guild-stash-list-request-limit', 'guild-stash-request-limit'])
  })

  test('is forbidden without its scope', async () => {
    const { ask } = await start('account:profile')
    const answered = await ask()
    expect([answered.status, answered.headers.get('www-authenticate')]).toEqual([
      403,
      'Bearer realm="pathofexile", error="insufficient_scope"',
    ])
  })

  test('is not found after leaving the guild, nor is a deleted tab; other leagues are empty', async () => {
    const { simulator, account, ask } = await start()
    const { stashes } = await readJson(await ask(), StashTabList)
    simulator.inject({ kind: 'guild_tab_remove', account, tab: 'Maps' })
    expect((await ask(`/${stashes.find((stash) => stash.name === 'Maps')?.id}`)).status).toBe(404)
    const token = await connectAccount(simulator, account, everyScope)
    expect(await (await askApi(simulator, token, '/guild/stash/Standard')).json()).toEqual({ stashes: [] })
    simulator.inject({ kind: 'guild_rank', account, rank: 'none' })
    expect((await ask()).status).toBe(404)
  })
})

describe('the history on the web site', () => {
  const session = (simulator: Simulator, place = 0) => ({ cookie: `simulated_session=${simulator.world.accounts[place]?.uuid}` })
  const visit = (simulator: Simulator, path: string, headers: Record<string, string> = {}) =>
    fetch(`${simulator.web_url}${path}`, { headers })

  test('is for members with a session', async () => {
    const { simulator } = await start()
    const [guild, other] = simulator.world.guilds
    const status = async (id: number | undefined, headers = {}) =>
      (await visit(simulator, `/api/guild/${id}/stash/history`, headers)).status
    expect(await status(guild?.id)).toBe(401)
    expect(await status(other?.id, session(simulator))).toBe(403)
    expect(await status(guild?.id, session(simulator))).toBe(200)
    expect(await status(guild?.id, { authorization: 'Bearer x' })).toBe(403)
    expect(simulator.requests.list(1)[0]?.complaints).toEqual(['bearer on the web host'])
  })

  test("names the member's guild, and lists deposits", async () => {
    const { simulator, account } = await start()
    const [guild] = simulator.world.guilds
    const page = await (await visit(simulator, '/my-guild', session(simulator))).text()
    expect(page).toContain(`/guild/profile/${guild?.id}`)
    expect(page).toContain(`<h1>${guild?.name}</h1>`)
    const history = await visit(simulator, `/api/guild/${guild?.id}/stash/history`, session(simulator))
    expect(await history.json()).toMatchObject({
      entries: [{ item: 'Tabula Rasa Simple Robe', account: { name: account } }],
      truncated: false,
    })
  })

  test('can be saved from the console, as a member would save it', async () => {
    const { simulator } = await start()
    const saved = await fetch(`${simulator.url}/__sim/guilds/0/history`)
    expect(saved.headers.get('content-disposition')).toContain('history.json')
    expect(await saved.json()).toMatchObject({ entries: [{ action: 'added' }], truncated: false })
    expect((await fetch(`${simulator.url}/__sim/guilds/9/history`)).status).toBe(404)
    expect(await (await fetch(`${simulator.url}/__sim/`)).text()).toContain('/__sim/guilds/0/history')
  })
})
