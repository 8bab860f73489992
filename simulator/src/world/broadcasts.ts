/**
 * Twitch broadcasts as a function of seed and time: a day has four periods, and a streamer goes live at most once in each. Orders
 * from outside take precedence.
 */
import { createDraws, rng } from '../prng.ts'
import type { TwitchUser } from './identities.ts'
import type { BroadcastOrder } from './model.ts'

const HOUR = 60 * 60_000
const STRETCH_MS = 6 * HOUR
/** Interval between changes of the viewer count. */
const WAVE_MS = 5 * 60_000

export interface Broadcast {
  id: string
  user: TwitchUser
  title: string
  game_id: string
  game_name: string
  language: string
  started_at: number
  viewer_count: number
}

const titles = [
  'Winter Muster with the team | !rules !board',
  'day 2, no sleep, all scarabs',
  'racing the last bounty — come say hi',
  'atlas 140/138?',
  '  spaces   and\tTABS  ',
  '🔴 LIVE: delve to 600 🔴',
  'Título con acentos y ñ',
  'just chatting before league start',
]
const games = [
  { weight: 88, id: '29307', name: 'Path of Exile' },
  { weight: 8, id: '509658', name: 'Just Chatting' },
  { weight: 4, id: '', name: '' },
] as const

const findStart = (seed: number, user: TwitchUser, at: number): number | null => {
  const stretch = Math.floor(at / STRETCH_MS)
  const draws = createDraws(seed, `broadcast/${user.id}/${stretch}`)
  if (!draws.chance(user.diligence)) return null
  const start = stretch * STRETCH_MS + draws.float() * 2 * HOUR
  const length = HOUR + draws.float() * 3 * HOUR
  return at >= start && at < start + length ? Math.floor(start / 1000) * 1000 : null
}

/** The broadcast that is live at this time, or null. */
export const findBroadcast = (
  seed: number,
  user: TwitchUser,
  at: number,
  orders: readonly BroadcastOrder[],
): Broadcast | null => {
  const order = orders.findLast((one) => one.at <= at)
  if (order && !order.live) return null
  const started_at = order?.at ?? findStart(seed, user, at)
  if (started_at === null) return null
  const draws = createDraws(seed, `broadcast/${user.id}/at/${started_at}`)
  const game = draws.pickWeighted(games)
  const wave = rng(seed, `viewers/${user.id}`, Math.floor(at / WAVE_MS)) / 4294967296
  return {
    id: String(40_000_000_000 + draws.int(2_000_000_000)),
    user,
    title: order?.title ?? draws.pick(titles),
    game_id: game.id,
    game_name: game.name,
    language: draws.pick(['en', 'en', 'de', 'pt', 'ja']),
    started_at,
    viewer_count: Math.floor(user.popularity * (0.7 + wave * 0.6)),
  }
}

/** The broadcast according to the lists, which lag one to two minutes: new broadcasts are missing, ended ones still listed. */
export const findListedBroadcast = (
  seed: number,
  user: TwitchUser,
  at: number,
  orders: readonly BroadcastOrder[],
): Broadcast | null => {
  const lag_ms = 60_000 + (rng(seed, `lag/${user.id}`, 0) % 60_000)
  return findBroadcast(seed, user, at - lag_ms, orders)
}

/** Age at which Twitch deletes the video of a stream of an affiliate. */
const VIDEO_DAYS = 14

/** A user's broadcasts with a video, newest first. */
export const listRecordedBroadcasts = (
  seed: number,
  user: TwitchUser,
  at: number,
  orders: readonly BroadcastOrder[],
): Broadcast[] => {
  const oldest = at - VIDEO_DAYS * 24 * HOUR
  const found = new Map<number, Broadcast>()
  const look = (moment: number) => {
    const broadcast = moment <= at ? findBroadcast(seed, user, moment, orders) : null
    if (broadcast && broadcast.started_at >= oldest) found.set(broadcast.started_at, broadcast)
  }
  for (const order of orders) look(order.at)
  // A broadcast of the schedule starts in the first two hours of its period and lasts at least one.
  for (let stretch = Math.floor(oldest / STRETCH_MS); stretch * STRETCH_MS <= at; stretch++)
    for (const half_hours of [1, 2, 3, 4, 5]) look(stretch * STRETCH_MS + (half_hours * HOUR) / 2)
  look(at)
  return [...found.values()].toSorted((a, b) => b.started_at - a.started_at)
}
