import { createHash } from 'node:crypto'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { archiveFormat, type ArchiveRecord, archiveVersion } from '@muster/contract/event-archive'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { version } from '../version.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/schema.ts'
import { Refusal } from '../refusal.ts'
import { collectRecords } from './collect.ts'
import type { Source } from './collecting.ts'

/** Real time: a slower download would keep an old state of the database alive for too long. */
const patience_ms = 15 * 60_000

/**
 * Only public events that are over have an archive, and only once their last changes are scored.
 * @throws Refusal event_hidden, event_not_over, unavailable
 */
export async function checkArchivable(db: Db, event: Row<'events'>, now: number): Promise<void> {
  if (!event.is_public) throw new Refusal('event_hidden')
  if (event.event_end_time.getTime() > now) throw new Refusal('event_not_over')
  if (event.archived_at !== null) return
  const { rows } = await sql<{ is_behind: boolean }>`
    select coalesce(due_at <= ${new Date(now)}, false)
      or exists (select from facts where facts.event_id = events.id and facts.sequence > coalesce(ledger_sequence, 0))
      or exists (select from definition_changes change where change.event_id = events.id and change.sequence > coalesce(ledger_sequence, 0))
      as is_behind
    from events left join score_cursors on score_cursors.event_id = events.id where events.id = ${event.id}`.execute(db)
  if (rows[0]?.is_behind) throw new Refusal('unavailable', 'The last changes have not been scored yet. Try again in a moment.')
}

const lineOf = (value: unknown) => Buffer.from(`${JSON.stringify(value)}\n`)

interface Head {
  readonly event: string
  /** Milliseconds since 1970. */
  readonly made_at: number
  readonly made_by: string
}

/** The lines of an archive with these records. */
export async function* writeRecords(
  { event, made_at, made_by }: Head,
  collected: AsyncIterable<ArchiveRecord> | Iterable<ArchiveRecord>,
): AsyncGenerator<Buffer> {
  yield lineOf({
    type: 'header',
    format: archiveFormat,
    version: archiveVersion,
    event,
    made_at: new Date(made_at).toISOString(),
    made_by,
  })
  const hash = createHash('sha256')
  let records = 0
  for await (const record of collected) {
    const line = lineOf(record)
    hash.update(line)
    records++
    yield line
  }
  yield lineOf({ type: 'end', records, sha256: hash.digest('hex') })
}

export const archiveMaker = `Muster ${version}`

/**
 * Writes all public data of an event as the lines of an archive, as of one moment of the database. Nothing is buffered: `to`
 * takes the lines at its own pace.
 */
export function writeArchive(
  db: Db,
  { event, now, log }: Omit<Source, 'tx'>,
  to: (lines: Readable) => Promise<void>,
): Promise<void> {
  return db.transact(async (tx) => {
    tx.defer(sql`set transaction isolation level repeatable read, read only`)
    const head = { event: event.name, made_at: now, made_by: archiveMaker }
    await to(Readable.from(writeRecords(head, collectRecords({ tx, log, event, now })), { objectMode: false }))
  })
}

/** The compressed archive as the response of a call. An error aborts the response, and is logged. */
export function sendArchive(ctx: Context, event: Row<'events'>): Readable {
  const answer = new PassThrough()
  const log: Logger = ctx.log.child({ event_id: event.id })
  writeArchive(ctx.db, { event, now: ctx.clock.now(), log }, (lines) =>
    pipeline(lines, createGzip(), answer, { signal: AbortSignal.timeout(patience_ms) }),
  ).catch((error: unknown) => {
    answer.destroy()
    log.warn({ err: error }, 'the download of an event archive was aborted; the client has to start again')
  })
  return answer
}
