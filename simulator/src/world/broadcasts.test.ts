import { expect, test } from 'vitest'
import { findBroadcast } from './broadcasts.ts'
import { createIdentities } from './identities.ts'
import { createAccount } from './accounts.ts'

const HOUR = 60 * 60_000
const accounts = Array.from({ length: 120 }, (_, ordinal) => createAccount(7, ordinal, 4, 'League'))
const { discord, twitch } = createIdentities(7, accounts)

test('ids and logins are unique; most players use Discord and some use Twitch', () => {
  expect(new Set(discord.map(({ id }) => id)).size).toBe(discord.length)
  expect(new Set(twitch.map(({ id }) => id)).size).toBe(twitch.length)
  expect(new Set(twitch.map(({ login }) => login)).size).toBe(twitch.length)
  expect(discord.length).toBeGreaterThan(90)
  expect(discord.length).toBeLessThan(120)
  expect(twitch.length).toBeGreaterThan(20)
  expect(discord.every(({ id }) => BigInt(id) > BigInt(Number.MAX_SAFE_INTEGER))).toBe(true)
})

test('the game has the same Twitch login', () => {
  for (const { login, account } of twitch.filter(({ account }) => account.twitch !== null && account.ordinal < 60))
    expect(login).toBe(account.twitch)
})

test('a broadcast begins, keeps its id and title, and ends within hours', () => {
  const streamer = twitch.find(({ diligence }) => diligence > 0.5)
  if (!streamer) throw new Error('nobody streams')
  const day = Array.from({ length: 24 * 4 }, (_, quarter) => findBroadcast(7, streamer, (quarter * HOUR) / 4, []))
  const live = day.filter((one) => one !== null)
  expect(live.length).toBeGreaterThan(4)
  expect(live.length).toBeLessThan(24 * 4)
  expect(new Set(live.map(({ id }) => id)).size).toBe(new Set(live.map(({ started_at }) => started_at)).size)
  expect(day).toEqual(Array.from({ length: 24 * 4 }, (_, quarter) => findBroadcast(7, streamer, (quarter * HOUR) / 4, [])))
})
