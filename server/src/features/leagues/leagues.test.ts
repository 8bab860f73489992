import type { GameGateway } from '../../gateways/game/gateway.ts'
import { beforeAll, expect, it } from 'vitest'
import { aUser } from '../../testing/builders.ts'
import { useTestServer } from '../../testing/use-server.ts'

let admin: { authorization: string }
const asked: unknown[][] = []
let answer: Awaited<ReturnType<GameGateway['findLeague']>>
const findLeague: GameGateway['findLeague'] = (...given) => {
  asked.push(given)
  return Promise.resolve(answer)
}
const server = useTestServer({ game: { findLeague } })
beforeAll(async () => {
  admin = await server.as(await aUser(server.db, { permissions: ['admin'] }))
})

const check = (query: string) => server.get(`/leagues/check?${query}`, admin)
const nothing = { start_at: null, end_at: null, characters: null }

it('looks up the exact name in the game of the event, with a timeout', async () => {
  answer = { ok: true, value: { start_at: Date.UTC(2026, 10, 6, 20), end_at: null, characters: 41 } }
  const found = await check('name=Winter%20Muster%20(PL12)&game_version=poe2')
  expect(found.json()).toEqual({ state: 'exists', start_at: '2026-11-06T20:00:00.000Z', end_at: null, characters: 41 })
  expect(asked.at(-1)).toEqual(['Winter Muster (PL12)', 'poe2', expect.any(AbortSignal)])
})

it('answers that there is none, for a lookup in the first game by default', async () => {
  answer = { ok: true, value: null }
  expect((await check('name=Nowhere')).json()).toEqual({ state: 'missing', ...nothing })
  expect(asked.at(-1)?.[1]).toBe('poe1')
})

it('answers unknown while the game does not respond', async () => {
  answer = { ok: false, failure: { reason: 'unavailable', detail: 'status 503' } }
  const found = await check('name=Nowhere')
  expect([found.statusCode, found.json()]).toEqual([200, { state: 'cannot_tell', ...nothing }])
})

it.each(['', 'name=', 'name=%20', `name=${'x'.repeat(201)}`, 'name=a&game_version=poe3'])('refuses "%s"', async (query) => {
  const before = asked.length
  expect((await check(query)).statusCode).toBe(400)
  expect(asked).toHaveLength(before)
})
