import { pair, sameKind, sameMethod, startOf } from './difference.ts'
import { type DefinitionDocument, listEntries, type ObjectiveEntry, type PresetEntry, renamePresets } from './document.ts'

/**
 * How a file is combined with the existing definition of an event. `replace`: makes the event match the file. `merge`: objectives
 * and presets of the file are changed or added, and the others stay. `add`: all that exists stays as it is.
 */
export const applyModes = ['replace', 'merge', 'add'] as const
export type ApplyMode = (typeof applyModes)[number]

/**
 * The document that results when a file is applied in this mode. Objects are matched as by `compareDefinitions`: by key, or else by
 * name. Siblings keep their order, and new ones come after them.
 */
export function mergeDefinitions(before: DefinitionDocument, file: DefinitionDocument, mode: ApplyMode): DefinitionDocument {
  if (mode === 'replace') return file
  const presets = mergePresets(before.scoring_presets ?? [], file.scoring_presets ?? [], mode)
  const shift_ms = file.event?.event_start_time === undefined ? 0 : startOf(file) - startOf(before)
  return {
    event: file.event,
    scoring_presets: file.scoring_presets && presets.merged,
    objectives: file.objectives && mergeTrees(before.objectives ?? [], file.objectives, { mode, presets, shift_ms }),
    rules: mode === 'add' && before.rules ? null : file.rules,
  }
}

interface MergedPresets {
  readonly merged: readonly PresetEntry[]
  /** The key after the merge, by key before it and by key in the file. */
  readonly ofBefore: ReadonlyMap<string, string>
  readonly ofFile: ReadonlyMap<string, string>
}

function mergePresets(before: readonly PresetEntry[], file: readonly PresetEntry[], mode: ApplyMode): MergedPresets {
  const pairs = pair(before, file, sameMethod)
  const inFile = new Map(file.flatMap((one) => (pairs.has(one.key) ? [[pairs.get(one.key), one] as const] : [])))
  const isKept = mode === 'add'
  const kept = before.map((old) => (isKept ? old : (inFile.get(old) ?? old)))
  return {
    merged: [...kept, ...file.filter(({ key }) => !pairs.has(key))],
    ofBefore: new Map(before.map((old, at) => [old.key, kept[at]?.key ?? old.key])),
    ofFile: new Map(file.map(({ key }) => [key, (isKept && pairs.get(key)?.key) || key])),
  }
}

interface TreeMerge {
  readonly mode: ApplyMode
  readonly presets: MergedPresets
  /** How much later the event starts: kept windows stay at the same absolute time. */
  readonly shift_ms: number
  /** The objective of the event, by key in the file. */
  readonly oldOf: ReadonlyMap<string, ObjectiveEntry>
  /** The objective of the file, by objective of the event. */
  readonly newOf: ReadonlyMap<ObjectiveEntry, ObjectiveEntry>
  /** The parent of an objective in the file; null: directly below the root. */
  readonly parentInFile: ReadonlyMap<ObjectiveEntry, ObjectiveEntry | null>
}

function mergeTrees(
  before: readonly ObjectiveEntry[],
  file: readonly ObjectiveEntry[],
  given: Pick<TreeMerge, 'mode' | 'presets' | 'shift_ms'>,
): ObjectiveEntry[] {
  const placed = listEntries(file)
  const listed = placed.map(({ entry }) => entry)
  const old = listEntries(before).map(({ entry }) => entry)
  const oldOf = pair(old, listed, sameKind)
  const newOf = new Map<ObjectiveEntry, ObjectiveEntry>()
  for (const one of listed) {
    const known = oldOf.get(one.key)
    if (known) newOf.set(known, one)
  }
  const parentInFile = new Map(placed.map(({ entry, parent }) => [entry, parent]))
  return mergeSiblings({ ...given, oldOf, newOf, parentInFile }, before, file, null)
}

/** @param parent in the file; undefined: the file does not have the parent of these siblings */
function mergeSiblings(
  merge: TreeMerge,
  old: readonly ObjectiveEntry[],
  listed: readonly ObjectiveEntry[],
  parent: ObjectiveEntry | null | undefined,
): ObjectiveEntry[] {
  const { mode, oldOf, newOf, parentInFile } = merge
  const stays = old.filter((one) => {
    const inFile = newOf.get(one)
    // Only a merge moves objectives.
    return inFile === undefined || mode === 'add' || parentInFile.get(inFile) === parent
  })
  const arrives = listed.filter((one) => {
    const known = oldOf.get(one.key)
    return known === undefined || (mode === 'merge' && !stays.includes(known))
  })
  return [...stays.map((one) => keepObjective(merge, one)), ...arrives.map((one) => takeObjective(merge, one))]
}

/** An objective that stays in its place. */
function keepObjective(merge: TreeMerge, old: ObjectiveEntry): ObjectiveEntry {
  const { mode, presets, shift_ms } = merge
  const inFile = merge.newOf.get(old)
  if (inFile && mode === 'merge') return takeObjective(merge, inFile)
  const asBefore = (time: number | null) => (time === null ? null : time - shift_ms)
  return {
    ...old,
    valid_from: asBefore(old.valid_from),
    valid_to: asBefore(old.valid_to),
    ...renamePresets(old, (key) => presets.ofBefore.get(key) ?? key),
    children: mergeSiblings(merge, old.children, inFile?.children ?? [], inFile),
  }
}

/** An objective as the file has it, with the children that stay in it. */
function takeObjective(merge: TreeMerge, listed: ObjectiveEntry): ObjectiveEntry {
  return {
    ...listed,
    ...renamePresets(listed, (key) => merge.presets.ofFile.get(key) ?? key),
    children: mergeSiblings(merge, merge.oldOf.get(listed.key)?.children ?? [], listed.children, listed),
  }
}
