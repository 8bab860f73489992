import type { TeamView } from '../../api/scores/event.ts'
import type { ScoreSetting } from './score-setting.ts'

/** Shared by all rows of a table. */
export interface RowSetting extends ScoreSetting {
  readonly teams: readonly TeamView[]
  /** Teams from `first` to before `end` have a cell: the others are out of view. */
  readonly first: number
  readonly end: number
  /** If false, a row first shows only its name, and gets its cells in turn. */
  readonly isAtOnce: boolean
  readonly watched_id: number | null
}
