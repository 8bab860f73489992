import type { LadderUses } from '@muster/contract/ladder'
import type { LadderRow } from './ladder-row.ts'
import type { LadderSearch } from './ladder-search.ts'

export const useKinds = ['uniques', 'gems'] as const
export type UseKind = (typeof useKinds)[number]

/** Chosen names; a character has to use all of them. */
export type ChosenUses = Readonly<Record<UseKind, readonly string[]>>

export const readChosen = ({ uniques = [], gems = [] }: Pick<LadderSearch, UseKind>): ChosenUses => ({ uniques, gems })
export const countChosen = ({ uniques, gems }: ChosenUses): number => uniques.length + gems.length

/** Removes a name from the chosen ones, or adds it. */
export function toggleUse(chosen: ChosenUses, kind: UseKind, name: string): ChosenUses {
  const names = chosen[kind]
  return { ...chosen, [kind]: names.includes(name) ? names.filter((each) => each !== name) : [...names, name] }
}

/** The names that each character uses, by the name of the character. */
export type UsesIndex = ReadonlyMap<string, Readonly<Record<UseKind, ReadonlySet<string>>>>

export function indexUses({ uniques, gems, characters }: LadderUses): UsesIndex {
  const pick = (places: readonly number[], names: readonly string[]) => new Set(places.flatMap((place) => names[place] ?? []))
  return new Map(
    characters.map((one) => [one.character_name, { uniques: pick(one.uniques, uniques), gems: pick(one.gems, gems) }]),
  )
}

const usesOf = ({ entry }: LadderRow, index: UsesIndex) => (entry.character ? index.get(entry.character.name) : undefined)

/** Rows whose characters use all chosen names; a character without a known build uses none. */
export function filterByUses(rows: readonly LadderRow[], chosen: ChosenUses, index: UsesIndex): readonly LadderRow[] {
  if (countChosen(chosen) === 0) return rows
  return rows.filter((row) => {
    const uses = usesOf(row, index)
    return uses !== undefined && useKinds.every((kind) => chosen[kind].every((name) => uses[kind].has(name)))
  })
}

export interface UseOption {
  readonly name: string
  readonly is_chosen: boolean
  /** Characters with the name, among the characters that all other filters leave. */
  readonly count: number
  /** Their share of all characters that the other filters leave and whose build is known; 0 to 1. */
  readonly share: number
}

/**
 * The names of a kind with the characters that use them: chosen names first, then the most used.
 * @param rows left by all filters except uniques and gems.
 */
export function listOptions(rows: readonly LadderRow[], chosen: ChosenUses, index: UsesIndex, kind: UseKind): UseOption[] {
  const countIn = (left: readonly LadderRow[]) => {
    const counts = new Map<string, number>()
    let all = 0
    for (const row of left) {
      const uses = usesOf(row, index)
      if (!uses) continue
      all++
      for (const name of uses[kind]) counts.set(name, (counts.get(name) ?? 0) + 1)
    }
    return { counts, all }
  }
  const toOption = (name: string, is_chosen: boolean, { counts, all }: ReturnType<typeof countIn>): UseOption => {
    const count = counts.get(name) ?? 0
    return { name, is_chosen, count, share: all === 0 ? 0 : count / all }
  }
  // For a chosen name the other filters are all filters except itself.
  const picked = chosen[kind].map((name) =>
    toOption(name, true, countIn(filterByUses(rows, toggleUse(chosen, kind, name), index))),
  )
  const left = countIn(filterByUses(rows, chosen, index))
  const others = [...left.counts.keys()]
    .filter((name) => !chosen[kind].includes(name))
    .map((name) => toOption(name, false, left))
    .sort((a, b) => b.count - a.count || a.name.localeCompare(b.name))
  return [...picked, ...others]
}
