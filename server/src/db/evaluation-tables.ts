import type { EventId, ObjectiveId, TeamId, UserId } from '@muster/contract/ids'
import type { BuildFigures } from '@muster/contract/ladder'
import type { BuildStats } from '@muster/domain/builds/calculated-figures'
import type { GapReason, WindowSource } from '@muster/contract/tracking'
import type { FactRule } from '@muster/domain/objectives/fact-rule'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** The tables between what was observed and the facts; a part of `Database`, which is long enough. */
export interface EvaluationTables {
  build_queue: {
    event_id: EventId
    character_id: string
    export_hash: Buffer
    request: Buffer | null
    due_at: Date
    calculated_at: Date | null
  }
  build_figures: {
    export_hash: Buffer
    engine: string
    figures: ColumnType<BuildFigures | null, string | null, string | null>
    stats: ColumnType<BuildStats | null, string | null | undefined, string | null>
    is_partial: Generated<boolean>
    calculated_at: Date
  }
  fetch_windows: {
    id: GeneratedAlways<number>
    event_id: EventId
    source: WindowSource
    subject: string
    user_id: UserId | null
    from_at: Date
    to_at: Date
    /** null: heard. */
    reason: GapReason | null
    /** When what was missed had been read after all, or was given up; null also for what was heard. */
    settled_at: Date | null
  }
  tracked_readings: {
    id: GeneratedAlways<number>
    event_id: EventId
    timestamp: Date
    team_id: TeamId
    user_id: UserId | null
    reading_ids: number[]
  }
  fact_rules: { objective_id: ObjectiveId; event_id: EventId; rule: ColumnType<FactRule, string, string> }
  rematches: {
    objective_id: ObjectiveId
    event_id: EventId
    rule: ColumnType<FactRule | null, string | null, string | null>
    reads: 'snapshots' | 'readings'
    position: Generated<number>
    done: Generated<number>
    total: Generated<number>
    started_at: Date
  }
  rematch_facts: {
    id: GeneratedAlways<number>
    objective_id: ObjectiveId
    team_id: TeamId
    user_id: UserId | null
    source: string
    number: number
    timestamp: Date
    stash_snapshot_id: number | null
    character_reading_id: number | null
  }
}
