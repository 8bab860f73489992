import type { UserId } from '@muster/contract/ids'
import type { RecordOf } from '@muster/contract/event-archive'
import type { Db } from '../db/connect.ts'

/**
 * Maps ids of this database to numbers of an archive: initially known ids are numbered from 1 in ascending order, so that sorting
 * by number keeps the order; others, of deleted rows, follow by first use.
 */
export class Numbering {
  private readonly known = new Map<number, number>()
  /** Number of initially known ids. */
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

/** Numbers people by first use; an archive contains only people named by a record. */
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

  /** Records of the people first named since the last call; to be written before the record that names them. */
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
      if (!row) throw new Error(`user ${id} is named in a record but does not exist`)
      return { type: 'person', person: this.numbers.of(id), name: row.display_name, record_shown_to: row.record_shown_to }
    })
  }
}
