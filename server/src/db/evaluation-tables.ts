import type { EventId, ObjectiveId, TeamId, UserId } from '@muster/contract/ids'
import type { FactRule } from '@muster/domain/objectives/fact-rule'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** The tables between what was observed and the facts; a part of `Database`, which is long enough. */
export interface EvaluationTables {
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
