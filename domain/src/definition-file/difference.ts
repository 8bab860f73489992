import { type EventField, eventFields } from '@muster/contract/events'
import {
  type DefinitionDocument,
  type EventEntry,
  isOffset,
  listEntries,
  type ObjectiveEntry,
  type PlacedEntry,
  type PresetEntry,
  renamePresets,
} from './document.ts'

/** Two states of one object, and the fields in which they differ, in the order of the format. */
export interface Changed<T, F extends string> {
  readonly before: T
  readonly after: T
  readonly fields: readonly F[]
}

export type PresetField = keyof PresetEntry
/** Children are objectives of their own, and their order is in `reordered`. */
export type ObjectiveField = Exclude<keyof ObjectiveEntry, 'children'>

/** The changes to an event's definition when a file is applied to it. Sections that the file does not contain stay unchanged. */
export interface Difference {
  readonly before: DefinitionDocument
  readonly after: DefinitionDocument
  readonly event: Changed<EventEntry, EventField>
  readonly presets: {
    readonly added: readonly PresetEntry[]
    readonly removed: readonly PresetEntry[]
    readonly changed: readonly Changed<PresetEntry, PresetField>[]
  }
  readonly objectives: {
    /** Parents before children. */
    readonly added: readonly PlacedEntry[]
    /** Including the descendants of removed objectives. */
    readonly removed: readonly PlacedEntry[]
    readonly changed: readonly Changed<PlacedEntry, ObjectiveField>[]
    /** Objectives with another parent. */
    readonly moved: readonly Omit<Changed<PlacedEntry, never>, 'fields'>[]
    /** Parents (null: the root) whose remaining children change their order, in their new state. */
    readonly reordered: readonly (PlacedEntry | null)[]
    /** Current key by key in the file, for all objectives that stay. */
    readonly stays: ReadonlyMap<string, string>
  }
  readonly rules: { readonly before: string; readonly after: string } | null
}

/** The start time to which the document's offsets refer. */
export const startOf = ({ event }: DefinitionDocument): number => event?.event_start_time ?? 0

const presetOrder = ['key', 'name', 'description', 'type', 'scoring_method', 'points', 'point_cap', 'parameters'] as const

const objectiveOrder: readonly ObjectiveField[] = [
  'key',
  'name',
  'objective_type',
  'view',
  'tab',
  'note',
  'cell',
  'aggregation',
  'number_field',
  'required_number',
  'players_from',
  'pieces_from',
  'hide_progress',
  'reports',
  'report_proof',
  'valid_from',
  'valid_to',
  'scoring_preset',
  'further_presets',
  'finished_by',
  'conditions',
]

/** The event's fields with the file's values. If only the start moves, the other times move with it. */
function mergeEvents(before: DefinitionDocument, after: DefinitionDocument): EventEntry {
  const merged: Record<string, unknown> = { ...before.event }
  for (const [field, value] of Object.entries(after.event ?? {})) if (value !== undefined) merged[field] = value
  return merged as EventEntry
}

const sameValue = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/**
 * The changes that applying a file would make.
 * @param before the current event, complete
 * @param file the wanted state; sections that it does not contain stay unchanged
 */
export function compareDefinitions(before: DefinitionDocument, file: DefinitionDocument): Difference {
  const event = mergeEvents(before, file)
  const after: DefinitionDocument = {
    event,
    scoring_presets: file.scoring_presets ?? before.scoring_presets,
    // Windows count from the start, also in a file without objectives.
    objectives: file.objectives ?? before.objectives,
    rules: file.rules ?? before.rules,
  }
  const shift = startOf(after) - startOf(before)
  const changedFields = eventFields
    .map(({ name }) => name)
    .filter((field) => {
      const [one, other] = [before.event?.[field] ?? null, event[field] ?? null]
      if (!isOffset(field)) return !sameValue(one, other)
      return one === null || other === null ? one !== other : Number(one) !== Number(other) + shift
    })
  const presets = comparePresets(before.scoring_presets ?? [], after.scoring_presets ?? [])
  const keyOfPreset = new Map(presets.changed.map((change) => [change.before.key, change.after.key]))
  return {
    before,
    after,
    event: { before: before.event ?? {}, after: event, fields: changedFields },
    presets,
    objectives: compareTrees(before.objectives ?? [], after.objectives ?? [], shift, keyOfPreset),
    rules: (before.rules ?? '') === (after.rules ?? '') ? null : { before: before.rules ?? '', after: after.rules ?? '' },
  }
}

/**
 * Matches old and new objects: by key, or else by name if only one old object with that name is left, which then gets the new
 * key.
 * @returns old by new key
 */
