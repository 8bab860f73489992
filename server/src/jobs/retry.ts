import type { EventId } from '@muster/contract/ids'
import type { Tx } from '../db/connect.ts'
import type { GameFailure } from '../gateways/game/gateway.ts'
import type { Away } from '../gateways/outside.ts'
import type { RoundResult } from './job.ts'

const minute_ms = 60_000

/**
 * Event time until the next request for a participant or tab after a failure. Pauses grow only for failures of the participant or
 * tab itself (a dead token, a hidden character, a rank without access). If the game or the server's address is the cause,
 * everyone waits equally long: otherwise the pause would decide who is read first afterwards.
 */
export const chooseRetry_ms = (reason: GameFailure['reason'] | null, growing_ms: number): number =>
  reason === 'unavailable' || reason === 'blocked' ? minute_ms : growing_ms

/** The outage behind these failures: its start, and when the next probe may be sent; null if there is none. */
export function findAway(failures: readonly (Pick<GameFailure, 'away'> | null)[]): Pick<Away, 'since' | 'again_at'> | null {
  const found = failures.flatMap((failure) => failure?.away ?? [])
  if (found.length === 0) return null
  return { since: Math.min(...found.map(({ since }) => since)), again_at: Math.min(...found.map(({ again_at }) => again_at)) }
}

/**
 * Clears failures that turned out to belong to an outage: the first ones were recorded for participants or tabs before the outage
 * was detected. Called in each round during an outage, after all other updates of the round.
 */
export function forgiveFailures(
  tx: Tx,
  table: 'character_polls' | 'guild_stash_polls' | 'guild_stash_tabs',
  event_id: EventId,
): void {
  tx.defer(
    tx
      .updateTable(table)
      .set({ failures_in_a_row: 0, last_error: null })
      .where('event_id', '=', event_id)
      .where('last_error', 'like', 'unavailable:%'),
  )
}

/** The result of a round during an outage: the next one starts when a probe may be sent. */
export const waitOut = ({ since, again_at }: Pick<Away, 'since' | 'again_at'>, now: number): RoundResult => ({
  ok: false,
  error: 'The game does not respond. Next try within 20 s; when it responds, all participants are read at once.',
  away_since: since,
  wait_ms: Math.max(0, again_at - now),
})
