import type { EventId } from '@muster/contract/ids'
import type { Tx } from '../db/connect.ts'
import type { GameFailure } from '../gateways/game/gateway.ts'
import type { Away } from '../gateways/outside.ts'
import type { RoundResult } from './job.ts'

const minute_ms = 60_000

/**
 * Event time until a participant or tab is asked again after a failure. Pauses grow only with failures that are about the
 * participant or tab (a dead token, a hidden character, a rank without access). When the game or our address is the cause, everyone
 * waits equally long: otherwise the length of a pause would decide who is read first afterwards.
 */
export const chooseRetry_ms = (reason: GameFailure['reason'] | null, growing_ms: number): number =>
  reason === 'unavailable' || reason === 'blocked' ? minute_ms : growing_ms

/** The outage that failures belong to: its beginning, and when the next probe may leave; null when there is none. */
export function findAway(failures: readonly (Pick<GameFailure, 'away'> | null)[]): Pick<Away, 'since' | 'again_at'> | null {
  const found = failures.flatMap((failure) => failure?.away ?? [])
  if (found.length === 0) return null
  return { since: Math.min(...found.map(({ since }) => since)), again_at: Math.min(...found.map(({ again_at }) => again_at)) }
}

/**
 * An outage is known after some failures: these were written down as failures of participants or tabs, and are not. Called in each
 * round that meets the outage, after everything else of the round is settled.
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

/** A round that met an outage: the next one begins when a probe may leave. */
export const waitOut = ({ since, again_at }: Pick<Away, 'since' | 'again_at'>, now: number): RoundResult => ({
  ok: false,
  error: 'The game does not respond. It is asked again every 20 s; when it answers, everyone is read at once.',
  away_since: since,
  wait_ms: Math.max(0, again_at - now),
})
