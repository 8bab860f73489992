import type { EventId, ScoringPresetId } from '@muster/contract/ids'
import { parametersField } from '@muster/contract/preset-parameters'
import type { ScoringPreset } from '@muster/contract/scoring-presets'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/connect.ts'
import type { NewRow, Row } from '../../db/schema.ts'

const presetColumns = [
  'id',
  'name',
  'description',
  'points',
  'point_cap',
  'parameters',
  'scoring_method',
  'type',
  'version',
] as const

type PresetRow = Pick<Row<'scoring_presets'>, (typeof presetColumns)[number]>
const present = ({ parameters, ...preset }: PresetRow): ScoringPreset => ({ ...preset, ...parametersField(parameters) })

export async function listPresets(db: Db, event_id: EventId): Promise<ScoringPreset[]> {
  const rows = await db
    .selectFrom('scoring_presets')
    .select(presetColumns)
    .where('event_id', '=', event_id)
    .orderBy('id')
    .execute()
  return rows.map(present)
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

export async function insertPreset(tx: Tx, event_id: EventId, columns: PresetColumns): Promise<ScoringPreset> {
  const row = await tx
    .insertInto('scoring_presets')
    .values({ event_id, ...columns })
    .returning(presetColumns)
    .executeTakeFirstOrThrow()
  return present(row)
}

export async function updatePreset(tx: Tx, id: ScoringPresetId, columns: PresetColumns): Promise<ScoringPreset> {
  const row = await tx
    .updateTable('scoring_presets')
    .set((eb) => ({ ...columns, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returning(presetColumns)
    .executeTakeFirstOrThrow()
  return present(row)
}

/** Objectives without another rule have no preset afterwards; in the others the next rule becomes the first. */
export async function removePreset(tx: Tx, id: ScoringPresetId): Promise<void> {
  await tx.deleteFrom('objective_presets').where('preset_id', '=', id).execute()
  await sql`
    update objectives set scoring_preset_id =
      (select preset_id from objective_presets where objective_id = objectives.id order by objective_presets.position limit 1)
    where scoring_preset_id = ${id}`.execute(tx)
  await sql`
    delete from objective_presets using objectives
    where objectives.id = objective_id and objectives.scoring_preset_id = preset_id`.execute(tx)
  await tx.deleteFrom('scoring_presets').where('id', '=', id).execute()
}
