import type { Logger } from 'pino'
import type { Tx } from '../db/connect.ts'
import type { Row } from '../db/schema.ts'
import type { StoredObjective } from '../features/objectives/store.ts'
import type { Numbering, People } from './numbering.ts'

/** Source of an archive: one moment of the database and of the event clock. */
export interface Source {
  readonly tx: Tx
  readonly log: Logger
  readonly event: Row<'events'>
  readonly now: number
}

export interface Collecting extends Source {
  readonly people: People
  readonly objectives: Numbering
  readonly teams: Numbering
  readonly submissions: Numbering
  readonly presets: Numbering
  /** Objectives visible to everyone, parents first, siblings in order. */
  readonly open: readonly StoredObjective[]
  /** Whether an objective exists but has not opened: the archive omits it. */
  isClosed(objective_id: number): boolean
}
