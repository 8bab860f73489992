import type { EventId, ScoringPresetId } from '@muster/contract/ids'
import type { ScoringPreset } from '@muster/contract/scoring-presets'
import type { Db, Tx } from '../../db/connect.ts'
import type { NewRow, Row } from '../../db/schema.ts'

const presetColumns = ['id', 'name', 'description', 'points', 'point_cap', 'scoring_method', 'type', 'version'] as const

export function listPresets(db: Db, event_id: EventId): Promise<ScoringPreset[]> {
  return db.selectFrom('scoring_presets').select(presetColumns).where('event_id', '=', event_id).orderBy('id').execute()
}

/** The keys of an event's presets in definition files. */
export function listPresetKeys(db: Db, event_id: EventId) {
  return db.selectFrom('scoring_presets').select(['id', 'file_key']).where('event_id', '=', event_id).execute()
}

/** A preset of any event. */
export async function findPreset(db: Db, id: ScoringPresetId): Promise<Row<'scoring_presets'> | null> {
  return (await db.selectFrom('scoring_presets').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

export type PresetColumns = Omit<NewRow<'scoring_presets'>, 'event_id' | 'version'>

export function insertPreset(tx: Tx, event_id: EventId, columns: PresetColumns): Promise<ScoringPreset> {
  return tx
    .insertInto('scoring_presets')
    .values({ event_id, ...columns })
    .returning(presetColumns)
    .executeTakeFirstOrThrow()
}

export function updatePreset(tx: Tx, id: ScoringPresetId, columns: PresetColumns): Promise<ScoringPreset> {
  return tx
    .updateTable('scoring_presets')
    .set((eb) => ({ ...columns, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returning(presetColumns)
    .executeTakeFirstOrThrow()
}

/** @returns how many objectives used it; they have no preset now */
export async function removePreset(tx: Tx, id: ScoringPresetId): Promise<number> {
  const freed = await tx
    .updateTable('objectives')
    .set({ scoring_preset_id: null })
    .where('scoring_preset_id', '=', id)
    .executeTakeFirst()
  await tx.deleteFrom('scoring_presets').where('id', '=', id).execute()
  return Number(freed.numUpdatedRows)
}
