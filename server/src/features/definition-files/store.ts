import type { DefinitionFile, definitionFormats } from '@muster/contract/definition-file'
import { eventFields } from '@muster/contract/events'
import type { EventId, ObjectiveId, ScoringPresetId } from '@muster/contract/ids'
import { type StoredDefinition, toDocument } from '@muster/domain/definition-file/from-event'
import { writeDefinition, writeDefinitionJson } from '@muster/domain/definition-file/write'
import type { Db } from '../../db/connect.ts'
import { findDefinition, findDefinitionSequence } from '../../db/definition.ts'
import type { Row } from '../../db/schema.ts'
import { findRules } from '../event-rules/store.ts'
import { listObjectives } from '../objectives/store.ts'

type Format = (typeof definitionFormats)[number]

const toTime = (date: Date | null): number | null => date?.getTime() ?? null

const readEvent = (event: Row<'events'>) =>
  Object.fromEntries(
    eventFields.map(({ name }) => {
      const value = event[name]
      return [name, value instanceof Date ? value.getTime() : value]
    }),
  ) as unknown as StoredDefinition['event']

function listStoredPresets(db: Db, event_id: EventId) {
  return db
    .selectFrom('scoring_presets')
    .select(['id', 'file_key', 'name', 'description', 'type', 'scoring_method', 'points', 'point_cap', 'parameters'])
    .where('event_id', '=', event_id)
    .orderBy('id')
    .execute()
}

/** The current definition of an event. */
async function loadNow(db: Db, event: Row<'events'>): Promise<StoredDefinition & { readonly rules_version: number }> {
  const rules = await findRules(db, event.id)
  const objectives = await listObjectives(db, event.id)
  return {
    event: readEvent(event),
    presets: await listStoredPresets(db, event.id),
    objectives: objectives.map((objective) => ({
      ...takeFields(objective),
      valid_from: toTime(objective.valid_from),
      valid_to: toTime(objective.valid_to),
      conditions: objective.conditions,
    })),
    rules: rules?.text ?? '',
    rules_version: rules?.version ?? 0,
  }
}

type ObjectiveFields = Omit<StoredDefinition['objectives'][number], 'valid_from' | 'valid_to' | 'conditions'>

/** The fields of an objective in a file; rows have more. */
const takeFields = (row: ObjectiveFields): ObjectiveFields => ({
  id: row.id,
  parent_id: row.parent_id,
  file_key: row.file_key,
  name: row.name,
  view: row.view,
  tab: row.tab,
  note: row.note,
  cell: row.cell,
  objective_type: row.objective_type,
  aggregation: row.aggregation,
  number_field: row.number_field,
  required_number: row.required_number,
  hide_progress: row.hide_progress,
  reports: row.reports,
  report_proof: row.report_proof,
  players_from: row.players_from,
  pieces_from: row.pieces_from,
  scoring_preset_id: row.scoring_preset_id,
  ...(row.further_preset_ids?.length && {
    further_preset_ids: row.further_preset_ids,
    finished_by: row.finished_by ?? 'all',
  }),
})

/**
 * The definition after one of its changes: objectives, presets, and the times of the event. The history does not contain the
 * event's name, its signups and the rules, so these have their current value. Records without keys have the current keys.
 * @returns null if the event has no such change
 */
async function loadThen(db: Db, event: Row<'events'>, version: number): Promise<StoredDefinition | null> {
  const change = await findDefinition(db, event.id, version)
  if (change?.sequence !== version) return null
  const now = await loadNow(db, event)
  const { definition } = change
  const presetsNow = new Map(now.presets.map((preset) => [preset.id, preset]))
  const keysNow = new Map(now.objectives.map(({ id, file_key }) => [id, file_key]))
  const start = definition.start_at ?? now.event.event_start_time
  return {
    event: {
      ...now.event,
      event_start_time: start,
      event_end_time: definition.end_at ?? now.event.event_end_time,
      personal_objectives: definition.personal_objectives ?? null,
    },
    presets: definition.presets.map((preset) => {
      const spare = presetsNow.get(preset.id)
      return {
        id: preset.id,
        file_key: preset.file_key ?? spare?.file_key ?? `preset-${preset.id}`,
        name: preset.name ?? spare?.name ?? `Preset ${preset.id}`,
        description: preset.description ?? spare?.description ?? '',
        type: preset.type ?? spare?.type ?? 'OBJECTIVE',
        scoring_method: preset.scoring_method,
        points: preset.points,
        point_cap: preset.point_cap,
        parameters: preset.parameters ?? {},
      }
    }),
    objectives: definition.objectives.map((objective) => ({
      ...takeFields({
        ...objective,
        reports: objective.reports ?? null,
        report_proof: objective.report_proof ?? null,
        players_from: objective.players_from ?? null,
        pieces_from: objective.pieces_from ?? null,
        file_key: objective.file_key ?? keysNow.get(objective.id) ?? `objective-${objective.id}`,
      }),
      valid_from: objective.valid_from,
      valid_to: objective.valid_to,
      // A record has no ids of conditions; a past version is never edited.
      conditions: objective.conditions.map(({ any_of = null, ...condition }) => ({ ...condition, id: 0, any_of })),
    })),
    rules: now.rules,
  }
}

/**
 * The definition of an event as a file.
 * @param version of the definition, null: the current one
 * @returns null for an unknown version
 */
export async function exportDefinition(
  db: Db,
  event: Row<'events'>,
  { format, version }: { readonly format: Format; readonly version: number | null },
): Promise<DefinitionFile | null> {
  // Read first: after a simultaneous edit this number is outdated, so edits based on it are refused.
  const definition_version = version ?? (await findDefinitionSequence(db, event.id))
  const stored = version === null ? await loadNow(db, event) : await loadThen(db, event, version)
  if (stored === null) return null
  const { document, ids } = toDocument(stored)
  return {
    definition_version,
    rules_version: 'rules_version' in stored ? Number(stored.rules_version) : 0,
    event_version: event.version,
    text: format === 'yaml' ? writeDefinition(document) : writeDefinitionJson(document),
    root_id: ids.root_id as ObjectiveId | null,
    objective_ids: Object.fromEntries(ids.objectives) as Record<string, ObjectiveId>,
    scoring_preset_ids: Object.fromEntries(ids.presets) as Record<string, ScoringPresetId>,
    condition_ids: Object.fromEntries([...ids.conditions].map(([key, list]) => [key, list.filter((id) => id > 0)])),
  }
}
