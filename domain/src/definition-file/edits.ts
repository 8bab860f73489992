import type { DefinitionEditInput } from '@muster/contract/definition'
import type { ObjectiveId, ScoringPresetId } from '@muster/contract/ids'
import { parametersField } from '@muster/contract/preset-parameters'
import { isCategory } from '../objectives/kinds.ts'
import { writeExtra } from '../objectives/layout.ts'
import { type Difference, startOf } from './difference.ts'
import { isOffset, listEntries, type ObjectiveEntry, type PlacedEntry, type PresetEntry } from './document.ts'
import type { DefinitionIds } from './from-event.ts'
import { writeTime } from './moment.ts'
import { listPlacements } from './order.ts'

/** An object by its id, or by the key that an earlier edit gives it. */
interface Reference<I> {
  readonly id: I | null
  readonly key: string | null
}

/**
 * The edits that change an event to match a file, in an order in which each is possible.
 * @param ids the objects that the keys of the current event refer to
 * @param versions the versions of the rules and the event when the difference was computed
 */
export function listEdits(
  difference: Difference,
  ids: DefinitionIds,
  versions: { readonly rules_version: number; readonly event_version: number },
): DefinitionEditInput[] {
  const { event, rules, presets } = difference
  const edits: DefinitionEditInput[] = []
  if (event.fields.length > 0)
    edits.push({ kind: 'save_event', event: writeEvent(difference), base_version: versions.event_version })
  for (const preset of presets.added) edits.push({ kind: 'save_preset', preset: presetBody(preset, null), key: preset.key })
  for (const { before, after } of presets.changed) {
    edits.push({ kind: 'save_preset', preset: presetBody(after, ids.presets.get(before.key) ?? null) })
  }
  edits.push(...new TreeEdits(difference, ids).list())
  for (const { key } of presets.removed) {
    const id = ids.presets.get(key)
    if (id !== undefined) edits.push({ kind: 'delete_preset', id })
  }
  if (rules) edits.push({ kind: 'write_rules', text: rules.after, base_version: versions.rules_version })
  return edits
}

function presetBody({ key, points, parameters, ...preset }: PresetEntry, id: number | null) {
  return { ...preset, points: [...points], ...parametersField(parameters), id, file_key: key }
}

function writeEvent({ event, after }: Difference): Extract<DefinitionEditInput, { kind: 'save_event' }>['event'] {
  const start = startOf(after)
  const written: Record<string, unknown> = {}
  for (const field of event.fields) {
    const value = event.after[field]
    if (field === 'event_start_time') written[field] = writeTime(start)
    else if (isOffset(field)) written[field] = writeTime(start + Number(value))
    else written[field] = value
  }
  return written
}

/** Objectives that stay are referred to by their new keys, removed ones by this prefix and their old key. */
const goes = (key: string) => `-${key}`
const root = ''

class TreeEdits {
  private readonly difference: Difference
  private readonly ids: DefinitionIds
  private readonly edits: DefinitionEditInput[] = []
  /** Children by parent, after the edits so far. */
  private readonly children = new Map<string, string[]>()
  private readonly presetIds: ReadonlyMap<string, number>
  private readonly start: number
  private readonly keyNow: ReadonlyMap<string, string>

  constructor(difference: Difference, ids: DefinitionIds) {
    this.difference = difference
    this.ids = ids
    this.start = startOf(difference.after)
    const { presets } = difference
    // By the keys of the file: a preset with a new key is still the old object.
    const renamed = new Map(presets.changed.map(({ before, after }) => [before.key, after.key]))
    this.presetIds = new Map([...ids.presets].map(([key, id]) => [renamed.get(key) ?? key, id]))
    this.keyNow = new Map([...difference.objectives.stays].map(([after, before]) => [before, after]))
    for (const { entry, parent } of listEntries(difference.before.objectives ?? [])) {
      this.siblings(this.nameNow(parent)).push(this.nameNow(entry))
    }
  }

  list(): DefinitionEditInput[] {
    const { added, changed, moved, removed } = this.difference.objectives
    const isNew = new Set(added.map(({ entry }) => entry))
    const changes = new Map(changed.map((change) => [change.after.entry, change]))
    const moves = new Map(moved.map((move) => [move.after.entry, move]))
    const last: PlacedEntry[] = []
    for (const place of listEntries(this.difference.after.objectives ?? [])) {
      const { entry } = place
      if (isNew.has(entry)) this.create(place)
      const move = moves.get(entry)
      if (move) this.move(move.before, place)
      const change = changes.get(entry)
      if (!change) continue
      // An objective that still has children must stay a category until they are moved.
      const leaves = isCategory(change.before.entry) && !isCategory(entry)
      if (leaves) last.push(place)
      else this.save(place)
    }
    const gone = new Set(removed.map(({ entry }) => entry))
    for (const { entry, parent } of removed) if (parent === null || !gone.has(parent)) this.remove(entry.key, parent)
    for (const place of last) this.save(place)
    this.order(root, this.difference.after.objectives ?? [])
    for (const { entry } of listEntries(this.difference.after.objectives ?? [])) this.order(entry.key, entry.children)
    return this.edits
  }

