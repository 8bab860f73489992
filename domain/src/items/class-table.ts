import type { GameVersion } from '@muster/contract/events'
import { readRecord } from './normalise.ts'

/** Base type -> class id, for one game version. */
export type ClassTable = ReadonlyMap<string, string>

export type ClassTableImport =
  | { readonly ok: true; readonly table: ClassTable; readonly ignored: number }
  | { readonly ok: false; readonly reason: string }

/**
 * Reads the community's export of base items: a JSON object of entries keyed by metadata path, or a list of entries, each with
 * `name` and `item_class` (`itemClassId` in some exports). Entries without a name or class are ignored and counted. A name with several classes keeps the class
 * of a released base, or else the first in the file.
 */
export function parseClassExport(document: unknown): ClassTableImport {
  if (typeof document !== 'object' || document === null)
    return { ok: false, reason: 'expected a JSON object or list of base items' }
  const table = new Map<string, string>()
  const released = new Set<string>()
  let ignored = 0
  for (const entry of Object.values(document) as unknown[]) {
    const { name, itemClassId, item_class = itemClassId, release_state } = readRecord(entry)
    if (typeof name !== 'string' || name === '' || typeof item_class !== 'string' || item_class === '') {
      ignored += 1
      continue
    }
    const isReleased = release_state !== 'unreleased' && release_state !== 'legacy'
    if (table.has(name) && (released.has(name) || !isReleased)) continue
    table.set(name, item_class)
    if (isReleased) released.add(name)
  }
  if (table.size === 0) return { ok: false, reason: 'no entry has both a name and an item_class' }
  return { ok: true, table, ignored }
}

/** The stored form of a table: one file per game version. */
export interface ClassTableFile {
  readonly game_version: GameVersion
  readonly classes: Readonly<Record<string, string>>
}

/** Sorted by base type, so that two imports of the same data produce the same file. */
export function writeClassTable(game_version: GameVersion, table: ClassTable): ClassTableFile {
  const rows = [...table].sort(([a], [b]) => (a < b ? -1 : 1))
  return { game_version, classes: Object.fromEntries(rows) }
}

/** Reads the table of a stored file; null if the document is not a table of this game version. */
export function readClassTable(document: unknown, game_version: GameVersion): ClassTable | null {
  const file = readRecord(document)
  const rows = Object.entries(readRecord(file.classes))
  if (file.game_version !== game_version || rows.length === 0) return null
  const table = new Map<string, string>()
  for (const [base, class_id] of rows) {
    if (base === '' || typeof class_id !== 'string' || class_id === '') return null
    table.set(base, class_id)
  }
  return table
}
