import { expect, it } from 'vitest'
import { Secret } from '../../config.ts'
import { fail, type OutsideAnswer } from '../outside.ts'
import { createPublicCalls } from './public-calls.ts'
import type { Requester } from './request.ts'

const settings = {
  web_url: 'https://web.test',
  api_url: 'https://api.test',
  client_id: 'muster-test',
  client_secret: new Secret('secret'),
  contact: 'tests@muster.test',
  timeout_ms: 1000,
}

/** Game calls with scripted answers, and the addresses they request. */
function aGame(answerTo: (address: string) => OutsideAnswer<unknown>) {
  const asked: string[] = []
  const request = ({ url }: { url: string }) => {
    if (url.startsWith(settings.web_url)) {
      return Promise.resolve({ ok: true, value: { access_token: 't', token_type: 'bearer', expires_in: null, scope: '' } })
    }
    asked.push(url.slice(settings.api_url.length))
    return Promise.resolve(answerTo(url))
  }
  const calls = createPublicCalls(
    settings,
    () => 0,
    { request } as unknown as Requester,
    () => {},
  )
  return { calls, asked }
}

it('a league without a ladder is found by its name', async () => {
  const found = { ok: true as const, value: { league: { id: 'Summer', startAt: '2026-11-06T20:00:00Z', endAt: 'one day' } } }
  const { calls, asked } = aGame((address) => (address.includes('/ladder') ? fail('missing', 'status 404') : found))
  expect(await calls.findLeague('Summer (PL1)', 'poe2')).toEqual({
    ok: true,
    value: { start_at: Date.UTC(2026, 10, 6, 20), end_at: null, characters: null },
  })
  expect(asked).toEqual(['/league/Summer%20(PL1)/ladder?sort=xp&limit=1&realm=poe2', '/league/Summer%20(PL1)?realm=poe2'])
})

it('the second request is not sent if the first failed for another reason', async () => {
  const { calls, asked } = aGame(() => fail('forbidden', 'status 403'))
  expect(await calls.findLeague('Summer', 'poe1')).toMatchObject({ ok: false, failure: { reason: 'forbidden' } })
  expect(asked).toHaveLength(1)
})