  /** The key under which an object of the original event is referred to here. */
  private nameNow(entry: ObjectiveEntry | null): string {
    return entry === null ? root : (this.keyNow.get(entry.key) ?? goes(entry.key))
  }

  private siblings(parent: string): string[] {
    const list = this.children.get(parent) ?? []
    this.children.set(parent, list)
    return list
  }

  private refer(key: string): Reference<ObjectiveId> {
    const before = this.difference.objectives.stays.get(key)
    const id = before === undefined ? undefined : this.ids.objectives.get(before)
    return id === undefined ? { id: null, key } : { id: id as ObjectiveId, key: null }
  }

  private referToParent(parent: ObjectiveEntry | null) {
    if (parent === null) return { parent_id: this.ids.root_id, parent_key: null }
    const { id, key } = this.refer(parent.key)
    return { parent_id: id, parent_key: key }
  }

  private body({ entry, parent }: PlacedEntry, id: number | null) {
    const {
      key,
      children: _,
      view,
      tab,
      note,
      cell,
      scoring_preset,
      further_presets,
      conditions,
      valid_from,
      valid_to,
      ...own
    } = entry
    const preset_id = scoring_preset === null ? null : (this.presetIds.get(scoring_preset) ?? null)
    const before = this.difference.objectives.stays.get(key)
    const stored = before === undefined ? [] : (this.ids.conditions.get(before) ?? []).toSorted((one, other) => one - other)
    const moment = (offset: number | null) => (offset === null ? null : writeTime(this.start + offset))
    return {
      ...own,
      extra: writeExtra({ view, tab, note, cell }),
      id,
      ...this.referToParent(parent),
      file_key: key,
      valid_from: moment(valid_from),
      valid_to: moment(valid_to),
      scoring_preset_id: preset_id,
      scoring_preset_key: preset_id === null ? scoring_preset : null,
      further_preset_ids: further_presets.map((preset) => {
        const known = this.presetIds.get(preset)
        return known === undefined ? preset : (known as ScoringPresetId)
      }),
      // Stored conditions are overwritten in order, so that the result has the order of the file.
      conditions: conditions.map((condition, at) => ({ at_least: null, counts_as: null, ...condition, id: stored[at] ?? null })),
    }
  }

  private create(place: PlacedEntry): void {
    const { key } = place.entry
    this.edits.push({ kind: 'save_objective', objective: this.body(place, null), key })
    this.siblings(place.parent?.key ?? root).push(key)
  }

  private save(place: PlacedEntry): void {
    const { id } = this.refer(place.entry.key)
    this.edits.push({ kind: 'save_objective', objective: this.body(place, id), other_conditions: 'remove' })
  }

  private move(before: PlacedEntry, { entry, parent }: PlacedEntry): void {
    this.take(entry.key, this.nameNow(before.parent))
    this.siblings(parent?.key ?? root).push(entry.key)
    this.edits.push({ kind: 'place_objective', ...this.refer(entry.key), ...this.referToParent(parent), before_id: null })
  }

  private take(name: string, parent: string): void {
    const list = this.siblings(parent)
    const at = list.indexOf(name)
    if (at !== -1) list.splice(at, 1)
  }

  private remove(key: string, parent: ObjectiveEntry | null): void {
    const id = this.ids.objectives.get(key)
    if (id === undefined) return
    this.edits.push({ kind: 'delete_objective', id: id as ObjectiveId })
    this.take(goes(key), this.nameNow(parent))
  }

  private order(parent: string, wanted: readonly ObjectiveEntry[]): void {
    const keys = wanted.map(({ key }) => key)
    for (const { item, before } of listPlacements(this.siblings(parent), keys)) {
      const { id, key } = this.refer(item)
      const next = before === null ? { id: null, key: null } : this.refer(before)
      const above = parent === root ? { id: this.ids.root_id, key: null } : this.refer(parent)
      this.edits.push({
        kind: 'place_objective',
        id,
        key,
        parent_id: above.id,
        parent_key: above.key,
        before_id: next.id,
        before_key: next.key,
      })
    }
  }
}
