import { aScoreChange } from '@muster/server/testing/builders'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Api, openApi } from '../api.ts'
import { openStage, type Stage } from '../ask.ts'

// Section 12 of the contract, which existing clients depend on: scores, feeds, units of time.

let api: Api
beforeAll(() => {
  api = openApi()
})
afterAll(() => api.close())

interface Diff {
  diff_type: string
  field_diff?: string[]
  team_id: number
  objective_id: number
  score: Record<string, unknown>
}

const score = (stage: Stage, points: number | null, user_id: number | null = null) =>
  aScoreChange(api.db, {
    event_id: stage.event_id as never,
    objective: { id: stage.objective_id as never, hide_progress: false },
    team_id: stage.team_id as never,
    points,
    user_id: user_id as never,
    at: stage.now,
  })

it('Q-11: types of changes and changed fields are upper-case words; everything else is snake_case', async () => {
  const stage = await openStage(api)
  const feed = await api.listen(`/events/${stage.event_id}/scores/ws`, null, '?token=')
  for (const points of [10, 20, null]) {
    await score(stage, points)
    await expect.poll(() => feed.texts.length, { timeout: 15_000 }).toBeGreaterThan(0)
  }
  await expect.poll(() => feed.texts.join(''), { timeout: 15_000 }).toContain('"Removed"')
  const diffs = feed.texts.flatMap((text) => JSON.parse(text) as Diff[])
  expect(diffs.map(({ diff_type }) => diff_type)).toEqual(expect.arrayContaining(['Removed']))
  for (const { diff_type, field_diff = [] } of diffs) {
    expect(['Added', 'Changed', 'Removed']).toContain(diff_type)
    expect(['Points', 'UserId', 'Rank', 'Number', 'Finished']).toEqual(expect.arrayContaining(field_diff))
  }
  feed.close()
})

it('Q-12: scores count seconds and activity milliseconds; dates are text', async () => {
  const stage = await openStage(api)
  await score(stage, 10)
  const [diff] = (await stage.ask('nobody', 'GET', '/events/{e}/scores/latest')).json as Diff[]
  expect(diff?.score['timestamp']).toBe(Math.floor(stage.now / 1000))
  const minutes = [0, 1, 2].map((minute) => ({
    event_id: stage.event_id as never,
    user_id: stage.people.owner.id,
    timestamp: new Date(Math.floor(stage.now / 60_000) * 60_000 - minute * 60_000),
  }))
  await api.db.insertInto('activity_samples').values(minutes).execute()
  expect((await stage.ask('owner', 'GET', `/events/{e}/activity/${stage.people.owner.id}`)).json).toBe(120_000)
  const signup = (await stage.ask('owner', 'GET', '/events/{e}/signups/self')).json as { timestamp: string }
  expect(signup.timestamp).toMatch(/^\d{4}-\d\d-\d\dT/)
})

it('Q-26: a score without a known player has no user, and changes are listed only if there are any', async () => {
  const stage = await openStage(api)
  await score(stage, 10)
  const [diff] = (await stage.ask('nobody', 'GET', '/events/{e}/scores/latest')).json as Diff[]
  expect(diff?.score).not.toHaveProperty('user_id')
  expect(diff).not.toHaveProperty('field_diff')
  await score(stage, 20, stage.people.owner.id)
  const read = async () => ((await stage.ask('nobody', 'GET', '/events/{e}/scores/latest')).json as Diff[])[0]?.score
  // Shared answers may be a second old.
  await expect.poll(read, { timeout: 10_000 }).toMatchObject({ points: 20, user_id: stage.people.owner.id })
})

it('Q-27: an event without scores returns an empty list', async () => {
  const stage = await openStage(api)
  const answer = await stage.ask('nobody', 'GET', '/events/{e}/scores/latest')
  expect([answer.status, answer.text]).toEqual([200, '[]'])
})

it('Q-32: the feed treats an empty or expired token as no token', async () => {
  const stage = await openStage(api)
  const expired = await api.tokenOf(stage.people.player, { age_ms: 30 * 86_400_000 })
  for (const query of ['', '?token=', `?token=${expired}`, '?token=nonsense']) {
    const feed = await api.listen(`/events/${stage.event_id}/scores/ws`, null, query)
    expect(feed.status).toBe(101)
    feed.close()
  }
})
