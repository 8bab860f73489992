import { type ConditionWarning, warnOfCondition } from '../conditions/name-warnings.ts'
import type { ItemLibrary } from '../items/item-names.ts'
import { type DefinitionDocument, listEntries, type ObjectiveEntry } from './document.ts'

/** A warning about a name in a file, or in rows of a table. */
export interface EntryWarning extends ConditionWarning {
  readonly entry: ObjectiveEntry
  /** Position of the condition. */
  readonly at: number
  /** Where the objective begins, from 1. */
  readonly line: number
}

/** Warnings about names in conditions, in the order of the objectives; those without a line are not part of the file. */
export function listEntryWarnings(
  { objectives }: Pick<DefinitionDocument, 'objectives'>,
  lines: ReadonlyMap<string, number>,
  library: ItemLibrary,
): readonly EntryWarning[] {
  return listEntries(objectives ?? []).flatMap(({ entry }) => {
    const line = lines.get(entry.key)
    if (line === undefined) return []
    return entry.conditions.flatMap((condition, at) =>
      warnOfCondition(condition, library).map((warning) => ({ ...warning, entry, at, line })),
    )
  })
}
