import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Api, openApi } from '../api.ts'
import { openStage, type Stage } from '../ask.ts'
import { stashItemName } from '../scene.ts'

// Section 12 of the contract, which existing clients depend on: jobs, guilds, stashes and logs.

let api: Api
let stage: Stage
beforeAll(async () => {
  api = openApi()
  stage = await openStage(api)
})
afterAll(() => api.close())

it('Q-22: a job is stopped by starting it with the end time now, and stays in the list', async () => {
  const job = (end_date: number) => ({
    event_id: stage.event_id,
    job_type: 'FetchGuildStashes',
    end_date: new Date(end_date).toISOString(),
  })
  const started = await stage.ask('admin', 'POST', '/jobs', job(stage.now + 3_600_000))
  expect([started.status, started.json]).toMatchObject([201, { job_type: 'FetchGuildStashes', event_id: stage.event_id }])
  const stopped = await stage.ask('admin', 'POST', '/jobs', job(stage.now))
  expect(stopped.status).toBe(201)
  const jobs = (await stage.ask('admin', 'GET', '/jobs')).json as { job_type: string; event_id: number; end_date: string }[]
  const [own] = jobs.filter((one) => one.event_id === stage.event_id)
  expect(Date.parse(own?.end_date ?? '')).toBe(stage.now)
})

it('Q-23: a tab is returned as the game sent it, with objectives on its items and a list of children', async () => {
  const tab = await stage.ask('player', 'GET', `/{e}/guild-stash/${stage.stash_id}`)
  expect(tab.json).toMatchObject({ id: stage.stash_id, children: [], metadata: { public: false } })
  const { items } = tab.json as { items: Record<string, unknown>[] }
  const find = (name: string) => items.find((item) => item['typeLine'] === name)
  expect(find('Chaos Orb')).toMatchObject({ objectiveId: stage.objective_id, x: 1, y: 2, w: 1, h: 1, stackSize: 5 })
  expect(find(stashItemName)).not.toHaveProperty('objectiveId')
  expect((await stage.ask('player', 'GET', '/{e}/guild-stash/ffffffffff')).status).toBe(404)
})

it('Q-24: switching a tab needs no body and returns the tab; updating it is answered 204', async () => {
  const own = await openStage(api)
  const switched = await own.ask('lead', 'PATCH', `/{e}/guild-stash/${own.stash_id}`)
  expect(switched.json).toMatchObject({ id: own.stash_id, fetch_enabled: true, parent_id: null })
  expect((await own.ask('lead', 'PATCH', `/{e}/guild-stash/${own.stash_id}`)).json).toMatchObject({ fetch_enabled: false })
  const updated = await own.ask('lead', 'POST', `/{e}/guild-stash/${own.stash_id}/update`)
  expect([updated.status, updated.text]).toEqual([204, ''])
})

it('Q-25: account names have a hyphen instead of the # sign; lines have no id, and a stash name only if known', async () => {
  const own = await openStage(api)
  const entry = { time: Math.floor(own.now / 1000) - 60, league: own.event_name, item: 'Chaos Orb', action: 'added', x: 0, y: 0 }
  const entries = [
    { ...entry, id: '11', account: { name: 'Jemand#1234' } },
    { ...entry, id: '12', account: { name: 'Niemand#1234' }, stash: 'Beute' },
  ]
  const added = await own.ask('lead', 'POST', `/{e}/guilds/${own.guild_id}/stash-history`, { entries, truncated: false })
  expect([added.status, added.json]).toMatchObject([201, { number_of_added_entries: 2 }])
  const read = async (username: string) =>
    (await own.ask('player', 'GET', `/{e}/guilds/${own.guild_id}/stash-history`, undefined, { query: { username } }))
      .json as object[]
  const [without] = await read('Jemand-1234')
  const [with_] = await read('Niemand#1234')
  expect(without).toMatchObject({ account_name: 'Jemand#1234', action: 'added', item_name: 'Chaos Orb', number: 1 })
  expect(without).not.toHaveProperty('stash_name')
  expect(with_).toMatchObject({ stash_name: 'Beute' })
  const first = (await own.ask('player', 'GET', `/{e}/guilds/${own.guild_id}/stash-history`)).json as object[]
  expect(Object.keys(first[0] ?? {})).not.toContain('x')
})

it('Q-34: an atlas is returned with all its versions, newest first', async () => {
  const answer = await stage.ask('user', 'GET', `/events/{e}/users/${stage.people.owner.id}/atlas`)
  const versions = answer.json as { index: number; nodes: number[]; timestamp: number }[]
  expect(versions.map(({ nodes }) => nodes)).toEqual([
    [1, 2, 3],
    [1, 2],
  ])
  expect(versions[0]?.timestamp).toBeGreaterThan(versions[1]?.timestamp ?? Number.POSITIVE_INFINITY)
  expect(versions.map(({ index }) => index)).toEqual([0, 0])
})
