import type { UserId } from '@muster/contract/ids'
import type { RecordOf } from '@muster/contract/event-archive'
import type { Db } from '../db/connect.ts'

/**
 * What ids of this installation are called in an archive: those that are known from the beginning by their order, from 1 on, so
 * that whatever is sorted by id keeps its order; others, of things that are gone, as they come up.
 */
export class Numbering {
  private readonly known = new Map<number, number>()
  /** How many were known from the beginning. */
  readonly first: number

  constructor(ids: readonly number[] = []) {
    for (const id of new Set(ids.toSorted((a, b) => a - b))) this.known.set(id, this.known.size + 1)
    this.first = this.known.size
  }

  of(id: number): number {
    const number = this.known.get(id) ?? this.known.size + 1
    this.known.set(id, number)
    return number
  }
}

/** People get their numbers as they come up, and nobody is in the archive whom no record names. */
export class People {
  private readonly numbers = new Numbering()
  private readonly seen = new Set<UserId>()
  private waiting: UserId[] = []

  of(user_id: number): number {
    const id = user_id as UserId
    if (!this.seen.has(id)) {
      this.seen.add(id)
      this.waiting.push(id)
    }
    return this.numbers.of(id)
  }

  ofSome(user_id: number | null | undefined): number | null {
    return user_id === null || user_id === undefined ? null : this.of(user_id)
  }

  /** Records of those who came up since the last time; to be written before the record that names them. */
  async introduce(db: Db): Promise<RecordOf<'person'>[]> {
    if (this.waiting.length === 0) return []
    const waiting = this.waiting
    this.waiting = []
    const rows = await db
      .selectFrom('users')
      .select(['id', 'display_name', 'record_shown_to'])
      .where('id', 'in', waiting)
      .execute()
    const found = new Map(rows.map((row) => [row.id, row]))
    return waiting.map((id) => {
      const row = found.get(id)
      if (!row) throw new Error(`user ${id} is named and not there`)
      return { type: 'person', person: this.numbers.of(id), name: row.display_name, record_shown_to: row.record_shown_to }
    })
  }
}
