/**
 * The players' Discord and Twitch accounts. They have random streams of their own, so that the game world does not depend on
 * them. Names are as unusual as real ones: right to left, emoji, no display name, no Latin letters.
 */
import { createDraws } from '../prng.ts'
import type { Account } from './model.ts'
import { accountNames } from './names.ts'

export interface DiscordUser {
  /** A snowflake: 18 digits or more, too large for a JavaScript number. */
  id: string
  username: string
  global_name: string | null
  /** "0" for current names, four digits for old ones. */
  discriminator: string
  avatar: string | null
  account: Account
}

export interface TwitchUser {
  id: string
  login: string
  display_name: string
  created_at: string
  /** Probability of being live in a period of six hours; 0 = only watches. */
  diligence: number
  /** Usual number of viewers. */
  popularity: number
  account: Account
}

const odd_names = [
  'שלום־עולם',
  '🔥 exile 🔥',
  'Ｗｉｄｅ Ｎａｍｅ',
  'Ёжик в тумане',
  '<b>bold</b>',
  "Robert'); --",
  'ａ',
  '​hidden​space',
]
const local_names = ['流亡者', 'エグザイル', '망명자', 'Изгнанник']

/** The safe part of the game account's name: lower-case letters and digits. */
const handleOf = (account: Account): string =>
  account.name
    .replace(/#.*/, '')
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^a-z0-9]/g, '')

/** Nine of ten players use Discord. */
const createDiscordUser = (seed: number, account: Account): DiscordUser | null => {
  const draws = createDraws(seed, `account/${account.ordinal}/discord`)
  if (draws.chance(0.1)) return null
  const isOld = draws.chance(0.1)
  return {
    // the upper digits encode when the account was created; the ordinal keeps ids unique
    id: `${draws.between(81_000_000, 1_290_000_000)}${String(account.ordinal).padStart(9, '0')}`,
    username: `${handleOf(account)}${draws.pick(['', '.', '_'])}${draws.pick(['', 'gg', 'poe', 'ttv'])}`,
    global_name: draws.chance(0.25) ? null : draws.chance(0.2) ? draws.pick(odd_names) : account.name.replace(/#.*/, ''),
    discriminator: isOld ? String(draws.between(1, 9999)).padStart(4, '0') : '0',
    avatar: draws.chance(0.6) ? draws.hex(32) : null,
    account,
  }
}

/** Players who linked Twitch in the game, and some others. */
const createTwitchUser = (seed: number, account: Account): TwitchUser | null => {
  const draws = createDraws(seed, `account/${account.ordinal}/twitch`)
  if (!draws.chance(0.25) && account.twitch === null) return null
  const again = Math.floor(account.ordinal / accountNames.length)
  const login = `${account.twitch ?? `${handleOf(account)}tv`}${again > 0 && account.twitch !== null ? again + 1 : ''}`
  return {
    id: String(20_000_000 + account.ordinal * 7919 + draws.int(7919)),
    login,
    display_name: draws.chance(0.15) ? draws.pick(local_names) : login.charAt(0).toUpperCase() + login.slice(1),
    created_at: new Date(Date.UTC(2012 + draws.int(12), draws.int(12), 1 + draws.int(28))).toISOString().replace('.000Z', 'Z'),
    diligence: draws.chance(0.7) ? 0.3 + draws.float() * 0.6 : 0,
    popularity: Math.ceil(Math.exp(2 + draws.normal() * 1.4)),
    account,
  }
}

export interface Identities {
  discord: readonly DiscordUser[]
  twitch: readonly TwitchUser[]
}

export const createIdentities = (seed: number, accounts: readonly Account[]): Identities => ({
  discord: accounts.flatMap((account) => createDiscordUser(seed, account) ?? []),
  twitch: accounts.flatMap((account) => createTwitchUser(seed, account) ?? []),
})
