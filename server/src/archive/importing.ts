import { mostNumbered } from '@muster/contract/event-archive'
import type { EventId, ObjectiveId, ScoringPresetId, SubmissionId, TeamId, UserId } from '@muster/contract/ids'
import { sql } from 'kysely'
import type { Tx } from '../db/connect.ts'
import type { NewRow } from '../db/schema.ts'
import { ArchiveProblem, problemAt } from './read-archive.ts'

/** Ids of this installation for the numbers of an archive, in the same order. */
export class Ids<Id extends number> {
  private readonly ids: Id[] = []
  /** Numbers that a record of the archive describes. */
  private readonly described = new Set<number>()
  private readonly tx: Tx
  private readonly table: Numbered
  private readonly word: string

  constructor(tx: Tx, table: Numbered, word: string) {
    this.tx = tx
    this.table = table
    this.word = word
  }

  /** Takes ids for all numbers up to this one, from the database, which gives none of them twice. */
  async reserve(upTo: number, line: number): Promise<void> {
    if (upTo > mostNumbered) throw problemAt(line, `${this.word}: must not be larger than ${mostNumbered}`)
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

  /** The id of what a record is about to describe. @throws ArchiveProblem when one did before */
  async describe(number: number, line: number): Promise<Id> {
    if (this.described.has(number)) throw problemAt(line, `${this.word}: ${number} was there before`)
    await this.reserve(number, line)
    this.described.add(number)
    return this.of(number)
  }

  /** The id of what a record has described. @throws ArchiveProblem when none has */
  find(number: number, line: number, field = this.word): Id {
    if (!this.described.has(number)) throw problemAt(line, `${field}: no line before it describes ${this.word} ${number}`)
    return this.of(number)
  }
}

type Numbered = 'teams' | 'objectives' | 'submissions' | 'scoring_presets'

/** A row with an id that was taken before. */
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

/** An import that is under way. */
export class Importing {
  readonly tx: Tx
  readonly event_id: EventId
  readonly teams: Ids<TeamId>
  readonly objectives: Ids<ObjectiveId>
  readonly presets: Ids<ScoringPresetId>
  readonly submissions: Ids<SubmissionId>
  readonly people = new Map<number, UserId>()
  /** Characters that a record has described, with their players. */
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
    if (id === undefined) throw problemAt(line, `${field}: no line before it describes person ${number}`)
    return id
  }

  somebody(number: number | null, line: number, field = 'person'): UserId | null {
    return number === null ? null : this.person(number, line, field)
  }

  /** The player of a character. @throws ArchiveProblem when no record has described it */
  playerOf(character: string, line: number): UserId | null {
    const player = this.characters.get(character)
    if (player === undefined) throw problemAt(line, `character: no line before it describes this one`)
    return player
  }

  /** Rows of one table are written together. */
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

/** What the database refuses is a fault of the archive: what is there twice, or too large. @throws ArchiveProblem */
export async function storing<T>(lines: string, store: () => Promise<T>): Promise<T> {
  try {
    return await store()
  } catch (error) {
    const { code, detail, message } = error as { code?: string; detail?: string; message: string }
    if (code === undefined || !/^2[23]/.test(code)) throw error
    throw new ArchiveProblem(`${lines}: cannot be stored (${detail ?? message})`)
  }
}
