import type { ItemCoverage, ItemScan } from '@muster/contract/item-checks'
import { findJobProblem } from '@muster/domain/events/job-problems'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/schema.ts'
import { listScans, listStoredEvents, type Scan } from '../../ingestion/scan/scan-store.ts'
import { listCoverage } from './store.ts'

/** Why the live stream cannot be scanned for an event on this server; null if it can. */
export const findStreamProblem = ({ game }: Pick<Context, 'game'>, { game_version }: Row<'events'>): string | null =>
  findJobProblem('FetchStashChanges', game_version) ??
  (game === null ? "This server has no client of the game's API, which the live stream needs" : null)

const presentScan = ({ event_id: _, run: __, started_at, ends_at, ended_at, ...scan }: Scan): ItemScan => ({
  ...scan,
  started_at: started_at.toISOString(),
  ends_at: ends_at.toISOString(),
  ended_at: ended_at?.toISOString() ?? null,
})

export async function readCoverage(ctx: Context, event: Row<'events'>): Promise<ItemCoverage> {
  const [scans, objectives, stored] = await Promise.all([
    listScans(ctx.db, event.id),
    listCoverage(ctx.db, event.id),
    listStoredEvents(ctx.db, event.game_version),
  ])
  return {
    scans: scans.map(presentScan),
    stream_problem: findStreamProblem(ctx, event),
    stored_snapshots: stored.reduce((sum, { snapshots }) => sum + snapshots, 0),
    objectives,
  }
}
