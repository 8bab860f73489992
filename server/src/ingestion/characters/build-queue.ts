import { promisify } from 'node:util'
import { gunzip as gunzipCallback, gzip as gzipCallback } from 'node:zlib'
import type { GameVersion } from '@muster/contract/events'
import type { CharacterDetail } from '@muster/contract/game-api'
import type { EventId } from '@muster/contract/ids'
import type { BuildFigures } from '@muster/contract/ladder'
import { readInterval_ms } from '@muster/contract/reading-intervals'
import type { BuildStats } from '@muster/domain/builds/calculated-figures'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/connect.ts'
import type { Row } from '../../db/schema.ts'

const gzip = promisify(gzipCallback)
const gunzip = promisify(gunzipCallback)

/** Event time: delay before a failed build is calculated again. */
const failed_ms = 24 * 60 * 60_000
/** Maximum number of crashes during a build: a second one may still be the fault of other builds. */
const maxInterruptions = 3

/** A build in the queue. */
export interface WaitingBuild {
  readonly event_id: EventId
  readonly character_id: string
  readonly export_hash: Buffer
  readonly character: CharacterDetail
  /** When the game showed it. */
  readonly seen_at: Date
}

/** Queues a build for calculation. A newer build of the same character replaces it, so the queue is bounded. */
export async function enqueueBuild(
  tx: Tx,
  event: Pick<Row<'events'>, 'id' | 'calculate_build_seconds'>,
  character: CharacterDetail,
  export_hash: Buffer,
  at: Date,
): Promise<void> {
  const { inventory: _inventory, rucksack: _rucksack, ...read } = character as CharacterDetail & Record<string, unknown>
  const request = await gzip(JSON.stringify(read))
  await tx
    .insertInto('build_queue')
    .values({ event_id: event.id, character_id: character.id, export_hash, request, due_at: at, seen_at: at })
    .onConflict((conflict) =>
      conflict.columns(['event_id', 'character_id']).doUpdateSet({
        export_hash,
        request,
        seen_at: at,
        interruptions: 0,
        due_at: sql<Date>`greatest(excluded.due_at, build_queue.calculated_at + make_interval(secs => ${readInterval_ms(event, 'calculate_build_seconds') / 1000}))`,
      }),
    )
    .execute()
}

/** Due builds of a game: builds that were never calculated first, then by time waited. */
export async function listWaitingBuilds(db: Db, game_version: GameVersion, now: Date, limit: number): Promise<WaitingBuild[]> {
  const rows = await db
    .selectFrom('build_queue')
    .innerJoin('events', 'events.id', 'event_id')
    .select(['event_id', 'character_id', 'export_hash', 'request', 'seen_at'])
    .where('game_version', '=', game_version)
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

/** Whether this build, of any character, already has its figures. */
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
  readonly figures: BuildFigures
  /** All calculated figures. */
  readonly stats: BuildStats
  /** The calculation could not cover the whole build. */
  readonly is_partial: boolean
}

const placeOf = ({ event_id, character_id }: WaitingBuild) =>
  sql<boolean>`event_id = ${event_id} and character_id = ${character_id}`

/** Stores the figures of a build (null: already stored), and removes it from the queue unless a newer one has been queued. */
export async function settleBuild(tx: Tx, build: WaitingBuild, found: Calculated | null, at: Date): Promise<void> {
  const { export_hash, seen_at } = build
  if (found) {
    const { engine, is_partial } = found
    const row = {
      engine,
      figures: JSON.stringify(found.figures),
      stats: JSON.stringify(found.stats),
      is_partial,
      calculated_at: at,
    }
    await tx
      .insertInto('build_figures')
      .values({ export_hash, ...row })
      .onConflict((conflict) => conflict.column('export_hash').doUpdateSet(row))
      .execute()
  }
  await tx
    .updateTable('build_queue')
    .set({
      calculated_at: at,
      interruptions: 0,
      failure: null,
      unread_hash: export_hash,
      unread_at: seen_at,
      request: sql<Buffer | null>`case when export_hash = ${export_hash} then null else request end`,
    })
    .where(placeOf(build))
    .execute()
}

/**
 * Postpones a build that could not be calculated, unless a newer one has been queued. The same failure is reported once in a row.
 */
export async function failBuild(tx: Tx, build: WaitingBuild, failure: string, at: Date): Promise<void> {
  const { event_id, character } = build
  const row = await tx
    .selectFrom('build_queue')
    .select('failure')
    .where(placeOf(build))
    .where('export_hash', '=', build.export_hash)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return
  await tx
    .updateTable('build_queue')
    .set({ calculated_at: at, failure, interruptions: 0, due_at: new Date(at.getTime() + failed_ms) })
    .where(placeOf(build))
    .execute()
  if (row.failure === failure) return
  const problem = `Could not calculate the stats of ${character.name} (level ${character.level}, ${character.class}): ${failure}. Next try in 24 h, or when the build changes.`
  await tx
    .insertInto('ingestion_problems')
    .values({ event_id, job_type: 'CalculateBuilds', timestamp: at, problem, excerpt: '' })
    .execute()
}

/**
 * Records that the process ended during a build. The build moves to the end of the queue; after several times it counts as
 * failed.
 * @returns whether it counts as failed.
 */
export async function interruptBuild(tx: Tx, build: WaitingBuild, why: string, at: Date): Promise<boolean> {
  const row = await tx
    .updateTable('build_queue')
    .set((set) => ({ interruptions: set('interruptions', '+', 1), due_at: at }))
    .where(placeOf(build))
    .where('export_hash', '=', build.export_hash)
    .returning('interruptions')
    .executeTakeFirst()
  if (!row || row.interruptions < maxInterruptions) return false
  await failBuild(tx, build, `${why}, ${row.interruptions} times`, at)
  return true
}

/** Makes builds that failed since then due again: the failure was not theirs. */
export async function retryFailedBuilds(tx: Tx, game_version: GameVersion, since: Date, at: Date): Promise<void> {
  await tx
    .updateTable('build_queue')
    .from('events')
    .set({ due_at: at })
    .whereRef('events.id', '=', 'event_id')
    .where('game_version', '=', game_version)
    .where('failure', 'is not', null)
    .where('calculated_at', '>=', since)
    .where('due_at', '>', at)
    .execute()
}

/** The calculation backlog over all events. */
export interface BuildBacklog {
  /** Due builds. */
  readonly waiting: number
  /** Due time of the oldest waiting build; null if none waits. */
  readonly oldest_at: Date | null
  /** Failed builds. */
  readonly failed: number
}

export async function readBuildBacklog(db: Db, now: Date): Promise<BuildBacklog> {
  return db
    .selectFrom('build_queue')
    .select([
      sql<number>`count(*) filter (where due_at <= ${now})::int`.as('waiting'),
      sql<Date | null>`min(due_at) filter (where due_at <= ${now})`.as('oldest_at'),
      sql<number>`count(*) filter (where failure is not null)::int`.as('failed'),
    ])
    .where('request', 'is not', null)
    .executeTakeFirstOrThrow()
}
