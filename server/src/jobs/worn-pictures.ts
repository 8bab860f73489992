import { realmOf } from '@muster/contract/game-api'
import { getPictureBook } from '../ingestion/item-pictures.ts'
import type { Round } from './job.ts'
import type { Polled } from './poll-participant.ts'

/**
 * Stores the picture addresses of worn items, which everyone sees on character pages. Hidden events, inventories and guild tabs
 * are left out: a new picture would show rivals that a team has the item.
 */
export async function recordWornPictures(round: Round, results: readonly { readonly polled: Polled }[]): Promise<void> {
  const { ctx, event } = round
  if (!event.is_public) return
  const pictures = getPictureBook(ctx, realmOf(event.game_version))
  const details = results.flatMap(({ polled }) => ('found' in polled ? polled.found.flatMap((one) => one.detail ?? []) : []))
  for (const { equipment, jewels } of details) pictures.note([...(equipment ?? []), ...(jewels ?? [])], ctx.clock.now())
  await pictures.store(round)
}