export function pair<T extends { readonly key: string; readonly name: string }>(
  before: readonly T[],
  after: readonly T[],
  isLike: (one: T, other: T) => boolean,
): Map<string, T> {
  const byKey = new Map(before.map((one) => [one.key, one]))
  const pairs = new Map<string, T>()
  for (const one of after) {
    const old = byKey.get(one.key)
    if (old) pairs.set(one.key, old)
  }
  const afterKeys = new Set(after.map(({ key }) => key))
  const leftBefore = groupByName(before.filter(({ key }) => !afterKeys.has(key)))
  const leftAfter = groupByName(after.filter(({ key }) => !pairs.has(key)))
  for (const [name, [one, ...others]] of leftAfter) {
    const [old, ...more] = leftBefore.get(name) ?? []
    if (one && old && others.length === 0 && more.length === 0 && isLike(old, one)) pairs.set(one.key, old)
  }
  return pairs
}

export const sameMethod = (one: PresetEntry, other: PresetEntry): boolean => one.scoring_method === other.scoring_method
export const sameKind = (one: ObjectiveEntry, other: ObjectiveEntry): boolean => one.objective_type === other.objective_type

function groupByName<T extends { readonly name: string }>(list: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const one of list) groups.set(one.name, [...(groups.get(one.name) ?? []), one])
  return groups
}

function comparePresets(before: readonly PresetEntry[], after: readonly PresetEntry[]): Difference['presets'] {
  const pairs = pair(before, after, sameMethod)
  const kept = new Set(pairs.values())
  return {
    added: after.filter(({ key }) => !pairs.has(key)),
    removed: before.filter((one) => !kept.has(one)),
    changed: after.flatMap((one) => {
      const old = pairs.get(one.key)
      const fields = old ? presetOrder.filter((field) => !sameValue(old[field], one[field])) : []
      return old && fields.length > 0 ? [{ before: old, after: one, fields }] : []
    }),
  }
}

function compareTrees(
  before: readonly ObjectiveEntry[],
  after: readonly ObjectiveEntry[],
  shift: number,
  keyOfPreset: ReadonlyMap<string, string>,
): Difference['objectives'] {
  const [oldPlaces, newPlaces] = [listEntries(before), listEntries(after)]
  const placeOf = new Map(oldPlaces.map((place) => [place.entry, place]))
  const pairs = pair(
    oldPlaces.map(({ entry }) => entry),
    newPlaces.map(({ entry }) => entry),
    sameKind,
  )
  const stays = new Map([...pairs].map(([key, old]) => [key, old.key]))
  const kept = new Set(pairs.values())
  const changed: Changed<PlacedEntry, ObjectiveField>[] = []
  const moved: { before: PlacedEntry; after: PlacedEntry }[] = []
  for (const place of newPlaces) {
    const old = pairs.get(place.entry.key)
    const oldPlace = old && placeOf.get(old)
    if (!old || !oldPlace) continue
    const fields = listChanges(old, place.entry, shift, keyOfPreset)
    if (fields.length > 0) changed.push({ before: oldPlace, after: place, fields })
    const parent = place.parent === null ? null : (pairs.get(place.parent.key) ?? place.parent)
    if (parent !== oldPlace.parent) moved.push({ before: oldPlace, after: place })
  }
  const reordered: (PlacedEntry | null)[] = []
  if (isReordered(before, after, pairs)) reordered.push(null)
  for (const place of newPlaces) {
    const old = pairs.get(place.entry.key)
    if (old && isReordered(old.children, place.entry.children, pairs)) reordered.push(place)
  }
  return {
    added: newPlaces.filter(({ entry }) => !pairs.has(entry.key)),
    removed: oldPlaces.filter(({ entry }) => !kept.has(entry)),
    changed,
    moved,
    reordered,
    stays,
  }
}

function listChanges(
  before: ObjectiveEntry,
  after: ObjectiveEntry,
  shift: number,
  keyOfPreset: ReadonlyMap<string, string>,
): ObjectiveField[] {
  const moved = (time: number | null) => (time === null ? null : time - shift)
  const keyNow = (key: string) => keyOfPreset.get(key) ?? key
  const expected: ObjectiveEntry = {
    ...before,
    valid_from: moved(before.valid_from),
    valid_to: moved(before.valid_to),
    ...renamePresets(before, keyNow),
  }
  return objectiveOrder.filter((field) => !sameValue(expected[field], after[field]))
}

/** Whether the remaining children of a parent change their order. */
function isReordered(
  before: readonly ObjectiveEntry[],
  after: readonly ObjectiveEntry[],
  pairs: ReadonlyMap<string, ObjectiveEntry>,
): boolean {
  const positions = new Map(before.map((one, at) => [one, at]))
  let last = -1
  for (const { key } of after) {
    const old = pairs.get(key)
    const at = old && positions.get(old)
    if (at === undefined) continue
    if (at < last) return true
    last = at
  }
  return false
}
