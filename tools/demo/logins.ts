import type { UserId } from '@muster/contract/ids'
import { openClient } from '../rehearsal/people.ts'

// The logins of the demo, and the lines that list them.

/** A player, by the name of the game account. */
export interface KnownPlayer {
  readonly name: string
  readonly user_id: UserId
}

export interface Cast {
  /** Members of the lead's team, without the lead. */
  readonly players: readonly KnownPlayer[]
  readonly lead: string
  readonly judge: string
  /** Leads the first team and runs the event. */
  readonly admin: string
}

/**
 * The player with the most visible history: events first, then points, as everyone sees their record.
 * @param product_url of the running server
 */
async function choosePlayer(product_url: string, players: readonly KnownPlayer[]): Promise<string> {
  const visitor = openClient(product_url, 'a visitor')
  const ranked = await Promise.all(
    players.map(async ({ name, user_id }) => {
      const { totals } = await visitor.call('getPlayerRecord', { user_id })
      return { name, events: totals?.events ?? 0, points: totals?.points ?? 0 }
    }),
  )
  const [best] = ranked.toSorted((a, b) => b.events - a.events || b.points - a.points)
  return best?.name ?? ''
}

/** Lines for the terminal. */
export async function describeLogins(product_url: string, { players, lead, judge, admin }: Cast): Promise<string[]> {
  return [
    'A visitor needs no login. To log in, choose one of these on the consent page:',
    `  player     ${await choosePlayer(product_url, players)}`,
    `  team lead  ${lead}`,
    `  judge      ${judge}`,
    `  admin      ${admin}`,
  ]
}
