import { promisify } from 'node:util'
import { gunzip as gunzipCallback, gzip as gzipCallback } from 'node:zlib'
import type { CharacterDetail } from '@muster/contract/game-api'
import type { EventId } from '@muster/contract/ids'
import type { BuildFigures } from '@muster/contract/ladder'
import type { BuildStats } from '@muster/domain/builds/calculated-figures'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/connect.ts'

const gzip = promisify(gzipCallback)
const gunzip = promisify(gunzipCallback)

/** Event time: one character is calculated at most this often. */
const pace_seconds = 5 * 60

/** A build that waits for its figures. */
export interface WaitingBuild {
  readonly event_id: EventId
  readonly character_id: string
  readonly export_hash: Buffer
  readonly character: CharacterDetail
}

/** Lets a build wait for its figures; a newer one of the same character takes its place, so the queue has an end. */
export async function enqueueBuild(
  tx: Tx,
  event_id: EventId,
  character: CharacterDetail,
  export_hash: Buffer,
  at: Date,
): Promise<void> {
  const { inventory: _inventory, rucksack: _rucksack, ...read } = character as CharacterDetail & Record<string, unknown>
  const request = await gzip(JSON.stringify(read))
  await tx
    .insertInto('build_queue')
    .values({ event_id, character_id: character.id, export_hash, request, due_at: at })
    .onConflict((conflict) =>
      conflict.columns(['event_id', 'character_id']).doUpdateSet({
        export_hash,
        request,
        due_at: sql<Date>`greatest(excluded.due_at, build_queue.calculated_at + make_interval(secs => ${pace_seconds}))`,
      }),
    )
    .execute()
}

/** Those whose turn it is: never calculated first, then the longest wait. */
export async function listWaitingBuilds(db: Db, now: Date, limit: number): Promise<WaitingBuild[]> {
  const rows = await db
    .selectFrom('build_queue')
    .select(['event_id', 'character_id', 'export_hash', 'request'])
    .where('request', 'is not', null)
    .where('due_at', '<=', now)
    .orderBy(sql`calculated_at is not null`)
    .orderBy('due_at')
    .limit(limit)
    .execute()
  return Promise.all(
    rows.map(async ({ request, ...row }) => ({
      ...row,
      character: JSON.parse((await gunzip(request ?? Buffer.alloc(0))).toString()) as CharacterDetail,
    })),
  )
}

/** Whether the service has seen this very build already. */
export async function isCalculated(db: Db, export_hash: Buffer, engine: string): Promise<boolean> {
  const row = await db
    .selectFrom('build_figures')
    .select('engine')
    .where('export_hash', '=', export_hash)
    .where('engine', '=', engine)
    .executeTakeFirst()
  return row !== undefined
}

export interface Calculated {
  readonly engine: string
  /** null: the service cannot read the build. */
  readonly figures: BuildFigures | null
  /** Everything that it calculated; null together with the figures. */
  readonly stats: BuildStats | null
  readonly is_partial: boolean
}

/** Keeps what came of a build (null: it was known), and takes it from the queue unless a newer one waits by now. */
export async function settleBuild(tx: Tx, build: WaitingBuild, found: Calculated | null, at: Date): Promise<void> {
  const { event_id, character_id, export_hash } = build
  if (found) {
    const { engine, figures, stats, is_partial } = found
    const [figuresJson, statsJson] = [figures && JSON.stringify(figures), stats && JSON.stringify(stats)]
    const row = { engine, figures: figuresJson, stats: statsJson, is_partial, calculated_at: at }
    await tx
      .insertInto('build_figures')
      .values({ export_hash, ...row })
      .onConflict((conflict) => conflict.column('export_hash').doUpdateSet(row))
      .execute()
  }
  await tx
    .updateTable('build_queue')
    .set({ calculated_at: at, request: sql<Buffer | null>`case when export_hash = ${export_hash} then null else request end` })
    .where('event_id', '=', event_id)
    .where('character_id', '=', character_id)
    .execute()
}
