import type { ScoringPresetId } from '@muster/contract/ids'
import { sql } from 'kysely'

/** The scoring rules of an objective after the first, in their order; for a query of `objectives`. */
export const furtherPresetIds = sql<ScoringPresetId[]>`array(
  select preset_id from objective_presets where objective_id = objectives.id order by objective_presets.position)`.as(
  'further_preset_ids',
)

/** The rules in the form of definitions and answers, where an objective with a single rule lists no further ones. */
export const nameFurther = <F>(further_preset_ids: readonly ScoringPresetId[], finished_by: F) =>
  further_preset_ids.length > 0 && { further_preset_ids: [...further_preset_ids], finished_by }
