import { expect, test } from 'vitest'
import { findBroadcast, listRecordedBroadcasts } from './broadcasts.ts'
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

test('every broadcast of the last two weeks has a video', () => {
  const streamer = twitch.find(({ diligence }) => diligence > 0.5)
  if (!streamer) throw new Error('nobody streams')
  const now = 20 * 24 * HOUR
  const orders = [
    { at: now - 40 * HOUR, live: true },
    { at: now - 30 * HOUR, live: false },
    { at: now - 2 * HOUR, live: true },
  ] as const
  const minutes = Array.from({ length: 14 * 24 * 60 }, (_, minute) => findBroadcast(7, streamer, now - minute * 60_000, orders))
  const seen = new Set(minutes.flatMap((one) => (one && one.started_at >= now - 14 * 24 * HOUR ? [one.id] : [])))
  const recorded = listRecordedBroadcasts(7, streamer, now, orders)
  expect(recorded.length).toBeGreaterThan(10)
  expect(new Set(recorded.map(({ id }) => id))).toEqual(seen)
  expect(recorded.map(({ started_at }) => started_at)).toEqual(
    recorded.map(({ started_at }) => started_at).toSorted((a, b) => b - a),
  )
})
