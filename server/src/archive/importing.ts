import { maxNumbered } from '@muster/contract/event-archive'
import type { EventId, ObjectiveId, ScoringPresetId, SubmissionId, TeamId, UserId } from '@muster/contract/ids'
import { sql } from 'kysely'
import type { Tx } from '../db/connect.ts'
import type { NewRow } from '../db/schema.ts'
import { ArchiveProblem, problemAt } from './read-archive.ts'

/** Maps numbers of an archive to ids of this database, in the same order. */
export class Ids<Id extends number> {
  private readonly ids: Id[] = []
  /** Numbers described by a record so far. */
  private readonly described = new Set<number>()
  private readonly tx: Tx
  private readonly table: Numbered
  private readonly word: string

  constructor(tx: Tx, table: Numbered, word: string) {
    this.tx = tx
    this.table = table
    this.word = word
  }

  /** Reserves ids for all numbers up to this one; the database never assigns them again. */
  async reserve(upTo: number, line: number): Promise<void> {
    if (upTo > maxNumbered) throw problemAt(line, `${this.word}: must not be larger than ${maxNumbered}`)
    if (upTo <= this.ids.length) return
    const { rows } = await sql<{ id: Id }>`
      select nextval(pg_get_serial_sequence(${this.table}, 'id'))::int as id
      from generate_series(1, ${upTo - this.ids.length}::int)`.execute(this.tx)
    this.ids.push(...rows.map(({ id }) => id).toSorted((a, b) => a - b))
  }

  of(number: number): Id {
    const id = this.ids[number - 1]
    if (id === undefined) throw new Error(`${this.word} ${number} has no id`)
    return id
  }

  /** The id for a record that is about to describe the number. @throws ArchiveProblem if it is already described */
  async describe(number: number, line: number): Promise<Id> {
    if (this.described.has(number)) throw problemAt(line, `${this.word}: ${number} is already described on an earlier line`)
    await this.reserve(number, line)
    this.described.add(number)
    return this.of(number)
  }

  /** The id of a described number. @throws ArchiveProblem if no record has described it */
  find(number: number, line: number, field = this.word): Id {
    if (!this.described.has(number)) throw problemAt(line, `${field}: ${this.word} ${number} is not described on an earlier line`)
    return this.of(number)
  }
}

type Numbered = 'teams' | 'objectives' | 'submissions' | 'scoring_presets'

/** Inserts a row with a reserved id. */
export async function insertNumbered<T extends Numbered>(
  tx: Tx,
  table: T,
  row: NewRow<T> & { readonly id: number },
): Promise<void> {
  const columns = Object.entries(row)
  await sql`
    insert into ${sql.table(table)} (${sql.join(columns.map(([name]) => sql.ref(name)))})
    overriding system value values (${sql.join(columns.map(([, value]) => value as unknown))})`.execute(tx)
}

type Table = 'character_readings' | 'score_changes' | 'scores' | 'archived_receipts' | 'ladder_entries' | 'atlas_trees'

const rows_at_once = 500

/** State of a running import. */
export class Importing {
  readonly tx: Tx
  readonly event_id: EventId
  readonly teams: Ids<TeamId>
  readonly objectives: Ids<ObjectiveId>
  readonly presets: Ids<ScoringPresetId>
  readonly submissions: Ids<SubmissionId>
  readonly people = new Map<number, UserId>()
  /** Characters described so far, with their players. */
  readonly characters = new Map<string, UserId | null>()
  private waiting: { readonly table: Table; readonly rows: object[]; readonly first: number; last: number } | null = null

  constructor(tx: Tx, event_id: EventId) {
    this.tx = tx
    this.event_id = event_id
    this.teams = new Ids(tx, 'teams', 'team')
    this.objectives = new Ids(tx, 'objectives', 'objective')
    this.presets = new Ids(tx, 'scoring_presets', 'scoring_preset')
    this.submissions = new Ids(tx, 'submissions', 'submission')
  }

  person(number: number, line: number, field = 'person'): UserId {
    const id = this.people.get(number)
    if (id === undefined) throw problemAt(line, `${field}: person ${number} is not described on an earlier line`)
    return id
  }

  somebody(number: number | null, line: number, field = 'person'): UserId | null {
    return number === null ? null : this.person(number, line, field)
  }

  /** The player of a character. @throws ArchiveProblem if no record has described it */
  playerOf(character: string, line: number): UserId | null {
    const player = this.characters.get(character)
    if (player === undefined) throw problemAt(line, `character: it is not described on an earlier line`)
    return player
  }

  /** Collects rows of one table to write them together. */
  async add<T extends Table>(table: T, row: NewRow<T>, line: number): Promise<void> {
    if (this.waiting?.table !== table || this.waiting.rows.length === rows_at_once) await this.flush()
    this.waiting ??= { table, rows: [], first: line, last: line }
    this.waiting.rows.push(row)
    this.waiting.last = line
  }

  async flush(): Promise<void> {
    const { waiting } = this
    if (waiting === null) return
    this.waiting = null
    const lines = waiting.first === waiting.last ? `Line ${waiting.first}` : `Lines ${waiting.first} to ${waiting.last}`
    await storing(lines, () =>
      this.tx
        .insertInto(waiting.table)
        .values(waiting.rows as never)
        .execute(),
    )
  }
}

/** Turns rejections by the database into problems of the archive: duplicates and values out of range. @throws ArchiveProblem */
export async function storing<T>(lines: string, store: () => Promise<T>): Promise<T> {
  try {
    return await store()
  } catch (error) {
    const { code, detail, message } = error as { code?: string; detail?: string; message: string }
    if (code === undefined || !/^2[23]/.test(code)) throw error
    throw new ArchiveProblem(`${lines}: cannot be stored (${detail ?? message})`)
  }
}
