import type { RecordOf } from '@muster/contract/event-archive'
import type { EventId } from '@muster/contract/ids'
import { sql } from 'kysely'
import type { Db, Tx } from '../db/connect.ts'
import { toColumns } from '../db/event-columns.ts'
import { Importing, storing } from './importing.ts'
import { ArchiveProblem, problemAt, readArchive } from './read-archive.ts'
import { storers } from './store-records.ts'

export interface Imported {
  readonly event_id: EventId
  readonly name: string
  readonly archived_at: Date
  readonly records: number
}

/** Refuses a second import of the same event, perhaps from another archive of it, and names the existing event. */
async function refuseTwin(tx: Tx, { name, game_version, event_start_time }: RecordOf<'event'>): Promise<void> {
  const twin = await tx
    .selectFrom('events')
    .select(['id', 'name', 'archived_at'])
    .where('name', '=', name)
    .where('game_version', '=', game_version)
    .where('event_start_time', '=', new Date(event_start_time))
    .executeTakeFirst()
  if (twin) throw new ArchiveProblem(`This event exists already: event ${twin.id}, ${twin.name}.`)
}

async function insertEvent(tx: Tx, event: RecordOf<'event'>, archived_at: string): Promise<EventId> {
  await refuseTwin(tx, event)
  const { type: _, version, signups, ledger_sequence, change_sequence, teams: __, objectives: ___, ...columns } = event
  const row = await storing('Line 2', () =>
    tx
      .insertInto('events')
      .values({
        ...toColumns(columns),
        version,
        is_public: true,
        is_current: false,
        archived_at: new Date(archived_at),
        archived_signups: signups,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  await tx.insertInto('score_cursors').values({ event_id: row.id, ledger_sequence, change_sequence, due_at: null }).execute()
  return row.id
}

/** Stores the hash of the records; rejects records that were imported before under any name. */
async function sealImport(tx: Tx, event_id: EventId, archive_hash: string): Promise<void> {
  const twin = await tx.selectFrom('events').select(['id', 'name']).where('archive_hash', '=', archive_hash).executeTakeFirst()
  if (twin) throw new ArchiveProblem(`This archive was imported before: event ${twin.id}, ${twin.name}.`)
  await tx.updateTable('events').set({ archive_hash }).where('id', '=', event_id).execute()
}

/**
 * Creates an event from an archive, visible to everyone and read-only; all or nothing.
 * @param input the uncompressed lines
 * @throws ArchiveProblem, which names the line
 */
export function importArchive(db: Db, input: AsyncIterable<Buffer>): Promise<Imported> {
  return db.transact(async (tx) => {
    // If the same archive is imported twice at once, the second import waits and finds the first.
    await sql`select pg_advisory_xact_lock(hashtextextended('imports of archives', 0))`.execute(tx)
    let header: { readonly made_at: string } | null = null
    let into: Importing | null = null
    let [name, records, hash] = ['', 0, '']
    for await (const { line, value } of readArchive(input)) {
      if (value.type === 'header') header = value
      else if (value.type === 'event') {
        if (!header) throw new Error('the header must come first')
        into = new Importing(tx, await insertEvent(tx, value, header.made_at))
        name = value.name
        await into.teams.reserve(value.teams, line)
        await into.objectives.reserve(value.objectives, line)
      } else if (value.type === 'end') {
        records = value.records
        hash = value.sha256
      } else {
        if (!into) throw problemAt(line, 'the record of type event must come first')
        const store = storers[value.type] as (into: Importing, record: typeof value, line: number) => Promise<void>
        await store(into, value, line)
      }
    }
    if (!into || !header) throw new ArchiveProblem('The file is empty.')
    await into.flush()
    await sealImport(tx, into.event_id, hash)
    return { event_id: into.event_id, name, archived_at: new Date(header.made_at), records }
  })
}
