import type { GameVersion } from '@muster/contract/events'
import type { NameSection } from '@muster/contract/item-names'
import { readList, readRecord } from './normalise.ts'

/** Names of one game: of uniques, and base types. */
export interface NameList {
  readonly uniques: ReadonlySet<string>
  readonly bases: ReadonlySet<string>
}

/** The names of sections, without their kinds. */
export function listNames(sections: readonly NameSection[]): NameList {
  const namesOf = (is_unique: boolean) =>
    new Set(sections.flatMap(({ kind, names }) => ((kind === 'unique') === is_unique ? names.map(({ name }) => name) : [])))
  return { uniques: namesOf(true), bases: namesOf(false) }
}

/** The sections, plus sections without a group for the names that none of them contains. */
export function addNames(sections: readonly NameSection[], more: NameList): readonly NameSection[] {
  const known = listNames(sections)
  const sectionOf = (kind: 'unique' | 'base', names: ReadonlySet<string>, has: ReadonlySet<string>): NameSection[] => {
    const added = [...names].filter((name) => !has.has(name)).map((name) => ({ name }))
    return added.length === 0 ? [] : [{ kind, group: '', names: added }]
  }
  return [...sections, ...sectionOf('unique', more.uniques, known.uniques), ...sectionOf('base', more.bases, known.bases)]
}

export type NameListImport =
  | { readonly ok: true; readonly names: NameList; readonly ignored: number }
  | { readonly ok: false; readonly reason: string }

/** The trade site's list has `result`; no other export has it. */
export const isNameExport = (document: unknown): boolean => 'result' in readRecord(document)

const isName = (value: unknown): value is string => typeof value === 'string' && value !== ''

/**
 * Reads the item list of the game's trade site: `result`, a list of groups with `entries`, each with the base type in `type`; only
 * uniques have a `name`. The `text` of other entries is added, because a transfigured gem has its own name only there. Seen on
 * 27 November 2026: address and shape in Kvan7/Exiled-Exchange-2, renderer/src/web/background/TradeData.ts; 9,540 entries in
 * Sidekick-Poe/Sidekick, data/poe1/en/items.json and data/poe2/en/items.json.
 */
export function parseNameExport(document: unknown): NameListImport {
  const uniques = new Set<string>()
  const bases = new Set<string>()
  let ignored = 0
  for (const group of readList(readRecord(document).result)) {
    for (const entry of readList(readRecord(group).entries)) {
      const { name, type, text } = readRecord(entry)
      if (!isName(type)) {
        ignored += 1
        continue
      }
      bases.add(type)
      if (isName(name)) uniques.add(name)
      else if (isName(text)) bases.add(text)
    }
  }
  if (uniques.size === 0) return { ok: false, reason: 'no entry has the name of a unique' }
  return { ok: true, names: { uniques, bases }, ignored }
}

/** The stored form of a list: one file per game version, sorted, so that two imports of the same data produce the same file. */
export function writeNameList(game_version: GameVersion, { uniques, bases }: NameList) {
  return { game_version, uniques: [...uniques].sort(), bases: [...bases].sort() }
}

/** Reads the list of a stored file; null if the document is not a list of this game version. */
export function readNameList(document: unknown, game_version: GameVersion): NameList | null {
  const file = readRecord(document)
  const uniques = readList(file.uniques)
  const bases = readList(file.bases)
  if (file.game_version !== game_version || uniques.length === 0 || !uniques.every(isName) || !bases.every(isName)) return null
  return { uniques: new Set(uniques), bases: new Set(bases) }
}
