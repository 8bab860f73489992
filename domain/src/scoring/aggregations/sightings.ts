import type { Verdict } from '@muster/contract/receipts'
import { holdsItems } from '../../objectives/item-source.ts'
import { countsItems } from '../../objectives/kinds.ts'
import type { Fact } from '../ledger.ts'
import { clampNumber } from '../clamp-number.ts'
import { isItemReport, type TallyRule } from './tally.ts'

/** How an item was seen: by the game, or in the reports of a player. Everything else, such as a judge's addition, is added. */
export type Sight = 'tracked' | 'reported' | 'added'

export function readSight(rule: TallyRule, fact: Fact): Sight {
  if (isItemReport(rule, fact)) return 'reported'
  return countsItems(rule) && holdsItems(fact.source) ? 'tracked' : 'added'
}

/** The number of one source. */
export interface Sighting {
  readonly sight: Sight
  /** Null for a tab of the guild. */
  readonly user_id: number | null
  readonly number: number
}

/** The sum of a team, and why the number of a source is or is not part of it. */
export interface WeighedSightings {
  readonly number: number
  readonly judge: (sighting: Sighting) => Verdict
}

/** Both numbers of a player; a way in which nothing of them was seen has no number, not 0: a gain can be negative. */
interface Player {
  tracked?: bigint
  reported?: bigint
}

const isReportLarger = ({ tracked, reported }: Player) => reported !== undefined && (tracked === undefined || reported > tracked)

/**
 * Adds the numbers of sources so that nothing counts twice if the game shows it and a player has reported it: for each player the
 * larger of both numbers counts, and for the team the larger of their sum and of all that the game shows. The tabs of a guild
 * name no player, so a report may be of an item in them.
 * @example Ada reports 4, and her tabs show 6; Ben reports 5, and his tabs show nothing: 6 + 5 = 11. The guild's tab shows 7: the
 * game shows 13, which is more.
 */
export function weighSightings(sightings: readonly Sighting[]): WeighedSightings {
  let shown = 0n
  let isTracked = false
  let added = 0n
  const players = new Map<number, Player>()
  for (const { sight, user_id, number } of sightings) {
    const value = BigInt(number)
    if (sight === 'added') added += value
    if (sight === 'tracked') {
      shown += value
      isTracked = true
    }
    if (sight === 'added' || user_id === null) continue
    const player = players.get(user_id) ?? {}
    player[sight] = (player[sight] ?? 0n) + value
    players.set(user_id, player)
  }
  let byPlayer = 0n
  for (const player of players.values()) byPlayer += (isReportLarger(player) ? player.reported : player.tracked) ?? 0n
  const usesReports = !isTracked || byPlayer > shown
  return {
    number: clampNumber(added + (usesReports ? byPlayer : shown)),
    judge({ sight, user_id }) {
      if (sight === 'added') return 'counts'
      const player = user_id === null ? undefined : players.get(user_id)
      const counts = player !== undefined && isReportLarger(player)
      if (sight === 'reported') return usesReports && counts ? 'counts' : 'seen_in_game'
      return !usesReports || (player !== undefined && !counts) ? 'counts' : 'reported_more'
    },
  }
}
