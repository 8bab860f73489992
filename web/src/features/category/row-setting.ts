import type { TeamView } from '../../api/scores/event.ts'
import type { ScoreSetting } from './score-setting.ts'

/** What all rows of a table share. */
export interface RowSetting extends ScoreSetting {
  readonly teams: readonly TeamView[]
  /** Of the teams only those from `first` to before `end` have a cell: the others are out of sight. */
  readonly first: number
  readonly end: number
  /** Otherwise a row begins as its name, and has its cells when it is its turn. */
  readonly isAtOnce: boolean
  readonly watched_id: number | null
}
