import type { GameVersion } from '@muster/contract/events'
import type { JobType } from '@muster/contract/jobs'
import type { ReadinessCode, ReadinessFinding, ReadinessWeight } from '@muster/contract/readiness'
import type { Role } from '@muster/contract/users'
import type { EventDates } from './dates.ts'

const day_ms = 86_400_000

/** Named things: the count, the total, and the first few names. */
export interface Named {
  readonly count: number
  readonly total: number
  readonly names: readonly string[]
}

/** The state of a job. Times in milliseconds on the event clock. */
export interface JobFigures {
  readonly job_type: JobType
  readonly end_at: number
  readonly is_running: boolean
  readonly failures_in_a_row: number
  /** Since when the game has not responded; null: it responds. */
  readonly away_since: number | null
  readonly last_error: string | null
  readonly last_success_at: number | null
}

/** The input of the readiness rules. Times in milliseconds on the event clock. */
export interface ReadinessFigures {
  readonly now: number
  /** Speed of the event clock; one minute of a program is an hour of a fast event. */
  readonly speed: number
  readonly game_version: GameVersion
  /** Whether this server has a client of the game's API. */
  readonly reads_game: boolean
  readonly dates: EventDates<number>
  readonly is_public: boolean
  readonly is_current: boolean
  readonly is_locked: boolean
  /** An event imported from an archive can only be read. */
  readonly is_imported: boolean
  /** Whether the game has shown any data of a league of this name. */
  readonly is_league_seen: boolean
  /** Objectives that are not categories. */
  readonly objectives: number
  readonly item_objectives: number
  readonly item_checks: {
    /** Item objectives with a saved item that does not give the expected result. */
    readonly failing: Named
    /** Item objectives for which no matching item is known. */
    readonly unmatched: Named
    /** Whether any item was saved or any scan was made. */
    readonly is_checked: boolean
  }
  /** Objectives that count the progress of characters. */
  readonly character_objectives: number
  /** Objectives whose results a judge has to add on a server that does not read the game. */
  readonly by_hand: Named
  /** Objectives that pay nothing: neither they nor a category above them have a preset. */
  readonly without_points: Named
  /** Data of the last day that could not be read; `judgeDefinition` adds the problems of the definition. */
  readonly problems: number
  /** Whether an objective takes submissions, or one was sent. */
  readonly takes_submissions: boolean
  /** Without second looks, which need a second judge. */
  readonly pending_submissions: number
  /** Points given or taken by hand that wait for a second person. */
  readonly waiting_points: number
  readonly jobs: readonly JobFigures[]
  /** The last time the stream position moved; null: nothing was read yet. */
  readonly stream_moved_at: number | null
  /** Since when the scores are behind the ledger; null: they are not. */
  readonly unscored_since: number | null
  readonly guilds: number
  readonly signups: number
  readonly teams: number
  readonly empty_teams: Named
  readonly teams_without_lead: Named
  /** Whether a deposit in a guild log counts where nothing else was seen. */
  readonly deposits_count: boolean
  readonly teams_without_guild: Named
  /** Accepted players without a team. */
  readonly unplaced: Named
  /** Players without a working connection to the game. */
  readonly unconnected: Named
  readonly has_rules: boolean
  readonly has_passive_tree: boolean
  /** Whether points depend on the passive tree. */
  readonly needs_passive_tree: boolean
  readonly has_item_classes: boolean
  /** Announcements that are not removed and begin in the week before the start. */
  readonly has_start_news: boolean
  /** The same after the end. */
  readonly has_thanks: boolean
  readonly raw_kept_until: number | null
  readonly is_raw_removed: boolean
  /** The last change of a score, and of the definition. */
  readonly scored_at: number | null
  readonly defined_at: number | null
  readonly marks: Readonly<Partial<Record<ReadinessCode, StepMark>>>
}

/** An organiser's mark that a step is done. */
export interface StepMark {
  readonly at: number
  /** null: a deleted user */
  readonly by: string | null
}

export interface JudgedLine {
  readonly code: ReadinessCode
  readonly weight: ReadinessWeight
  readonly finding: ReadinessFinding
  readonly count: number
  readonly total: number
  readonly names: readonly string[]
  readonly detail: string | null
  readonly at: number | null
  readonly right: readonly Role[]
}

export type Verdict = Partial<Omit<JudgedLine, 'code' | 'right'>> & Pick<JudgedLine, 'weight' | 'finding'>
export type Judge = (figures: ReadinessFigures) => Verdict | null

export const done = (more: Partial<Verdict> = {}): Verdict => ({ weight: 'done', finding: 'fine', ...more })
/** Not due yet. */
export const later: Verdict = { weight: 'later', finding: 'not_due' }
/** There should be none of them; each has to be resolved. */
export const noneOf = ({ count, total, names }: Named, weight: ReadinessWeight): Verdict =>
  count === 0 ? done({ total }) : { weight, finding: 'some', count, total, names }

export const isOver = ({ now, dates }: ReadinessFigures) => now > dates.event_end_time
/** The last day before the start, and the event itself. */
export const isNear = ({ now, dates }: ReadinessFigures) => now >= dates.event_start_time - day_ms

/** A line about the end of the event. */
export const afterTheEnd =
  (judge: (figures: ReadinessFigures) => Verdict): Judge =>
  (figures) =>
    isOver(figures) ? judge(figures) : later
