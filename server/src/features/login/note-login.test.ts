import { expect, it } from 'vitest'
import type { OutsideAnswer } from '../../gateways/outside.ts'
import { testOrigin } from '../../testing/server.ts'
import { useTestServer } from '../../testing/use-server.ts'

let answer: () => Promise<OutsideAnswer<never>>
const fails = (reason: 'unavailable' | 'unauthorized') => () =>
  Promise.resolve({ ok: false as const, failure: { reason, detail: 'no' } })
const server = useTestServer({
  discord: { exchangeCode: () => answer(), authorizeAddress: ({ state }) => `https://discord.test/?state=${state}` },
})

/** Begins a login with Discord as a program does, and returns with a code. */
async function logIn(): Promise<number> {
  const redirect_url = `${testOrigin}/auth/discord/callback`
  const begun = await server.get(`/oauth2/discord/redirect?${new URLSearchParams({ redirect_url }).toString()}`)
  const state = new URL(begun.json<string>()).searchParams.get('state') ?? ''
  return (await server.send('POST', '/oauth2/discord/callback', {}, { redirect_url, code: 'code', state })).statusCode
}

it('several failed logins in a row at a provider are an outage, which its next answer ends', async () => {
  const outages = () => server.db.selectFrom('outages').select(['part', 'cause', 'affected', 'ended_at']).execute()
  answer = fails('unavailable')
  expect([await logIn(), await logIn()]).toEqual([502, 502])
  expect(await outages()).toEqual([])
  await logIn()
  expect(await outages()).toEqual([{ part: 'logins', cause: 'discord', affected: ['discord'], ended_at: null }])
  // A refusal is an answer.
  answer = fails('unauthorized')
  await logIn()
  expect(await outages()).toMatchObject([{ ended_at: expect.any(Date) }])
})
