import type { EventId } from '@muster/contract/ids'
import type { ScoringPreset } from '@muster/contract/scoring-presets'
import type { Db } from '../../db/connect.ts'

export function listPresets(db: Db, event_id: EventId): Promise<ScoringPreset[]> {
  return db
    .selectFrom('scoring_presets')
    .select(['id', 'name', 'description', 'points', 'point_cap', 'scoring_method', 'type'])
    .where('event_id', '=', event_id)
    .orderBy('id')
    .execute()
}
